"""Finding and checking the speech model and the voice.

What exists, how big it is and how to get it stands in models/catalogue.yaml;
fetching is in fetch.py. A speech model is a folder as Vosk has it. Only those
with a dynamic graph (graph/Gr.fst and graph/HCLr.fst) can take a grammar.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import platformdirs
import yaml

from voicekeeper import resources
from voicekeeper.faults import Fault, ModelFault, VoiceFault

FETCH = "Run `voicekeeper setup` to fetch it"
_NEEDED = ("am/final.mdl", "conf/model.conf", "graph/Gr.fst", "graph/HCLr.fst")
_VOSK_CACHE = Path("~/.cache/vosk")  # on every system
_FST_MAGIC = (0x7EB2FDD6).to_bytes(4, "little")  # how every OpenFst file begins


@dataclass(frozen=True)
class File:
    """One file of a model: its size in bytes and its SHA-256 in hexadecimal."""

    size: int
    sha256: str


@dataclass(frozen=True)
class Way:
    """One way to get a model; `archive` is what the download itself must be."""

    kind: Literal["maven", "vosk", "package"]
    what: str
    inside: str = ""
    archive: File | None = None


@dataclass(frozen=True)
class Entry:
    """A model or voice of the catalogue; `size` in bytes, unpacked."""

    name: str
    kind: Literal["model", "voice"]
    language: str
    size: int
    files: Mapping[str, File]
    ways: tuple[Way, ...]


@cache
def catalogue() -> tuple[Entry, ...]:
    """The models and voices known, best first for each language."""
    listed = yaml.safe_load(resources.catalogue().read_text(encoding="utf-8"))
    return tuple(_entry(entry) for entry in listed)


def known(kind: Literal["model", "voice"], language: str) -> Entry | None:
    """The catalogue's model or voice for a language, or None."""
    return next((e for e in catalogue() if e.kind == kind and e.language == language), None)


def own_folder() -> Path:
    """Where fetched models go: models/ of the checkout, else the user's cache."""
    top = resources.checkout()
    if top is not None and os.access(top, os.W_OK):
        return top / "models"
    return cache_folder()


def cache_folder() -> Path:
    """The user's own folder of models, outside any checkout."""
    return platformdirs.user_cache_path("voicekeeper") / "models"


def find(language: str, model: Path | None = None) -> Path:
    """The folder of the speech model for a language.

    `model` is the folder that the configuration names, if it does. Otherwise:
    $VOSK_MODEL_PATH (a model, or a folder of models), models/, the user's
    cache, Vosk's own cache. Looks at names and sizes only; `check` reads all.
    Raises ModelFault, saying what to do.
    """
    named = chosen(model)
    if named is not None:
        check(named, thorough=False)
        return named
    damaged = None
    for folder in _candidates(language):
        try:
            check(folder, thorough=False)
        except ModelFault as fault:
            damaged = damaged or fault
        else:
            return folder
    if damaged is not None:
        raise damaged
    if known("model", language) is None:
        raise ModelFault(
            f"There is no speech model for '{language}'. Put a Vosk model with graph/Gr.fst and "
            f"graph/HCLr.fst into {own_folder()} (models/README.md says how), or name its folder "
            "under hearing: model: in config.yaml."
        )
    raise ModelFault(f"The speech model for '{language}' is not here yet. {FETCH}.")


def chosen(model: Path | None = None) -> Path | None:
    """The model folder that the user chose outright: the configuration's, or $VOSK_MODEL_PATH.

    None where they chose none, or where $VOSK_MODEL_PATH is a folder of models,
    as Vosk itself has it. Raises ModelFault where it names no folder at all.
    """
    if model is not None:
        return model
    named = os.environ.get("VOSK_MODEL_PATH")
    if not named:
        return None
    folder = Path(named).expanduser()
    if not folder.is_dir():
        raise ModelFault(
            f"VOSK_MODEL_PATH names {folder}, and there is no such folder. Correct it or unset it."
        )
    return folder if any((folder / part).is_dir() for part in ("am", "graph")) else None


def find_voice(language: str, model: Path | None = None) -> Path:
    """The Piper voice (.onnx, with its .onnx.json beside it) for a language.

    `model` is the file that the configuration names, if it does. Raises
    VoiceFault, saying what to do.
    """
    path = model if model is not None else _packaged_voice(language)
    _check_voice(path)
    return path


def mend(path: Path) -> str:
    """What to do about a damaged model or voice there, as a sentence.

    Only what setup would fetch is its affair; what the user has chosen is theirs.
    """
    if path.suffix == ".onnx":
        ours = path.stem in {entry.name for entry in catalogue()} and _is_packaged(path)
        own = "leave voice: model: null for the program's own"
    else:
        ours = os.environ.get("VOSK_MODEL_PATH") != str(path) and path.parent in _places()
        own = "choose another one under hearing: model: in config.yaml or by VOSK_MODEL_PATH"
    return f"{FETCH} again." if ours else f"Put a whole one there, or {own}."


