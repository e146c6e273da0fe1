"""What a new table is heard by, made in a process of its own: `python -m` this module.

It takes a second or more, in which kaldifst lets no other thread run: the voice would have
gaps and the microphone holes. And what it takes of memory is given back with the process.
What it makes is found where it is kept.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from voicekeeper.coprocess import PATIENCE
from voicekeeper.faults import Fault
from voicekeeper.hearing.compiler import Listening, compile_grammar, is_compiled
from voicekeeper.hearing.transducer import Transducer
from voicekeeper.processes import end_with_parent, progress

# As long as the slowest small computer may take for a table of eight, seconds.
_AT_MOST = 120


def make_apart(listening: Listening, model: Path, cache: Path) -> None:
    """Makes the recogniser's and the parser's grammar below `cache`, where one is missing.

    Where that fails whoever needs them makes them by himself, and learns why it fails.
    """
    if is_compiled(listening, model, cache) and Transducer.is_kept(
            listening.language, listening.rule, listening.players, cache):
        return
    with suppress(OSError), subprocess.Popen(
            [sys.executable, "-m", "voicekeeper.hearing.making"], stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            if process.stdin is not None:
                process.stdin.write(pickle.dumps((listening, model, cache)))
                process.stdin.close()
            _wait_for(process)
        finally:
            process.kill()


def _wait_for(process: subprocess.Popen[bytes]) -> None:
    """Until it has ended, or does not work on it any more."""
    deadline = time.monotonic() + _AT_MOST
    worked: float | None = None
    while process.poll() is None and time.monotonic() < deadline:
        before, worked = worked, progress(process.pid)
        if worked is not None and worked == before:
            return
        with suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)


def _make(listening: Listening, model: Path, cache: Path) -> int:
    """Makes both; the exit status."""
    try:
        compile_grammar(listening, model, cache)
        Transducer.kept(listening.language, listening.rule, listening.players, cache)
    except Fault:
        return 1
    return 0


if __name__ == "__main__":
    end_with_parent()
    sys.exit(_make(*pickle.load(sys.stdin.buffer)))
