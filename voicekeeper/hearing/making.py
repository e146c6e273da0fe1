"""What a new table is heard by, made in a process of its own: `python -m` this module.

It takes a second or more, in which kaldifst lets no other thread run: the voice would have
gaps and the microphone holes. And what it takes of memory is given back with the process.
What it makes is found where it is kept.
"""

from __future__ import annotations

import pickle
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO

from voicekeeper.coprocess import PATIENCE, Coprocess, Lost
from voicekeeper.faults import Fault
from voicekeeper.frames import read_frame, write_frame
from voicekeeper.hearing.compiler import Listening, compile_grammar, is_compiled
from voicekeeper.hearing.transducer import Transducer
from voicekeeper.processes import end_with_parent

# Twice as long as others: the slowest small computer takes a minute for a table of eight.
_PATIENCE = 2 * PATIENCE


def make_apart(listening: Listening, model: Path, cache: Path) -> None:
    """Makes the recogniser's and the parser's grammar below `cache`, where one is missing.

    Where that fails whoever needs them makes them by himself, and learns why it fails.
    """
    if is_compiled(listening, model, cache) and Transducer.is_kept(
            listening.language, listening.rule, listening.players, cache):
        return
    process = Coprocess("voicekeeper.hearing.making", patience=_PATIENCE)
    with suppress(OSError, Lost), closing(process):
        process.start()
        process.send(b"M", pickle.dumps((listening, model, cache)))
        process.answer()


def _serve(orders: BinaryIO, answers: BinaryIO) -> None:
    order = read_frame(orders)
    if order is None:
        return
    listening, model, cache = pickle.loads(order[1])
    with suppress(Fault):
        compile_grammar(listening, model, cache)
        Transducer.kept(listening.language, listening.rule, listening.players, cache)
    write_frame(answers, b"R")


if __name__ == "__main__":
    end_with_parent()
    _serve(sys.stdin.buffer, sys.stdout.buffer)
