"""The speech model: found, checked, fetched, and never half there."""

from __future__ import annotations

import hashlib
import os
import time
import zipfile
from pathlib import Path

import pytest

from voicekeeper import fetch, models
from voicekeeper.faults import ModelFault, VoiceFault
from voicekeeper.models import Entry, File, Way

GRAPH = b"\xd6\xfd\xb2\x7e" + b"graph"
PARTS = {
    "am/final.mdl": b"acoustic model",
    "conf/model.conf": b"--beam=13\n",
    "graph/Gr.fst": GRAPH,
    "graph/HCLr.fst": GRAPH,
    "ivector/final.ie": b"extractor",
}
NAME = "vosk-model-small-en-us-test"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user without any model; own models go to home/models."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("VOSK_MODEL_PATH", raising=False)
    monkeypatch.setattr(models, "own_folder", lambda: tmp_path / "models")
    return tmp_path


def put_model(folder: Path, parts: dict[str, bytes] | None = None) -> Path:
    for name, data in (parts or PARTS).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def make_archive(file: Path, inside: str = "assets/model") -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("classes.jar", b"not the model")
        for name, data in PARTS.items():
            archive.writestr(f"{inside}/{name}", data)
    return file


def entry_for(archive: Path) -> Entry:
    """What the catalogue would say of a model in this archive."""
    data = archive.read_bytes()
    return Entry(
        name=NAME,
        kind="model",
        language="en",
        size=sum(map(len, PARTS.values())),
        files={n: File(len(d), hashlib.sha256(d).hexdigest()) for n, d in PARTS.items()},
        ways=(
            Way("maven", "org.example:model:1:aar", "assets/model",
                File(len(data), hashlib.sha256(data).hexdigest())),
        ),
    )


def put_mvn(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """An `mvn` that runs this script, with $out where the archive belongs and $* its arguments."""
    mvn = folder / "bin" / "mvn"
    mvn.parent.mkdir()
    mvn.write_text(
        '#!/bin/bash\nfor a in "$@"; do case $a in -DoutputDirectory=*) out=${a#*=}/model-1.aar;; '
        f"esac; done\n{script}\n"
    )
    mvn.chmod(0o755)
    monkeypatch.setenv("PATH", f"{mvn.parent}:{os.environ['PATH']}")


def silent(_doing: str, _done: int, _whole: int) -> None:
    """Progress that nobody watches."""


# Finding


def test_places_are_searched_in_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vosks = put_model(home / ".cache/vosk" / NAME)
    assert models.find("en") == vosks
    cached = put_model(home / "cache/voicekeeper/models" / NAME)
    assert models.find("en") == cached
    own = put_model(home / "models" / NAME)
    assert models.find("en") == own
    many = put_model(home / "shelf" / NAME)
    monkeypatch.setenv("VOSK_MODEL_PATH", str(home / "shelf"))
    assert models.find("en") == many
    one = put_model(home / "anywhere" / "model")
    monkeypatch.setenv("VOSK_MODEL_PATH", str(one))
    assert models.find("en") == one
    configured = put_model(home / "configured")
    assert models.find("en", configured) == configured


def test_a_folder_of_models_without_this_language_is_passed_over(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_model(home / "shelf" / "vosk-model-small-de-0.15")
    own = put_model(home / "models" / NAME)
    monkeypatch.setenv("VOSK_MODEL_PATH", str(home / "shelf"))
    assert models.find("en") == own


def test_a_damaged_model_is_passed_over_for_a_whole_one(home: Path) -> None:
    put_model(home / "models" / NAME, {"am/final.mdl": b"x"})
    whole = put_model(home / "cache/voicekeeper/models" / NAME)
    assert models.find("en") == whole


def test_no_model_says_what_to_do(home: Path) -> None:
    with pytest.raises(ModelFault, match="Run `voicekeeper setup`"):
        models.find("en")
    with pytest.raises(ModelFault, match=r"no speech model for 'es'\. Put a Vosk model"):
        models.find("es")


def test_a_wrong_path_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelFault, match="no speech model at /nowhere"):
        models.find("en", Path("/nowhere"))
    monkeypatch.setenv("VOSK_MODEL_PATH", "/nowhere")
    with pytest.raises(ModelFault, match="VOSK_MODEL_PATH names /nowhere"):
        models.find("en")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"graph/HCLr.fst": None, "graph/HCLG.fst": GRAPH}, "one fixed graph"),
        ({"graph/Gr.fst": None}, r"Gr\.fst is missing"),
        ({"am/final.mdl": b""}, r"final\.mdl is damaged \(it is empty\)"),
        ({"graph/HCLr.fst": b"<html>"}, "is not a graph"),
    ],
)
def test_a_model_that_will_not_do(
    home: Path, change: dict[str, bytes | None], expected: str
) -> None:
    parts = {name: data for name, data in (PARTS | change).items() if data is not None}
    with pytest.raises(ModelFault, match=expected):
        models.check(put_model(home / "mine", parts))


