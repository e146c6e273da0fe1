"""Which programs hold what, as Linux's /proc tells; nothing where it does not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
_SOUND_SERVERS = ("pulseaudio", "pipewire", "wireplumber", "jackd")


def holders(node: Path) -> list[int]:
    """The processes that have a device open, as far as this user may see."""
    path = node.resolve()
    return [process for process in _processes() if _has_open(process, path)]


def tables() -> list[int]:
    """The processes that are a voicekeeper table (`play`), of any user."""
    return [process for process in _processes() if is_table(process)]


def process_of(thread: int) -> int:
    """The process that a thread belongs to; the kernel names threads where it says who."""
    with suppress(OSError, ValueError, StopIteration):
        status = (_PROCESSES / str(thread) / "status").read_text(encoding="utf-8")
        return int(next(line.split()[1] for line in status.splitlines()
                        if line.startswith("Tgid:")))
    return thread


def is_table(process: int) -> bool:
    """Is it a voicekeeper table?"""
    words = _words(process)
    return "play" in words and any(
        Path(word).name == "voicekeeper" for word in words[:words.index("play")])


def is_sound_server(process: int) -> bool:
    """Is it one of the usual sound servers?"""
    return name_of(process).startswith(_SOUND_SERVERS)


def name_of(process: int) -> str:
    """A program's name; "another program" where it is not told."""
    with suppress(OSError, UnicodeDecodeError):
        return (_PROCESSES / str(process) / "comm").read_text(encoding="utf-8").strip()
    return "another program"


def _processes() -> Iterator[int]:
    own = os.getpid()
    with suppress(OSError):
        for entry in _PROCESSES.iterdir():
            if entry.name.isdecimal() and int(entry.name) != own:
                yield int(entry.name)


def _has_open(process: int, path: Path) -> bool:
    with suppress(OSError):  # it has ended, or is another user's
        for file in (_PROCESSES / str(process) / "fd").iterdir():
            with suppress(OSError):
                if file.readlink() == path:
                    return True
    return False


def _words(process: int) -> list[str]:
    with suppress(OSError):
        command = (_PROCESSES / str(process) / "cmdline").read_bytes()
        return command.decode(errors="replace").split("\0")
    return []
