"""A copy of the ledger, whole and on disk before anything is changed in the file itself."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from voicekeeper.faults import DataFault

_UNFINISHED = ".unfinished"


def back_up(path: Path, connection: sqlite3.Connection, version: int) -> Path:
    """Copy the ledger at `path`, which `connection` reads, to a new file beside it; its name.

    Nothing is overwritten, and what an interrupted copy left is put away. The
    copy is one file without a log. Raises DataFault where there is no room for
    it, or the folder cannot be written.
    """
    target = _free(path, version)
    unfinished = target.with_name(target.name + _UNFINISHED)
    try:
        unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        _to_disk(unfinished, os.O_RDWR)
        unfinished.rename(target)
        if sys.platform != "win32":
            _to_disk(target.parent, os.O_RDONLY)
    except (OSError, sqlite3.Error) as error:
        unfinished.unlink(missing_ok=True)
        size = max(1, round(path.stat().st_size / 1e6))
        why = getattr(error, "strerror", None) or str(error)
        raise DataFault(
            f"The games file {path} is from an older voicekeeper and has to be copied before it "
            f"is brought up to date, which failed ({why}); see to it that there is room for "
            f"{size} MB more in that folder. Nothing was changed."
        ) from error
    return target


def backups(path: Path) -> list[Path]:
    """Every copy that was made of the ledger at `path`."""
    return sorted(path.parent.glob(f"{path.stem}.schema-*{path.suffix}"))


def _free(path: Path, version: int) -> Path:
    number = 1
    while True:
        again = "" if number == 1 else f"-{number}"
        target = path.with_name(f"{path.stem}.schema-{version}{again}{path.suffix}")
        if not target.exists():
            return target
        number += 1


def _to_disk(path: Path, how: int) -> None:
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
