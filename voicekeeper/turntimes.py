"""When each step of a turn was done, from the button to the first sound of the reply."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from voicekeeper.faults import DataFault


@dataclass
class TurnTimes:
    """Times of time.monotonic(), seconds; None where the turn did not come so far.

    released: the button was let go; ended: the take was over; decoded: the recogniser had its
    n-best list; understood: what was meant was decided; answered: it was on disk, and the reply
    in words; voiced: its first clip was there; audible: it leaves the loudspeaker, as far as the
    driver tells. `guessed`: what was said was guessed rightly while the button was held.
    """

    released: float | None = None
    ended: float | None = None
    decoded: float | None = None
    understood: float | None = None
    answered: float | None = None
    voiced: float | None = None
    audible: float | None = None
    guessed: bool | None = None


class TimesFile:
    """Writes every turn's times as a line of JSON. When it can't, it says so, and writes no more.
    """

    def __init__(self, path: Path, tell: Callable[[str], None]) -> None:
        """Raises DataFault where the file can't be written."""
        self._path = path
        self._tell = tell
        self._writes = True
        try:
            self._file = path.open("wb", buffering=0)
        except OSError as error:
            raise DataFault(f"{path} cannot be written: {error.strerror}.") from error

    def write(self, times: TurnTimes) -> None:
        """One more turn. Raises nothing: what goes wrong is told."""
        if not self._writes:
            return
        line = json.dumps(asdict(times)).encode() + b"\n"
        try:
            if self._file.write(line) == len(line):
                return
            reason = os.strerror(errno.ENOSPC)
        except OSError as error:
            reason = error.strerror or str(error)
        self._writes = False
        self._tell(f"The turns' times can't be written to {self._path} any more ({reason}); "
                   "the game goes on without.")

    def close(self) -> None:
        """End the file."""
        self._file.close()
