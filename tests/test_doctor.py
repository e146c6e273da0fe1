"""`voicekeeper doctor`: a line a part, and what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from fake_room import FakeRoom
from saying import Talk

from voicekeeper.checkup.finding import Finding
from voicekeeper.checkup.kept import disk_finding, games_findings
from voicekeeper.cli import main
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger

PARTS = [
    "program", "memory", "model", "voice", "hearing", "microphone", "speaker", "button",
    "permissions", "disk", "games", "clock",
]


def run(tmp_path: Path, *arguments: str, config: str = "") -> Result:
    settings = tmp_path / "settings.yaml"
    settings.write_text(config)
    data = [] if "--data" in arguments else ["--data", str(tmp_path / "data")]
    return CliRunner().invoke(main, ["doctor", "--config", str(settings), *data, *arguments])


def findings(result: Result) -> dict[str, dict[str, Any]]:
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(list(line) == ["part", "ok", "found", "do"] for line in lines)
    assert all(line["ok"] or line["do"] for line in lines)
    assert result.exit_code == (0 if all(line["ok"] for line in lines) else 1)
    return {line["part"]: line for line in lines}


def test_every_part_has_a_line(room: FakeRoom, tmp_path: Path) -> None:
    found = findings(run(tmp_path, "--json"))
    assert list(found) == PARTS
    for part in set(PARTS) - {"button", "permissions"}:
        assert found[part]["ok"], found[part]


def test_without_sound_it_says_what_to_do(no_room: None, tmp_path: Path) -> None:
    found = findings(run(tmp_path, "--json"))
    for part in ("microphone", "speaker"):
        assert not found[part]["ok"]
        assert "--typed" in found[part]["do"]


def test_what_the_settings_name_is_looked_for(room: FakeRoom, tmp_path: Path) -> None:
    config = """
    microphone: {device: Gramophone}
    button: [{kind: evdev, device: Organ pedal}, {kind: keyboard}]
    voice: {model: joe.onnx}
    hearing: {model: nowhere}
    """
    result = run(tmp_path, config=config)
    assert result.exit_code == 1
    lines = {line.split()[1]: line for line in result.stdout.splitlines() if "FAULT" in line}
    assert "'Gramophone'" in lines["microphone:"]
    in_use = f"in {tmp_path}/settings.yaml"
    assert f"Correct microphone: device: {in_use}." in lines["microphone:"]
    assert "joe.onnx" in lines["voice:"]
    assert "no speech model at" in lines["model:"]
    assert [line.split()[1] for line in result.stdout.splitlines()].count("button:") == 2
    pedal = next(line for line in result.stdout.splitlines() if "'Organ pedal'" in line)
    assert pedal.lower().count("plug it in") == 1
    assert f"correct button: device: {in_use} (docs/button.md)" in pedal
    assert " in config.yaml" not in result.stdout


def test_findings_name_the_settings_in_use(tmp_path: Path) -> None:
    finding = Finding("button", False, "x, named in config.yaml", "Put it into config.yaml.")
    other = tmp_path / "other.yaml"
    assert finding.naming(other) == Finding(
        "button", False, f"x, named in {other}", f"Put it into {other}.")
    assert finding.naming(None) == finding.naming(Path("config.yaml")) == finding
    service = Finding("service", False, "", "voicekeeper doctor --config /etc/config.yaml")
    assert service.naming(other) == service


def test_the_data_folder_is_tried_not_made(tmp_path: Path) -> None:
    deep = tmp_path / "not" / "yet"
    assert disk_finding(deep).ok
    assert not (tmp_path / "not").exists()

    (tmp_path / "file").write_text("a file where a folder belongs")
    disk = disk_finding(tmp_path / "file")
    assert not disk.ok
    assert "--data" in disk.do


def test_a_wrong_setting_is_one_line(tmp_path: Path) -> None:
    result = run(tmp_path, config="languag: en")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        f"voicekeeper: {tmp_path}/settings.yaml, line 1: there is no setting 'languag'. "
        "Did you mean 'language'?"
    ]


def test_a_language_without_grammar_is_named(tmp_path: Path) -> None:
    result = run(tmp_path, "--lang", "pl")
    assert result.exit_code == 1
    assert result.stderr == "voicekeeper: The table does not speak 'pl' yet; choose en.\n"


@pytest.mark.parametrize("arguments", [("--lang", "xx"), ("--unknown",), ("word",)])
def test_wrong_usage_is_exit_status_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert run(tmp_path, *arguments).exit_code == 2


def test_the_games_are_read_from_the_first_page_to_the_last(tmp_path: Path) -> None:
    data = tmp_path / "data"

    def games() -> Finding:
        found, _clock = games_findings(data, "en")
        return found

    assert games().found == "none yet"
    with Ledger.open(data / FILE_NAME, writer=True) as ledger:
        ledger.commit(Talk().start())
    assert (games().ok, games().found.startswith("1 in ")) == (True, True)
    with (data / FILE_NAME).open("r+b") as file:
        file.seek(8192)
        file.write(b"\0" * 4096)
    assert (games().ok, "is damaged" in games().found) == (False, True)
    assert "another name" in games().do


def test_damaged_games_that_were_put_aside_are_named(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    for _ in range(2):
        (data / FILE_NAME).write_bytes(b"")
        Ledger.open(data / FILE_NAME, writer=True).close()
    found, _clock = games_findings(data, "en")
    assert found.ok and found.do
    assert found.found.endswith(
        "put aside: games.damaged-1.sqlite3, games.damaged-2.sqlite3")
