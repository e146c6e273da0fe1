"""What is kept: the data folder, the games in it, and the names that were enrolled."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from voicekeeper.checkup.finding import Finding, as_finding
from voicekeeper.checkup.machine import clock_finding
from voicekeeper.faults import DataFault
from voicekeeper.hearing import spoken
from voicekeeper.skyjo import database
from voicekeeper.skyjo.history import Search
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger

_ENOUGH_BYTES = 100_000_000
"""Free disk space that games and kept clips can hardly fill."""
_ROOM = f"Make room there: {_ENOUGH_BYTES // 1_000_000} MB are enough for years."
_UNWRITABLE = {
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: _ROOM,
    errno.EROFS: "Restart the machine; if that does not help, the card is worn out: take a new "
                 "one, and copy the games while they can be read.",
}


def disk_finding(data: Path) -> Finding:
    """Whether the data folder can be written, or made, and has room."""
    folder = data.absolute()
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    choose = "Choose another with --data, or give yourself the right to write there."
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"\0")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Finding("disk", False, f"{data} cannot be written ({error.strerror})",
                       _UNWRITABLE.get(error.errno or 0, choose))
    # What a table wrote as another user can't be gone on with, though the folder may be written.
    closed = [path for path in sorted(data.glob(f"{FILE_NAME}*")) if not os.access(path, os.W_OK)]
    if closed:
        return Finding("disk", False, f"{closed[0]} cannot be written by this user",
                       f"It belongs to {_owner(closed[0])}: run the program as that user, or "
                       "choose another folder with --data.")
    found = f"{data}, {free / 1e9:.1f} GB free"
    if free < _ENOUGH_BYTES:
        return Finding("disk", False, found, _ROOM)
    return Finding("disk", True, found)


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except (KeyError, OSError):
        return "another user"


def games_findings(data: Path, language: str) -> Iterator[Finding]:
    """Whether the games' file is in order, every page of it, what it holds, and the clock."""
    path = data / FILE_NAME
    last = None
    try:
        spoken.SpokenNames({}, data / spoken.FILE_NAME, language)
        if path.exists():
            database.check_all(path)
            with Ledger.open(path) as ledger:
                games = ledger.games(search=Search(deleted=None))
            dates = [datetime.fromisoformat(game.started) for game in games if game.started]
            last = max(dates, default=None)
    except database.Damaged as damage:
        yield Finding("games", False, f"{path} is damaged ({damage})",
                      "Put that file away under another name; play then begins a new one.")
    except DataFault as fault:
        yield as_finding("games", fault)
    else:
        found = "none yet" if not path.exists() else (
            f"{len(games):,} in {path}, {path.stat().st_size / 1e6:.1f} MB, whole")
        aside = [file.name for file in database.aside_of(path)]
        yield Finding("games", True, found) if not aside else Finding(
            "games", True, f"{found}; damaged and put aside: {', '.join(aside)}",
            "If games are missing, they were in there: copy such a file before anything is tried "
            "with it. If none is, delete it.")
    yield clock_finding(datetime.now(UTC).astimezone(), last)
