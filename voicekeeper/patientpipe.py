"""A pipe to another process that is not waited for without end."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

_AT_MOST = 15  # times the patience
_OVERSLEPT = 0.5  # seconds; nobody waits so much longer than he means to, but when he is stopped


class PatientPipe:
    """One end of a pipe, with as much of a binary file's face as frames need.

    Where the other side neither takes nor gives anything for `patience`
    seconds, and does not work either, reading and writing raise TimeoutError:
    it is frozen. They do so, too, where it works for much longer without end.
    """

    def __init__(self, number: int, patience: float,
                 worked: Callable[[], float | None] = lambda: None) -> None:
        """`number` is the file descriptor; it is closed by whoever opened it. `worked`: a
        number that changes while the other side works; None where that is not known."""
        self._number = number
        self._worked = worked
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
        deadline = time.monotonic() + _AT_MOST * self.patience
        watched = [self._number]
        before = self._worked()
        while True:
            began = time.monotonic()
            if any(select.select(watched if reading else [], [] if reading else watched, [],
                                 self.patience)):
                return
            now, ended = self._worked(), time.monotonic()
            # Where the whole program was stopped, the other side was so as well.
            if ended - began > self.patience + _OVERSLEPT:
                deadline += ended - began
            elif now == before or ended > deadline:
                raise TimeoutError("no sign of life")
            before = now
