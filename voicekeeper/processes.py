"""What the operating system tells of processes: their memory and their time on the processor."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

_PDEATHSIG = 1  # of Linux's prctl
_LOOKS = 0.05  # seconds


def resident_memory(process: int) -> float | None:
    """Resident memory in MB; None where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return None
    return next((int(line.split()[1]) / 1024 for line in status.splitlines()
                 if line.startswith("VmRSS")), None)


class MostMemory:
    """Looks every 50 ms how much memory a process and all it has started take together."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._most: float | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory", daemon=True)

    @property
    def most(self) -> float | None:
        """The most that was seen so far, MB; None where the system does not tell."""
        return self._most

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(_LOOKS):
            own = _command(self._process)
            # One that has just been started is still its parent's memory, under its name.
            resident = [resident_memory(process) for process in family(self._process)
                        if process == self._process or _command(process) != own]
            # One that has just ended takes none.
            together = sum(taken for taken in resident if taken is not None)
            if together:
                self._most = max(self._most or 0.0, together)


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def family(process: int) -> list[int]:
    """A process and all that it has started, and they; itself alone where the system is mute."""
    found = [process]
    for one in found:
        try:
            tasks = list(Path(f"/proc/{one}/task").iterdir())
            for task in tasks:
                children = (task / "children").read_text(encoding="ascii").split()
                found += [int(child) for child in children]
        except OSError:
            continue  # it has ended meanwhile, or this is no Linux
    return found


def running(module: str, program: int) -> int | None:
    """The process of a program's family that runs this module of it, while there is one."""
    wanted = module.encode()
    return next((process for process in family(program)
                 if wanted in _command(process).split(b"\0")), None)


def processor_time(other: int | None = None) -> float | None:
    """The time on the processor of this process, and of one other, so far: seconds.

    None where the system does not tell of the other one.
    """
    own = time.process_time()
    taken = 0.0 if other is None else time_of(other)
    return None if taken is None else own + taken


def time_of(process: int) -> float | None:
    """The time on the processor of a process so far, seconds; None where it is not told."""
    fields = _stat(Path(f"/proc/{process}"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else None


def progress(process: int) -> float | None:
    """A number that changes while a process works; None where the system does not tell.

    Whoever waits for a slow card or a busy machine works as well.
    """
    return time.monotonic() if is_held_up(process) else time_of(process)


def end_with_parent() -> None:
    """Have the system end this process when the thread that started it ends, however it does."""
    with suppress(OSError, AttributeError, TypeError):  # no Linux
        ctypes.CDLL(None).prctl(_PDEATHSIG, signal.SIGKILL)


def is_held_up(process: int) -> bool:
    """Does one of its threads wait for the processor, or the disk? Then it is not to blame.

    One that calculates counts as well. False where the system does not tell.
    """
    try:
        states = [_stat(task)[:1] for task in Path(f"/proc/{process}/task").iterdir()]
    except OSError:
        return False  # it has ended meanwhile, or this is no Linux
    return any(state in (["R"], ["D"]) for state in states)


def _stat(task: Path) -> list[str]:
    """The fields of a process's or thread's stat from its state on; none where it is not told."""
    try:
        # The second field is the program's name in brackets, which may hold spaces.
        stat = (task / "stat").read_text(encoding="utf-8")
    except OSError:
        return []
    return stat.rpartition(")")[2].split()
