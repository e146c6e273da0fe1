"""config.yaml: what it may say, and how it complains."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from voicekeeper import config
from voicekeeper.button.buttons import ButtonSettings
from voicekeeper.config import ChimeSettings, Config
from voicekeeper.faults import ConfigFault
from voicekeeper.skyjo.rules import Rules

TOP = Path(__file__).resolve().parent.parent


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, and a home without settings."""
    folder = tmp_path / "table"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / "config"))
    return folder


def written(folder: Path, text: str | bytes, name: str = "config.yaml") -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def complaint(folder: Path, text: str | bytes) -> str:
    with pytest.raises(ConfigFault) as caught:
        config.load(written(folder, text))
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence.replace(str(folder) + "/", "")


def test_the_file_in_the_checkout_says_the_defaults() -> None:
    assert config.read(TOP / "config.yaml") == Config()


def test_the_file_in_the_checkout_has_every_setting() -> None:
    listed = yaml.safe_load((TOP / "config.yaml").read_text(encoding="utf-8"))
    assert _keys(listed) == _settings(Config())


def _keys(listed: Any) -> Any:
    return {k: _keys(v) for k, v in listed.items()} if isinstance(listed, dict) else None


def _settings(value: Any) -> Any:
    if isinstance(value, tuple):
        return _settings(value[0])
    if value == {}:
        return {}
    if not is_dataclass(value):
        return None
    return {f.name: _settings(getattr(value, f.name)) for f in fields(value) if f.compare}


def test_without_a_file_all_is_default(table: Path) -> None:
    assert config.load() == Config()
    assert config.load().source is None


def test_the_first_file_there_is_counts(table: Path) -> None:
    written(config.user_file().parent, "chimes: false\n")
    assert config.load() == Config(chimes=ChimeSettings(not_understood=False))

    here = written(table, "language: de\n")
    assert config.load() == Config(language="de")

    given = written(table, "language: fr\n", "other.yaml")
    assert config.load(given) == Config(language="fr")
    assert (config.load().source, config.load(given).source) == (here.relative_to(table), given)


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "rules:\nbutton:\nnames:\n"])
def test_a_file_may_say_nothing(table: Path, text: str) -> None:
    assert config.load(written(table, text)) == Config()


def test_a_partial_file_keeps_the_other_defaults(table: Path) -> None:
    text = "\ufeffrules: {end_at: 50, starter: lowest}\nvoice: {speed: 2}\n"
    read = config.load(written(table, text))
    assert read.rules == Rules(end_at=50, starter="lowest")
    assert (read.voice.speed, read.voice.model) == (2.0, None)


def test_one_device_or_several_the_best_first(table: Path) -> None:
    read = config.load(written(table, "microphone: {device: [Table Mic, webcam]}\n"
                                      "speaker: {device: USB}\n"))
    assert read.microphone.device == ("Table Mic", "webcam")
    assert read.speaker.device == "USB"


def test_one_button_or_several(table: Path) -> None:
    text = """
    button:
      - {kind: evdev, device: 10:50}
      - {kind: evdev, device: Pedal, mode: tap}
      - {kind: keyboard}
    """
    assert config.load(written(table, text)).button == (
        ButtonSettings("evdev", "10:50", "hold"),
        ButtonSettings("evdev", "Pedal", "tap"),
        ButtonSettings("keyboard", None, "tap"),
    )


def test_names_are_read_as_written(table: Path) -> None:
    """No and Yes are truth values to YAML, and names to a table."""
    text = "names: {spoken_as: {No: [know,  now  uh], Jo: yes}}\n"
    spoken = config.load(written(table, text)).names.spoken_as
    assert spoken == {"No": ("know", "now uh"), "Jo": ("yes",)}


