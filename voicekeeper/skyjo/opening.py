"""How a ledger's file is opened: to be read, or by its only writer, whatever state it is in."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from voicekeeper.faults import DataFault
from voicekeeper.skyjo import database, reading
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.database import Damaged
from voicekeeper.skyjo.lock import WriterLock

_BEGUN_WITHIN = 0.2  # seconds; a new file is empty for some ten milliseconds


@dataclass(frozen=True)
class Opened:
    """A ledger's file, open, with the table's books as they are in it.

    lock: held by a writer, None for a reader. notice: a sentence to say at the start, when a
    damaged file was put aside. backup: the copy of a file from an older voicekeeper.
    """

    connection: sqlite3.Connection
    books: Books
    lock: WriterLock | None = None
    notice: str | None = None
    backup: Path | None = None


def for_reading(path: Path) -> Opened:
    """Raises DataFault: it can't be read, is damaged, or from a newer voicekeeper."""
    with suppress(OSError):  # told when it is opened
        if path.is_file() and not path.stat().st_size:
            time.sleep(_BEGUN_WITHIN)  # a writer may be about to begin it
    try:
        connection = database.connect_reading(path)
        return Opened(connection, _books(path, connection))
    except Damaged as damage:
        raise DataFault(
            f"The games file {path} is damaged ({damage}); "
            "start play, which keeps it under another name and begins a new one."
        ) from damage


def for_writing(path: Path) -> Opened:
    """A new file where there is none, or where it is damaged; that one is put aside.

    Raises DataFault: the folder can't be written, another writer is at it, the disk is
    full, or the file is from a newer voicekeeper.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataFault(
            f"The data folder {path.parent} cannot be made ({error.strerror}); "
            "choose another with --data."
        ) from error
    lock = _locked(path)
    try:
        try:
            return _writing(path, lock)
        except Damaged:
            aside = database.put_aside(path)
            notice = (
                f"The games file was damaged. It is kept as {aside.name}, "
                "and a new one has begun."
            )
            return _writing(path, lock, notice)
    except BaseException:
        lock.release()
        raise


def refuse_if_in_use(path: Path) -> None:
    """See whether a writer could open this file now; nothing of it is changed.

    Raises DataFault: another writer is at it, or the folder can't be written.
    """
    if path.exists():
        _locked(path).release()


def _locked(path: Path) -> WriterLock:
    return WriterLock(path.with_name(path.name + ".lock"))


def _writing(path: Path, lock: WriterLock, notice: str | None = None) -> Opened:
    connection, backup = database.connect_writing(path)
    return Opened(connection, _books(path, connection), lock, notice, backup)


def _books(path: Path, connection: sqlite3.Connection) -> Books:
    """The books in an open file; where they can't be read, it is closed. Raises Damaged."""
    try:
        return reading.books(connection)
    except (ValueError, LookupError, TypeError) as error:
        # Whole pages with senseless rows are damage too.
        connection.close()
        raise Damaged(str(error)) from error
    except sqlite3.Error as error:
        connection.close()
        raise database.fault(path, error) from error
