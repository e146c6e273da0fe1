"""Faults of a game night, made with the real part: each waits until the table is well again."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from time import sleep

from voicekeeper.bench.at_the_table import PlayAtTheTable
from voicekeeper.bench.fake_room import FakeRoom
from voicekeeper.processes import family

Fault = Callable[[PlayAtTheTable, FakeRoom], None]


def recogniser(table: PlayAtTheTable) -> int | None:
    """The recogniser's process, while there is one."""
    for process in family(table.process.pid):
        try:
            command = Path(f"/proc/{process}/cmdline").read_bytes()
        except OSError:
            continue  # it has ended meanwhile
        if b"voicekeeper.hearing.decoder" in command:
            return process
    return None


def _recogniser_gets(number: signal.Signals) -> Fault:
    def make(table: PlayAtTheTable, _room: FakeRoom) -> None:
        process = recogniser(table)
        if process is not None:
            os.kill(process, number)

    return make


def _server_killed(table: PlayAtTheTable, room: FakeRoom) -> None:
    room.kill()
    sleep(1.0)
    room.start()
    _until_back(table)


def _server_frozen(table: PlayAtTheTable, room: FakeRoom) -> None:
    room.freeze()
    sleep(1.5)
    room.thaw()
    _until_back(table)


def _until_back(table: PlayAtTheTable) -> None:
    """Until sound is back; a word that is half heard would be another word."""
    table.wait_for(r"The (microphone|speaker) is back")
    # The other one may have been lost as well: it is back soon after.
    sleep(3.0)


def _suspended(table: PlayAtTheTable, _room: FakeRoom) -> None:
    for process in family(table.process.pid):
        os.kill(process, signal.SIGSTOP)
    sleep(2.0)
    for process in family(table.process.pid):
        os.kill(process, signal.SIGCONT)


BETWEEN: Mapping[str, Fault] = {
    "recogniser killed": _recogniser_gets(signal.SIGKILL),
    "recogniser frozen": _recogniser_gets(signal.SIGSTOP),
    "sound server killed": _server_killed,
    "sound server frozen": _server_frozen,
    "program suspended": _suspended,
}
"""Faults between two turns, by their names. Beside them the program itself is killed, within
a turn: soak.py starts it again."""

PROGRAM_KILLED = "program killed"
