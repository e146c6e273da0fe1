"""The sound process as the program sees it: one for all its lines, started again when it is lost.

The process (serving.py) has PortAudio; a crash or a hang in there is a device
that was lost for a moment.
"""

from __future__ import annotations

import json
import queue
import struct
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from voicekeeper.coprocess import Coprocess, Lost
from voicekeeper.faults import SoundFault
from voicekeeper.sound.events import Line
from voicekeeper.sound.orders import (
    CLOSE,
    CLOSED,
    FIND,
    FOUND,
    LETTERS,
    LINES,
    OPEN,
    OPENED,
    TICK,
)
from voicekeeper.sound.settings import Wanted

MODULE = "voicekeeper.sound.serving"

_ALIVE_WITHIN = 0.75  # seconds; it gives three signs of life in that time
_STARTED_WITHIN = 3.0  # seconds, unless it works: its libraries may come from a slow card
_OPENED_WITHIN = 30.0  # seconds
_CLOSED_WITHIN = 4.0  # seconds
_RESTARTED_AFTER, _AT_MOST = 0.1, 1.0  # seconds, the longer the oftener it ends at once
_LIVED = 5.0  # seconds
_ENDED_WITHIN = 3.0  # seconds
_DUMB = ("The {line} can't be opened: the sound system does not answer. Unplug the {line} and plug "
         "it in again, or restart the machine.")


class LineEnd(Protocol):
    """The program's end of a line, told from the sound process's thread: it has to be quick."""

    def told(self, kind: bytes, payload: bytes) -> None:
        """What came of the line (orders.py), without the line's letter."""

    def gone(self) -> None:
        """The process is lost, and all it knew."""

    def restored(self) -> None:
        """A new process has been told to open the line; what it is to do has to be said anew."""


@dataclass(eq=False)
class _Held:
    """A line that is to be open."""

    wanted: Wanted
    end: LineEnd
    opened: bool = False
    answer: queue.SimpleQueue[str] = field(default_factory=queue.SimpleQueue)


