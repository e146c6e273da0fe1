"""One writer at a time: a lock on a file beside the ledger, let go when the process ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from voicekeeper.faults import DataFault

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class WriterLock:
    """Held from its making until `release`, or the end of the process however it comes."""

    def __init__(self, path: Path) -> None:
        """Take the lock on this file. Raises DataFault if another program holds it."""
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise DataFault(
                f"The data folder {path.parent} cannot be written ({error.strerror}); "
                "make it writable, or choose another with --data."
            ) from error
        try:
            _take(self._handle)
        except OSError as error:
            os.close(self._handle)
            raise DataFault(
                f"Another voicekeeper is keeping the games in {path.parent} already; "
                "end that one first, or choose another folder with --data."
            ) from error

    def release(self) -> None:
        """Let another writer in."""
        os.close(self._handle)
