"""What a new table is heard by, made in a process of its own: `python -m` this module.

It takes a second or more, in which kaldifst lets no other thread run: the voice would have
gaps and the microphone holes. And what it takes of memory is given back with the process.
What it makes is found where it is kept.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from voicekeeper.faults import Fault
from voicekeeper.hearing.compiler import Listening, compile_grammar, is_compiled
from voicekeeper.hearing.transducer import Transducer

# As long as the slowest small computer may take for a table of eight, seconds.
_PATIENCE = 120


def make_apart(listening: Listening, model: Path, cache: Path) -> None:
    """Makes the recogniser's and the parser's grammar below `cache`, where one is missing.

    Where that fails whoever needs them makes them by himself, and learns why it fails.
    """
    if is_compiled(listening, model, cache) and Transducer.is_kept(
            listening.language, listening.rule, listening.players, cache):
        return
    with suppress(OSError, subprocess.SubprocessError):
        subprocess.run([sys.executable, "-m", "voicekeeper.hearing.making"],
                       input=pickle.dumps((listening, model, cache)), stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=_PATIENCE, check=False)


def _make(listening: Listening, model: Path, cache: Path) -> int:
    """Makes both; the exit status."""
    try:
        compile_grammar(listening, model, cache)
        Transducer.kept(listening.language, listening.rule, listening.players, cache)
    except Fault:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_make(*pickle.load(sys.stdin.buffer)))
