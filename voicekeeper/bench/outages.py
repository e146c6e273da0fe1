"""How soon a table notices that its sound is gone, and how soon it is back.

The program is `voicekeeper play` itself in the fake room, where each outage is made
with the real part: a device is unplugged, or another program has it; the sound server
dies or freezes; the program's own sound process does.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

from voicekeeper.bench.at_the_table import PlayAtTheTable
from voicekeeper.bench.fake_room import FakeRoom
from voicekeeper.faults import BenchFault
from voicekeeper.processes import running
from voicekeeper.sound.events import Line
from voicekeeper.sound.soundprocess import MODULE

_NOTICED_AT_LAST, _BACK_AT_LAST = 20.0, 30.0  # seconds
_AWAY = 1.5  # seconds; more than it takes to notice that it is away
_OTHERS = 3.0  # seconds, in which the other line is back as well

_LOST = "The (microphone|speaker) (?!is back)"
_BACK = "The (microphone|speaker) is back"

Deed = Callable[[PlayAtTheTable, FakeRoom], None]


@dataclass(frozen=True)
class Outage:
    """One kind; `mend` None: it mends itself."""

    name: str
    make: Deed
    mend: Deed | None = None


@dataclass(frozen=True)
class OutageTaken:
    """How long until it was noticed, and from its end until all was back, seconds."""

    name: str
    noticed: float
    back: float


def _unplugged(line: Line) -> Outage:
    return Outage(f"{line} unplugged", lambda _, room: room.unplug(line),
                  lambda _, room: room.plug(line))


def _occupied(line: Line) -> Outage:
    return Outage(f"{line} taken by another program", lambda _, room: room.occupy(line),
                  lambda _, room: room.give_back(line))


def _process(name: str, number: signal.Signals) -> Outage:
    def make(table: PlayAtTheTable, _room: FakeRoom) -> None:
        process = running(MODULE, table.process.pid)
        if process is None:
            raise BenchFault("The program has no sound process.")
        os.kill(process, number)

    return Outage(f"sound process {name}", make)


OUTAGES = (
    _unplugged("microphone"), _unplugged("speaker"), _occupied("microphone"), _occupied("speaker"),
    Outage("sound server killed", lambda _, room: room.kill(), lambda _, room: room.start()),
    Outage("sound server frozen", lambda _, room: room.freeze(), lambda _, room: room.thaw()),
    _process("crashed", signal.SIGSEGV), _process("frozen", signal.SIGSTOP),
)
"""All there are."""


def suffer(outage: Outage, table: PlayAtTheTable, room: FakeRoom) -> OutageTaken:
    """Make one, and wait until all is well again. Raises BenchFault where that does not come."""
    began = time.monotonic()
    outage.make(table, room)
    try:
        table.wait_for(_LOST, _NOTICED_AT_LAST)
        noticed = time.monotonic() - began
        if outage.mend is not None:
            time.sleep(_AWAY)
            began = time.monotonic()
            outage.mend(table, room)
        table.wait_for(_BACK, _BACK_AT_LAST)
    except (TimeoutError, EOFError) as error:
        raise BenchFault(f"{outage.name}: the table did not find its sound again.") from error
    back = time.monotonic()
    while (other := _next(table)) is not None:
        back = other
    return OutageTaken(outage.name, noticed, back - began)


def _next(table: PlayAtTheTable) -> float | None:
    """When the other line is back, too; None where it does not come, or was there."""
    try:
        table.wait_for(_BACK, _OTHERS)
    except TimeoutError:
        return None
    return time.monotonic()