def check(path: Path, *, thorough: bool = True) -> None:
    """Raise ModelFault unless the folder holds a whole model that can take a grammar.

    Thorough compares checksums where the catalogue knows them (half a second);
    else only sizes and how the files begin.
    """
    if not path.is_dir():
        raise ModelFault(f"There is no speech model at {path}. {FETCH}, or correct the path.")
    if not (path / "graph" / "HCLr.fst").exists():
        for fixed in ("graph/HCLG.fst", "HCLG.fst"):  # the second as old models have it
            if (path / fixed).exists():
                raise ModelFault(
                    f"The speech model {path} has one fixed graph ({fixed}) and cannot take a "
                    "grammar. Use one with graph/Gr.fst and graph/HCLr.fst: any 'small' model, "
                    "or for English vosk-model-en-us-0.22-lgraph."
                )
    entry = next((e for e in catalogue() if e.kind == "model" and e.name == path.name), None)
    _check_files(path, path, entry.files if entry else {}, _NEEDED, thorough, ModelFault)
    for fst in ("graph/Gr.fst", "graph/HCLr.fst"):
        if not _begins_with(path / fst, _FST_MAGIC):
            raise ModelFault(f"{path / fst} is not a graph: the model is damaged. {mend(path)}")


def check_voice(path: Path) -> None:
    """Raise VoiceFault unless the voice is whole, by checksums where they are known."""
    _check_voice(path, thorough=True)


def _check_voice(path: Path, *, thorough: bool = False) -> None:
    if not path.is_file():
        raise VoiceFault(
            f"There is no voice at {path}. Name a Piper voice's .onnx file under voice: model: "
            "in config.yaml, or leave it null for the program's own."
        )
    entry = next((e for e in catalogue() if e.kind == "voice" and e.name == path.stem), None)
    needed = (path.name, path.name + ".json")
    _check_files(path, path.parent, entry.files if entry else {}, needed, thorough, VoiceFault)


def _check_files(
    whole: Path,
    folder: Path,
    files: Mapping[str, File],
    needed: tuple[str, ...],
    thorough: bool,
    fault: type[Fault],
) -> None:
    try:
        for name in {*needed, *files}:
            path, wanted = folder / name, files.get(name)
            if not path.is_file():
                raise fault(f"{path} is missing, so {folder.name} is not whole. {mend(whole)}")
            size = path.stat().st_size
            if size == 0 or (wanted and size != wanted.size):
                short = f" ({size} bytes of {wanted.size})" if wanted else " (it is empty)"
                raise fault(f"{path} is damaged{short}. {mend(whole)}")
            if thorough and wanted and sha256(path) != wanted.sha256:
                raise fault(f"{path} is damaged (wrong checksum). {mend(whole)}")
    except OSError as error:
        raise fault(f"{folder} cannot be read ({error.strerror}).") from error


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _candidates(language: str) -> Iterator[Path]:
    for folder in _places():
        yield from _models_in(folder, language)


def _places() -> list[Path]:
    """The folders in which models are looked for."""
    folders = [own_folder(), cache_folder(), _VOSK_CACHE.expanduser()]
    top = resources.checkout()
    if top is not None and folders[0] == folders[1]:
        # This user may not write there, but whoever set the program up may: so a service finds it.
        folders.insert(0, top / "models")
    if named := os.environ.get("VOSK_MODEL_PATH"):
        folders.insert(0, Path(named).expanduser())
    return folders


def _models_in(folder: Path, language: str) -> list[Path]:
    """A language's models in a folder, those of the catalogue first."""
    pattern = re.compile(rf"vosk-model(-small|-big)?-{re.escape(language)}(-.*)?")
    try:
        found = [p for p in folder.iterdir() if pattern.fullmatch(p.name) and p.is_dir()]
    except OSError:
        return []
    order = [entry.name for entry in catalogue()]
    return sorted(
        found, key=lambda p: (order.index(p.name) if p.name in order else len(order), p.name)
    )


def _packaged_voice(language: str) -> Path:
    entry = known("voice", language)
    if entry is None:
        raise VoiceFault(
            f"There is no voice for '{language}'. Name a Piper voice's .onnx file under "
            "voice: model: in config.yaml."
        )
    package = next(way.what for way in entry.ways if way.kind == "package")
    try:
        return Path(importlib.import_module(package).model_path())
    except ImportError as error:
        raise VoiceFault(
            f"The voice's package {package.replace('_', '-')} is not installed. "
            "Run `scripts/play` again, or install it with pip."
        ) from error


def _is_packaged(path: Path) -> bool:
    languages = {entry.language for entry in catalogue() if entry.kind == "voice"}
    for language in languages:
        with contextlib.suppress(VoiceFault):
            if path == _packaged_voice(language):
                return True
    return False


def _begins_with(path: Path, magic: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(magic)) == magic


def _entry(listed: Mapping[str, Any]) -> Entry:
    return Entry(
        name=listed["name"],
        kind=listed["kind"],
        language=listed["language"],
        size=listed["size"],
        files={name: File(**file) for name, file in listed["files"].items()},
        ways=tuple(_way(way) for way in listed["get"]),
    )


def _way(listed: Mapping[str, Any]) -> Way:
    for kind in ("maven", "vosk", "package"):
        if kind in listed:
            archive = File(listed["size"], listed["sha256"]) if "sha256" in listed else None
            return Way(kind, listed[kind], listed.get("inside", ""), archive)
    raise ValueError(f"catalogue.yaml: {listed!r} names no way to get it")
