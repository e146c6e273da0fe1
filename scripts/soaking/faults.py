"""Faults of a game night, made with the real part: each waits until the table is well again."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from functools import partial
from time import sleep

from voicekeeper.bench.at_the_table import PlayAtTheTable
from voicekeeper.bench.fake_room import FakeRoom
from voicekeeper.bench.outages import OUTAGES, suffer
from voicekeeper.processes import family, running

Fault = Callable[[PlayAtTheTable, FakeRoom], object]


RECOGNISER, SYNTHESISER = "voicekeeper.hearing.decoder", "voicekeeper.voice.synthesis"
"""The modules that the program's other processes run."""


def _gets(module: str, number: signal.Signals) -> Fault:
    def make(table: PlayAtTheTable, _room: FakeRoom) -> None:
        process = running(module, table.process.pid)
        if process is not None:
            os.kill(process, number)

    return make


def _suspended(table: PlayAtTheTable, _room: FakeRoom) -> None:
    for process in family(table.process.pid):
        os.kill(process, signal.SIGSTOP)
    sleep(2.0)
    for process in family(table.process.pid):
        os.kill(process, signal.SIGCONT)


BETWEEN: Mapping[str, Fault] = {
    "recogniser killed": _gets(RECOGNISER, signal.SIGKILL),
    "recogniser frozen": _gets(RECOGNISER, signal.SIGSTOP),
    "voice killed": _gets(SYNTHESISER, signal.SIGKILL),
    "voice frozen": _gets(SYNTHESISER, signal.SIGSTOP),
    "program suspended": _suspended,
    # A word that is half heard would be another word: all of the sound is back before the next.
    **{outage.name: partial(suffer, outage) for outage in OUTAGES},
}
"""Faults between two turns, by their names. Beside them the program itself is killed, within
a turn: soak.py starts it again."""

PROGRAM_KILLED = "program killed"
"""The fault that is not between two turns."""