class SoundProcess:
    """Starts when a line is looked for or opened at the latest; ends with the last, or with `rest`.
    """

    def __init__(self) -> None:
        self._process = Coprocess(MODULE, patience=_ALIVE_WITHIN)
        self._lock = threading.Lock()
        self._lines: dict[Line, _Held] = {}
        self._closing: dict[Line, threading.Event] = {}
        self._finding: dict[Line, tuple[Wanted, queue.SimpleQueue[str]]] = {}
        self._runs = False
        self._orders: queue.SimpleQueue[tuple[bytes, bytes] | None] | None = None
        self._reader: threading.Thread | None = None
        self._over = threading.Event()

    @property
    def pid(self) -> int | None:
        """The process's number while it runs."""
        return self._process.pid

    def start(self) -> None:
        """Start the process, if there is none; returns at once, and saves the next ones a wait."""
        with self._lock:
            self._start()

    def find(self, line: Line, wanted: Wanted) -> None:
        """Look whether there is such a device. Raises SoundFault, naming what there is."""
        answer: queue.SimpleQueue[str] = queue.SimpleQueue()
        with self._lock:
            self._finding[line] = wanted, answer
            if self._runs:
                self._order_to_find(line, wanted)
            self._start()
        why_not = _answered(line, answer)
        with self._lock:
            self._finding.pop(line, None)
        if why_not:
            raise SoundFault(why_not)

    def open(self, line: Line, wanted: Wanted, end: LineEnd) -> None:
        """Open a line and keep it open until `close`. Raises SoundFault."""
        held = _Held(wanted, end)
        with self._lock:
            self._lines[line] = held
            if self._runs:
                self._order(line, held)
            self._start()
        if why_not := _answered(line, held.answer):
            self.close(line)
            raise SoundFault(why_not)

    def close(self, line: Line) -> None:
        """Close a line for good; closing twice does nothing."""
        closed = threading.Event()
        with self._lock:
            if self._lines.pop(line, None) is None:
                return
            runs = self._runs
            if runs:
                self._closing[line] = closed
                self.post(line, CLOSE)
        if runs:
            closed.wait(_CLOSED_WITHIN)
        with self._lock:
            self._closing.pop(line, None)
        self.rest()

    def rest(self) -> None:
        """End the process where no line is open."""
        with self._lock:
            if self._lines:
                return
            reader, self._reader = self._reader, None
            self._over.set()
            self._process.kill()
        if reader is not None:
            reader.join(_ENDED_WITHIN)

    def post(self, line: Line, kind: bytes, payload: bytes = b"") -> None:
        """Give an order; returns at once. Where the process is lost the order is as well."""
        orders = self._orders
        if orders is not None:
            orders.put((kind, LETTERS[line] + payload))

    def _start(self) -> None:
        if self._reader is None:
            self._over = threading.Event()
            self._reader = threading.Thread(target=self._read, args=(self._over,), name="sound",
                                            daemon=True)
            self._reader.start()

    def _order_to_find(self, line: Line, wanted: Wanted) -> None:
        self.post(line, FIND, json.dumps(wanted).encode())

    def _order(self, line: Line, held: _Held) -> None:
        order = {"wanted": held.wanted, "again": held.opened}
        self.post(line, OPEN, json.dumps(order).encode())

    def _read(self, over: threading.Event) -> None:
        # This thread starts the process: it ends with the thread that started it.
        pause = _RESTARTED_AFTER
        while not over.is_set():
            began = time.monotonic()
            with suppress(OSError):
                self._begin()
                # A frame that makes no sense comes of no process that can be spoken to.
                with suppress(Lost, KeyError, ValueError, struct.error):
                    self._take(*self._process.answer(_STARTED_WITHIN))
                    while not over.is_set():
                        self._take(*self._process.answer())
            self._process.kill()
            self._lost(over)
            over.wait(pause)
            lived = time.monotonic() - began > _LIVED
            pause = _RESTARTED_AFTER if lived else min(_AT_MOST, 2 * pause)
        self._process.close()

    def _begin(self) -> None:
        with self._lock:
            self._process.start()
            self._orders = queue.SimpleQueue()
            # Who gives an order holds a lock perhaps, and must not wait for a process that hangs.
            threading.Thread(target=self._write, args=(self._orders,), name="sound orders",
                             daemon=True).start()
            self._runs = True
            lines = dict(self._lines)
            for line, held in lines.items():
                self._order(line, held)
            for line, (wanted, _) in self._finding.items():
                self._order_to_find(line, wanted)
        for held in lines.values():
            if held.opened:
                held.end.restored()

    def _write(self, orders: queue.SimpleQueue[tuple[bytes, bytes] | None]) -> None:
        while (order := orders.get()) is not None and orders is self._orders:
            self._process.post(*order)

    def _take(self, kind: bytes, payload: bytes) -> None:
        if kind == TICK:
            return
        line, rest = LINES[payload[:1]], payload[1:]
        if kind == CLOSED:
            with self._lock:
                closed = self._closing.pop(line, None)
            if closed is not None:
                closed.set()
            return
        with self._lock:
            held = self._lines.get(line)
            finding = self._finding.get(line)
        if kind == FOUND:
            if finding is not None:
                finding[1].put(rest.decode())
        elif held is None:
            return
        elif kind == OPENED:
            held.opened = not rest
            held.answer.put(rest.decode())
        else:
            held.end.told(kind, rest)

    def _lost(self, over: threading.Event) -> None:
        with self._lock:
            self._runs = False
            orders, self._orders = self._orders, None
            if orders is not None:
                orders.put(None)
            lines = dict(self._lines)
            for closed in self._closing.values():
                closed.set()
            for line, (_, answer) in self._finding.items():
                answer.put(_DUMB.format(line=line))
        if over.is_set():
            return
        for line, held in lines.items():
            if held.opened:
                held.end.gone()
            else:
                held.answer.put(_DUMB.format(line=line))


def _answered(line: Line, answer: queue.SimpleQueue[str]) -> str:
    try:
        return answer.get(timeout=_OPENED_WITHIN)
    except queue.Empty:
        return _DUMB.format(line=line)


SOUND = SoundProcess()
"""The one there is: a device can be open once."""