def test_paths_are_relative_to_the_file(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "hearing: {model: models/mine}\nvoice: {model: ~/joe.onnx}\n"
    read = config.load(written(table, text, "sub/c.yaml"))
    assert read.hearing.model == table / "sub/models/mine"
    assert read.voice.model == Path.home() / "joe.onnx"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("languag: en\n",
         "config.yaml, line 1: there is no setting 'languag'. Did you mean 'language'?"),
        ("\nrules:\n  end: 3\n",
         "config.yaml, line 3: there is no setting 'end' under rules. Did you mean 'end_at'?"),
        ("zzz: 1\n", "known are language, rules,"),
        ("language: jp\n",
         "config.yaml, line 1: language must be en, es, it, pl, de or fr, not 'jp'."),
        ("language: [en]\n", "not a list."),
        ("language: 5\n", "not 5."),
        ("rules:\n  columns: true\n  end_at: 0\n",
         "config.yaml, line 3: rules: end_at can be a whole number from 1 to 1000 or null, not 0."),
        ("rules: {end_at: 100.0}\n", "end_at can be"),
        ("rules: {end_at: true}\n", "not true"),
        ("rules: {end_at: [1]}\n", "end_at can be"),
        ("rules: {starter: Closer}\n", "closer or lowest or highest"),
        ("rules: {end_at: null}\n", "rounds must be set"),
        ("rules: 5\n", "config.yaml, line 1: rules must be a list of `key: value` lines, not 5."),
        ("microphone: {device: {a: b}}\n", "microphone.device must be a text (in quotes) or null"),
        ("microphone: {device: []}\n", "microphone.device must be a list of words"),
        ("speaker: {device: [a, {b: c}]}\n", "speaker.device must be a list of words"),
        ("speaker: {device: 3}\n", "speaker.device must be a text (in quotes) or null, not 3."),
        ("speaker: {device: ''}\n", "not empty"),
        ("speaker: {rate: 3}\n", "there is no setting 'rate' under speaker; known are device."),
        ("button: {kind: foot}\n", "button.kind must be keyboard or evdev, not 'foot'."),
        ("button: {mode: hold}\n", "button.mode must be tap for a keyboard"),
        ("button: {kind: keyboard, device: x}\n", "button.device must be null for a keyboard"),
        ("button: {kind: evdev}\n", "button.device must be a name"),
        ("button: {kind: evdev, device: x, mode: press}\n", "button.mode must be hold or tap"),
        ("button: []\n", "a button or a list of buttons, not a list."),
        ("button: [x]\n", "button must be a list of `key: value` lines, not 'x'."),
        ("button: [{kind: keyboard}, {}]\n", "the same button is given twice"),
        ("voice: {speed: .nan}\n", "voice.speed must be a number from 0.5 to 2, not .nan."),
        ("voice: {speed: true}\n", "not true."),
        ("voice: {speed: 2.1}\n", "not 2.1."),
        ("voice: {speed: fast}\n", "not 'fast'."),
        ("voice: {deterministic: 1}\n", "voice.deterministic must be true or false, not 1."),
        ("hearing: {ask_margin: -1}\n",
         "hearing.ask_margin must be a number from 0 to 20, not -1."),
        ("names: {spoken_as: {Ana: []}}\n", "names.spoken_as.Ana must be a list of words"),
        ("names: {spoken_as: {Ana: {a: b}}}\n", "not a mapping."),
        ("chimes: 2020-02-31\n", "chimes must be true or false"),
    ],
)
def test_a_wrong_key_or_value_is_named(table: Path, text: str, expected: str) -> None:
    assert expected in complaint(table, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- en\n",
         "config.yaml, line 1: the file must be a list of `key: value` lines, not a list."),
        ("language\n", "not 'language'."),
        ("chimes: true\nchimes: true\n", "line 2: chimes is given twice (first in line 1)."),
        ("rules: {end_at: 9, end_at: 9}\n", "rules.end_at is given twice"),
        ("rules:\n\tend_at: 9\n", "config.yaml, line 2: a tab; YAML is indented with spaces only."),
        ("rules: {\n", "not YAML"),
        ("a: 1\n--- \nb: 2\n", "not YAML"),
        ("a: *b\n", "not YAML"),
        ("? [a]\n: b\n", "a key must be a word, not a list."),
        ("rules: &r {end_at: *r}\n", "end_at can be"),
        ("chimes: \x00\n", "characters that YAML does not allow"),
        ("[" * 5000, "nested too deeply"),
        (b"chimes: true\n# caf\xe9\n", "config.yaml, line 2: not UTF-8; save the file as UTF-8."),
        ("language: " + "x" * 500, "xxx..."),
    ],
)
def test_a_broken_file_is_explained(table: Path, text: str | bytes, expected: str) -> None:
    assert expected in complaint(table, text)


def test_a_file_that_is_none(table: Path) -> None:
    with pytest.raises(ConfigFault, match=r"There is no configuration file missing\.yaml\."):
        config.load(Path("missing.yaml"))
    (table / "config.yaml").mkdir()
    with pytest.raises(ConfigFault, match=r"config\.yaml is a folder, not a configuration file\."):
        config.load()
