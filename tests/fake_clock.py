"""A clock of a program's own; the machine's is left alone."""

from __future__ import annotations

import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path

_SOURCE = Path(__file__).with_suffix(".c")


class FakeClock:
    """What programs with this `environment` take for the time of day; set while they run."""

    def __init__(self, folder: Path, at: str) -> None:
        """`at` is the time to begin with, in UTC: "YYYY-MM-DD hh:mm:ss"."""
        self._file = folder / "clock"
        library = folder / "fake_clock.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(_SOURCE),
                        "-ldl"],
                       check=True)
        self.set(at)
        self.environment = {"LD_PRELOAD": str(library), "FAKE_CLOCK": str(self._file), "TZ": "UTC"}

    def set(self, at: str) -> None:
        """It is this time now, and goes on from here."""
        moment = datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp()
        new = self._file.with_suffix(".new")
        new.write_text(str(round(moment - time.time())))
        new.replace(self._file)
