"""Whether a ledger's files are still where they were opened: a stick may be pulled, a folder
deleted, and what is written then would go nowhere without SQLite noticing."""

from __future__ import annotations

from pathlib import Path

from voicekeeper.skyjo.database import log_of

_Identity = tuple[int, int] | None  # device and number of a file; None where there is none


class Whereabouts:
    """Of the file at `path` and its log, as they are now and after each `note`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.note()

    def note(self) -> None:
        """The files are in use as they are now."""
        self._file, self._log = _identity(self._path), _identity(log_of(self._path))

    @property
    def gone(self) -> bool:
        """Is there no file any more?"""
        return _identity(self._path) is None

    @property
    def moved(self) -> bool:
        """Is the file another one, or gone?"""
        return _identity(self._path) != self._file

    @property
    def changed(self) -> bool:
        """Is the file another one, or its log, or one of them gone?"""
        return self.moved or (self._log is not None
                              and _identity(log_of(self._path)) != self._log)


def _identity(path: Path) -> _Identity:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_dev, stat.st_ino
