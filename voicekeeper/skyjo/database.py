"""The ledger's SQLite file: opening it, telling damage from other faults, putting it aside."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from voicekeeper.faults import DataFault, DiskFull
from voicekeeper.skyjo import schema
from voicekeeper.skyjo.backup import back_up
from voicekeeper.skyjo.migrations import migrate

_COMPANIONS = ("-wal", "-shm")
_BUSY_SECONDS = 5.0
_THOROUGH_CHECK_BYTES = 8_000_000
"""Up to this size every page is checked at the start; that takes some 20 ms."""

_A_PAGE_OR_SO = 65_536  # bytes: with less SQLite cannot even share its log's index

_SMALL_TABLES = ("shelf", "people", "names", "games", "deleted")

# A result code's low byte is its kind; the rest says more about it.
# SQLITE_ERROR: our statements are right, so a table or a column must be gone.
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


class Damaged(Exception):
    """The file cannot be read as a ledger; str() is the technical reason."""


def connect_writing(path: Path) -> tuple[sqlite3.Connection, Path | None]:
    """A connection whose commits are on disk when they return. Makes the tables if need be.

    A file of an older schema is copied and brought up to date; the copy's name
    comes second. Raises Damaged, or DataFault when the folder or the schema do
    not allow it; the file is then as it was.
    """
    if path.exists() or any(companion.exists() for companion in _companions(path)):
        check(path)
    connection: sqlite3.Connection | None = None
    copy: Path | None = None
    try:
        connection = _configured(str(path))
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        version = _version(connection)
        if version == 0:
            connection.executescript(schema.SCRIPT)
        elif version < schema.VERSION:
            copy = back_up(path, connection, version)
            _bring_up_to_date(connection, version)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, sqlite3.Error):
            raise fault(path, error) from error
        raise
    return connection, copy


def connect_reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write; on no file at all, it reads an empty ledger.

    A file of an older schema is left as it is, and read from a copy in memory.
    Raises Damaged or DataFault.
    """
    if not path.exists():
        connection = _configured(":memory:")
        connection.executescript(schema.SCRIPT)
        return connection
    check(path)
    connection = _read_only(path)
    with _reporting(path):
        version = _version(connection)
        if 0 < version < schema.VERSION:
            with _closing(connection):
                copy = _configured(":memory:")
                connection.backup(copy)
            _bring_up_to_date(copy, version)
            return copy
        if version == 0:
            connection.close()
            connection = _configured(":memory:")
            connection.executescript(schema.SCRIPT)
    return connection


def _bring_up_to_date(connection: sqlite3.Connection, version: int) -> None:
    try:
        migrate(connection, version)
    except (ValueError, LookupError, TypeError) as error:
        raise Damaged(str(error)) from error


def check(path: Path) -> None:
    """See whether this is a ledger in order, or no file at all. Raises Damaged or DataFault.

    Of a big file only the tables are read that stay small, so that old games do
    not slow the start (`check_all` reads everything); SQLite itself refuses a file
    cut short.
    """
    wal = _companions(path)[0]
    if not path.exists() or (path.is_file() and not path.stat().st_size):
        # SQLite would throw away the log of a file that has no pages.
        if wal.exists() and wal.stat().st_size:
            raise Damaged("the file is gone and only its log is left")
        if path.exists():
            # There was more in it, or a start was cut off; which, nobody can tell any more.
            raise Damaged("it is empty")
        return
    if not path.is_file():
        raise Damaged("it is not a file")
    with _reporting(path), _closing(_read_only(path)) as connection:
        _check_schema(path, connection)
        if path.stat().st_size <= _THOROUGH_CHECK_BYTES:
            _check_pages(connection)
        else:
            there = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
            for table in _SMALL_TABLES:
                if table in there:  # an older schema has not all of them
                    _check_pages(connection, table)


def check_all(path: Path) -> None:
    """Read every page and reference of the file, however long it takes. Raises as `check`."""
    check(path)
    if path.exists():
        with _reporting(path), _closing(_read_only(path)) as connection:
            _check_pages(connection)
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise Damaged("some rows refer to rows that are gone")


def put_aside(path: Path) -> Path:
    """Give a damaged file, and what belongs to it, another name; nothing is overwritten.

    Returns the new name. Raises DataFault if it cannot be renamed.
    """
    target = _free_name(path)
    try:
        for old, new in zip(
            (path, *_companions(path)), (target, *_companions(target)), strict=True
        ):
            if old.exists():
                old.rename(new)
    except OSError as error:
        raise DataFault(
            f"The games file {path} is damaged and cannot be put aside ({error.strerror}); "
            "rename it yourself, then start again."
        ) from error
    return target


def aside_of(path: Path) -> tuple[Path, ...]:
    """The damaged files that were put aside (`put_aside`), their logs left out."""
    return tuple(sorted(path.parent.glob(f"{path.stem}.damaged-*{path.suffix}")))


def fault(path: Path, error: sqlite3.Error) -> DataFault | Damaged:
    """What to raise for an error of SQLite's."""
    code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    if code in _DAMAGE:
        return Damaged(str(error))
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _is_full(path.parent)):
        return DiskFull(
            f"The disk that holds {path.parent} is full, so nothing more can be written down; "
            "free some space, then say it again. Everything answered before is safe."
        )
    if code in _BUSY:
        return DataFault(f"The games file {path} is held by another program; end that one first.")
    return DataFault(
        f"The games file {path} cannot be read or written ({error}); see whether the folder "
        "is writable and the disk is in order, or choose another folder with --data."
    )


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _A_PAGE_OR_SO
    except OSError:
        return False


def log_of(path: Path) -> Path:
    """The log of a ledger's file: what was written last stands there."""
    return _companions(path)[0]


def _companions(path: Path) -> tuple[Path, ...]:
    return tuple(path.with_name(path.name + ending) for ending in _COMPANIONS)


def _free_name(path: Path) -> Path:
    number = 1
    while True:
        target = path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
        if not any(taken.exists() for taken in (target, *_companions(target))):
            return target
        number += 1


def _configured(name: str, *, uri: bool = False) -> sqlite3.Connection:
    # Transactions are begun and ended by hand; the ledger sees to it that only
    # one thread is in here at a time.
    connection = sqlite3.connect(
        name, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=uri
    )
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _read_only(path: Path) -> sqlite3.Connection:
    with _reporting(path):
        connection = _configured(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            # Where the folder cannot be written SQLite cannot share the log's index;
            # without a log the file alone is the whole truth.
            if _companions(path)[0].exists():
                raise
            connection = _configured(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
    return connection


@contextmanager
def _closing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def _reporting(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise fault(path, error) from error


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _check_schema(path: Path, connection: sqlite3.Connection) -> None:
    version = _version(connection)
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if (version, application, tables) == (0, 0, 0):
        return
    if application != schema.APPLICATION:
        raise Damaged("it is not a file of games")
    if version > schema.VERSION:
        raise DataFault(
            f"The games file {path} was written by a newer voicekeeper (schema {version}, "
            f"this one knows {schema.VERSION}); update voicekeeper, or choose another "
            "folder with --data."
        )


def _check_pages(connection: sqlite3.Connection, table: str | None = None) -> None:
    """Look for damage in one table, or in all. Raises Damaged, sqlite3.Error."""
    result = connection.execute(f"PRAGMA quick_check({table or 1})").fetchone()[0]
    if result != "ok":
        # SQLite has a heading before it: "*** in database main ***".
        told = [line for line in result.splitlines() if not line.startswith("***")]
        raise Damaged(" ".join(told) or result)