def test_a_service_finds_the_model_beside_the_program(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root has set the program up, and the service's user may only read there."""
    monkeypatch.undo()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    monkeypatch.delenv("VOSK_MODEL_PATH", raising=False)
    program = home / "opt" / "voicekeeper"
    model = put_model(program / "models" / NAME)
    monkeypatch.setattr("voicekeeper.resources.checkout", lambda: program)
    assert models.own_folder() == program / "models"
    assert models.find("en") == model
    monkeypatch.setattr("os.access", lambda *_: False)  # for root there is no such folder
    assert models.own_folder() != program / "models"
    assert models.find("en") == model


def test_a_known_model_is_compared_with_the_catalogue(home: Path) -> None:
    folder = put_model(home / "models" / "vosk-model-small-en-us-0.15")
    with pytest.raises(ModelFault, match=r"is damaged \(\d+ bytes of \d+\)|is missing"):
        models.find("en")
    with pytest.raises(ModelFault):
        models.check(folder)


def test_the_voice_comes_with_the_program() -> None:
    voice = models.find_voice("en")
    models.check_voice(voice)
    with pytest.raises(VoiceFault, match="no voice at /nowhere"):
        models.find_voice("en", Path("/nowhere"))
    with pytest.raises(VoiceFault, match="no voice for 'pl'"):
        models.find_voice("pl")


# Fetching


def test_a_model_is_fetched_and_whole(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = make_archive(home / "held.aar")
    put_mvn(home, monkeypatch, f'cp {archive} "$out"')
    doings = []
    path = fetch.fetch(entry_for(archive), lambda doing, *_: doings.append(doing))
    assert path == home / "models" / NAME == models.find("en")
    assert {p.relative_to(path).as_posix() for p in path.rglob("*") if p.is_file()} == set(PARTS)
    assert [p.name for p in path.parent.iterdir()] == [NAME]
    assert {"fetching", "unpacking", "checking"} <= set(doings)


def test_a_damaged_download_is_fetched_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first try copies what the user's repository holds; the second has a new one."""
    archive = make_archive(home / "held.aar")
    put_mvn(
        home, monkeypatch,
        f'case "$*" in *maven.repo.local*) cp {archive} "$out";; '
        f'*) head -c 100 {archive} > "$out";; esac',
    )
    assert fetch.fetch(entry_for(archive), silent) == models.find("en")


def test_a_damaged_model_is_replaced(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_model(home / "models" / NAME, PARTS | {"am/final.mdl": b"", "left/over": b"x"})
    archive = make_archive(home / "held.aar")
    put_mvn(home, monkeypatch, f'cp {archive} "$out"')
    path = fetch.fetch(entry_for(archive), silent)
    models.check(path)
    assert not (path / "left").exists()


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("echo '[ERROR] '; echo '[ERROR] Unknown host'; exit 1", "maven: Unknown host"),
        ("exit 0", r"maven: model-1\.aar did not arrive"),
        ('echo half > "$out"', r"maven: model-1\.aar arrives damaged \(wrong checksum\)"),
    ],
)
def test_a_failed_download_leaves_things_as_they_were(
    home: Path, monkeypatch: pytest.MonkeyPatch, script: str, expected: str
) -> None:
    held = put_model(home / "models" / NAME)
    put_mvn(home, monkeypatch, script)
    with pytest.raises(ModelFault, match=expected) as caught:
        fetch.fetch(entry_for(make_archive(home / "held.aar")), silent)
    assert "voicekeeper setup` again" in str(caught.value)
    models.check(held)
    assert [p.name for p in held.parent.iterdir()] == [NAME]


def test_what_an_interrupted_run_left_is_no_model_and_goes(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = put_model(home / "models/.fetching-old" / NAME).parent
    with pytest.raises(ModelFault):
        models.find("en")
    hours_ago = time.time() - 2 * 3600
    os.utime(left, (hours_ago, hours_ago))
    archive = make_archive(home / "held.aar")
    put_mvn(home, monkeypatch, f'cp {archive} "$out"')
    fetch.fetch(entry_for(archive), silent)
    assert not left.exists()


def test_an_archive_is_never_unpacked_outside(home: Path) -> None:
    for inside, expected in (("assets/model/..", "not a model's archive"), ("other", "no folder")):
        archive = make_archive(home / "bad.aar", inside)
        with pytest.raises(ModelFault, match=expected):
            fetch.unpack(archive, "assets/model", home / "target", silent)
    (home / "bad.aar").write_bytes(b"PK")
    with pytest.raises(ModelFault, match="could not be unpacked"):
        fetch.unpack(home / "bad.aar", "assets/model", home / "target", silent)


def test_a_folder_that_cannot_be_written_is_named(home: Path) -> None:
    (home / "models").write_text("a file where a folder belongs")
    with pytest.raises(ModelFault, match="models cannot be written"):
        fetch.fetch(entry_for(make_archive(home / "held.aar")), silent)
