"""What the operating system tells of processes: their memory and their time on the processor."""

from __future__ import annotations

import os
import time
from pathlib import Path


def resident_memory(process: int) -> float | None:
    """Resident memory in MB; None where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return None
    return next((int(line.split()[1]) / 1024 for line in status.splitlines()
                 if line.startswith("VmRSS")), None)


def processor_time(other: int | None = None) -> float | None:
    """The time on the processor of this process, and of one other, so far: seconds.

    None where the system does not tell of the other one.
    """
    own = time.process_time()
    if other is None:
        return own
    try:
        # The second field is the program's name in brackets, which may hold spaces.
        fields = Path(f"/proc/{other}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    return own + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
