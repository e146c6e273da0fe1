"""Everything that is kept of a person, and how it goes.

In the data folder: the games, their copies and the damaged files that were put
aside; enrolled names; compiled grammars and kept clips of the voice, which are
made again when they are needed. Beside it: folders of kept takes.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voicekeeper.faults import DataFault
from voicekeeper.hearing.spoken import FILE_NAME as NAMES_FILE
from voicekeeper.hearing.spoken import SpokenNames
from voicekeeper.keeping import MANIFEST
from voicekeeper.skyjo import forgetting
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.players import fold
from voicekeeper.voice.saidnames import FILE_NAME as SAID_FILE
from voicekeeper.voice.saidnames import SaidNames
from voicekeeper.wholefile import write_whole

_REMADE = ("grammars/grammar-*", "grammars/parser-*", "grammars/names-*", "clips/*")


@dataclass(frozen=True)
class Kept:
    """What is kept of a person.

    games: how many of the ledger's. said: how often the name was said in others.
    copies: ledgers beside it with the name in them; damaged: files with the name
    that are no ledgers any more. takes: by manifest, how many of the person's
    tables; named: manifests that name them among past players alone.
    """

    games: int = 0
    said: int = 0
    copies: tuple[Path, ...] = ()
    damaged: tuple[Path, ...] = ()
    enrolled: bool = False
    takes: tuple[tuple[Path, int], ...] = ()
    named: tuple[Path, ...] = ()

    def __bool__(self) -> bool:
        return self != Kept()


def kept_of(name: str, data: Path, take_folders: Sequence[Path], language: str) -> Kept:
    """What is kept of a person. Raises DataFault where the ledger or a folder can't be read."""
    with Ledger.open(data / FILE_NAME) as ledger:
        found = ledger.traces(name)
    copies, damaged = [], []
    for file in _beside(data):
        held = _held(file, name)
        if held is None:
            if _has(file, name):
                damaged.append(file)
        elif held:
            copies.append(file)
    takes, named = [], []
    for manifest in _manifests(data, take_folders):
        theirs, past = _takes(manifest, name)
        if theirs:
            takes.append((manifest, theirs))
        elif past:
            named.append(manifest)
    enrolled = _names(data, language).is_enrolled(name) or name in _said(data)
    return Kept(found.games, found.said, tuple(copies), tuple(damaged), enrolled,
                tuple(takes), tuple(named))


def forget(name: str, kept: Kept, data: Path, language: str) -> None:
    """Take a person's name out of all that `kept_of` found.

    Other things said in their games are lost with it; the scores are not.
    Raises DataFault; asked once more it goes on where it was interrupted.
    """
    with ExitStack() as stack:
        ledger: Ledger | None = None
        if (data / FILE_NAME).exists():
            # Open all the while, lest somebody plays. An older one is copied now, if ever.
            ledger = stack.enter_context(Ledger.open(data / FILE_NAME, writer=True))
        copies = kept.copies if ledger is None or ledger.backup is None else (
            *kept.copies, ledger.backup)
        for file in copies:
            _forget_in(file, name)
        for file in kept.damaged:
            file.unlink()
        for manifest in (*(manifest for manifest, _ in kept.takes), *kept.named):
            _forget_takes(manifest, name)
        if kept.enrolled:
            _names(data, language).forget(name)
            _said(data).keep(name, None)
        for pattern in _REMADE:
            for made in data.glob(pattern):
                shutil.rmtree(made) if made.is_dir() else made.unlink()
        # Last, so that what is interrupted is found again.
        if ledger is not None:
            ledger.forget(name)


def _names(data: Path, language: str) -> SpokenNames:
    return SpokenNames({}, data / NAMES_FILE, language)


def _said(data: Path) -> SaidNames:
    return SaidNames(data / SAID_FILE)


def _beside(data: Path) -> Iterator[Path]:
    """The ledger's copies, and what was put aside; their logs too."""
    ledger = data / FILE_NAME
    for file in sorted(data.glob(f"{ledger.stem}.*")):
        if file.is_file() and not file.name.startswith(ledger.name):
            yield file


def _held(file: Path, name: str) -> bool | None:
    """Whether a ledger has a person in it; None where the file is no ledger in order."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            if not forgetting.is_ledger(connection):
                return None
            return bool(forgetting.traces(connection, name))
    except sqlite3.Error:
        return None


def _has(file: Path, name: str) -> bool:
    """Whether the bytes of a file have the name in them, in some usual spelling."""
    content = file.read_bytes()
    spellings = {name, fold(name), name.upper(), name.lower(), name.title()}
    return any(spelling.encode() in content for spelling in spellings)


def _forget_in(file: Path, name: str) -> None:
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            forgetting.forget(connection, name)
            connection.execute("COMMIT")
            forgetting.scrub(connection)
    except sqlite3.Error as error:
        raise DataFault(f"{file} cannot be changed ({error}); delete it yourself, then ask "
                        "again.") from error


def _manifests(data: Path, folders: Iterable[Path]) -> Iterator[Path]:
    """The manifests of kept takes: those under the data folder, and those named."""
    for folder in folders:
        if not (folder / MANIFEST).is_file():
            raise DataFault(f"No takes are kept in {folder}: there is no {MANIFEST}.")
    found = {*data.rglob(MANIFEST), *(folder / MANIFEST for folder in folders)}
    return iter(sorted({manifest.resolve() for manifest in found}))


def _takes(manifest: Path, name: str) -> tuple[int, int]:
    """How many takes are of a person's tables, and how many name them among past players."""
    theirs = past = 0
    for line in _lines(manifest):
        rest, was_past = _without_past(line, name)
        if _is_theirs(rest, name):
            theirs += 1
        elif was_past:
            past += 1
    return theirs, past


def _lines(manifest: Path) -> Iterator[dict[str, Any]]:
    try:
        text = manifest.read_text(encoding="utf-8")
        for line in text.split("\n"):
            if line.strip():
                told = json.loads(line)
                if isinstance(told, dict):
                    yield told
    except (OSError, ValueError) as error:
        raise DataFault(f"{manifest} cannot be read ({error}); see to it, then ask again."
                        ) from error


def _without_past(line: dict[str, Any], name: str) -> tuple[dict[str, Any], bool]:
    past = line.get("past")
    if not isinstance(past, dict):
        return line, False
    left = {other: forms for other, forms in past.items() if fold(other) != fold(name)}
    return {**line, "past": left}, len(left) < len(past)


def _is_theirs(line: dict[str, Any], name: str) -> bool:
    """Whether anything in the line names the person."""
    is_in = forgetting.says(name)
    rest = {key: value for key, value in line.items() if key not in ("past", "audio", "id")}
    return is_in(json.dumps(rest, ensure_ascii=False))


def _forget_takes(manifest: Path, name: str) -> None:
    left = []
    for line in _lines(manifest):
        line, _ = _without_past(line, name)
        if not _is_theirs(line, name):
            left.append(line)
        elif isinstance(audio := line.get("audio"), str):
            (manifest.parent / audio).unlink(missing_ok=True)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in left)
    write_whole(manifest, text.encode(), mode=manifest.stat().st_mode & 0o777)
