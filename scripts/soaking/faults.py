"""Faults of a game night, made with the real part: each waits until the table is well again."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from time import sleep

from voicekeeper.bench.at_the_table import PlayAtTheTable
from voicekeeper.bench.fake_room import FakeRoom
from voicekeeper.processes import family, running
from voicekeeper.sound.events import Line
from voicekeeper.sound.soundprocess import MODULE

Fault = Callable[[PlayAtTheTable, FakeRoom], None]


RECOGNISER, SYNTHESISER = "voicekeeper.hearing.decoder", "voicekeeper.voice.synthesis"
"""The modules that the program's other processes run."""


def _gets(module: str, number: signal.Signals) -> Fault:
    def make(table: PlayAtTheTable, _room: FakeRoom) -> None:
        process = running(module, table.process.pid)
        if process is not None:
            os.kill(process, number)

    return make


def _sound_gets(number: signal.Signals) -> Fault:
    def make(table: PlayAtTheTable, room: FakeRoom) -> None:
        _gets(MODULE, number)(table, room)
        _until_back(table)

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


def _unplugged(line: Line) -> Fault:
    def make(table: PlayAtTheTable, room: FakeRoom) -> None:
        room.unplug(line)
        # In this room the server puts the voice where the microphone hears it, or the other way.
        table.wait_for(r"The (microphone|speaker) .* (gone|opened|stopped)")
        sleep(1.0)
        room.plug(line)
        _until_back(table)

    return make


def _occupied(line: Line) -> Fault:
    def make(table: PlayAtTheTable, room: FakeRoom) -> None:
        room.occupy(line)
        sleep(1.5)
        room.give_back(line)
        _until_back(table)

    return make


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
    "recogniser killed": _gets(RECOGNISER, signal.SIGKILL),
    "recogniser frozen": _gets(RECOGNISER, signal.SIGSTOP),
    "voice killed": _gets(SYNTHESISER, signal.SIGKILL),
    "voice frozen": _gets(SYNTHESISER, signal.SIGSTOP),
    "sound process crashed": _sound_gets(signal.SIGSEGV),
    "sound process frozen": _sound_gets(signal.SIGSTOP),
    "sound server killed": _server_killed,
    "sound server frozen": _server_frozen,
    "program suspended": _suspended,
    "microphone unplugged": _unplugged("microphone"),
    "speaker unplugged": _unplugged("speaker"),
    "microphone occupied": _occupied("microphone"),
    "speaker occupied": _occupied("speaker"),
}
"""Faults between two turns, by their names. Beside them the program itself is killed, within
a turn: soak.py starts it again."""

PROGRAM_KILLED = "program killed"
