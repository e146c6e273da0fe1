"""A pipe to another process that is not waited for without end."""

from __future__ import annotations

import os
import select
import time


class PatientPipe:
    """One end of a pipe, with as much of a binary file's face as frames need.

    Where the other side neither takes nor gives anything for `patience`
    seconds, reading and writing raise TimeoutError: it is frozen.
    """

    def __init__(self, number: int, patience: float) -> None:
        """`number` is the file descriptor; it is closed by whoever opened it."""
        self._number = number
        self.patience = patience
        os.set_blocking(number, False)

    def write(self, payload: bytes) -> int:
        """Writes all of it. Raises OSError, TimeoutError among them."""
        rest = memoryview(payload)
        while rest:
            try:
                rest = rest[os.write(self._number, rest):]
            except BlockingIOError:
                self._wait(reading=False)
        return len(payload)

    def flush(self) -> None:
        """Nothing is kept back."""

    def read(self, size: int) -> bytes:
        """So many bytes; fewer at the end of what will come. Raises OSError, TimeoutError."""
        parts: list[bytes] = []
        missing = size
        while missing:
            try:
                part = os.read(self._number, missing)
            except BlockingIOError:
                self._wait(reading=True)
                continue
            if not part:
                break
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def _wait(self, *, reading: bool) -> None:
        began = time.monotonic()
        watched = [self._number]
        ready = select.select(watched if reading else [], [] if reading else watched, [],
                              self.patience)
        if not any(ready):
            raise TimeoutError(f"no answer within {time.monotonic() - began:.0f} s")
