"""The sound process: PortAudio behind a pipe. `python -m` this module; orders.py has the frames.

PortAudio and what is below it may hang or crash when a device goes at an unlucky moment.
Here they take only this process with them; the program starts it again. It also has
nothing else to do, so that no work of the program's makes a gap in the sound.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from contextlib import suppress
from functools import partial
from typing import BinaryIO

from voicekeeper.faults import SoundFault
from voicekeeper.frames import read_frame, write_frame
from voicekeeper.memory import stay_small
from voicekeeper.processes import end_with_parent
from voicekeeper.sound.devices import find
from voicekeeper.sound.events import Line, SoundEvent, SoundLost
from voicekeeper.sound.inlet import Inlet
from voicekeeper.sound.orders import (
    BACK,
    BLOCK,
    CLOSE,
    CLOSED,
    FIND,
    FOUND,
    LETTERS,
    LINES,
    LOST,
    OPEN,
    OPENED,
    TICK,
)
from voicekeeper.sound.outlet import Outlet
from voicekeeper.sound.portaudio import FOUND_WITHIN, PortAudio, library
from voicekeeper.sound.settings import Wanted
from voicekeeper.sound.streamend import StreamEnd

_EVERY = 0.25  # seconds between signs of life
_STUCK = 3  # its exit status where a call into PortAudio did not come back
_FLUSHED_WITHIN = 0.2  # seconds
_WAITING = 1000  # blocks of sound: nobody listens any more

_Written = str | list[str] | None  # what is wanted, as JSON has it


class _Sender:
    """Sends frames in a thread of its own: a sound callback must not wait for the pipe."""

    def __init__(self, to: BinaryIO) -> None:
        self._to = to
        self._frames: queue.SimpleQueue[tuple[bytes, bytes] | threading.Event]
        self._frames = queue.SimpleQueue()
        threading.Thread(target=self._run, name="sender", daemon=True).start()

    def put(self, kind: bytes, payload: bytes = b"") -> None:
        """Send this; returns at once."""
        if kind != BLOCK or self._frames.qsize() < _WAITING:
            self._frames.put((kind, payload))

    def flush(self) -> None:
        """Wait until all that was put is sent, but not for long."""
        sent = threading.Event()
        self._frames.put(sent)
        sent.wait(_FLUSHED_WITHIN)

    def _run(self) -> None:
        while True:
            frame = self._frames.get()
            if isinstance(frame, threading.Event):
                frame.set()
                continue
            try:
                write_frame(self._to, *frame)
            except OSError:
                os._exit(0)  # the program is gone


class _Lines:
    """The lines that are open, and what is ordered of them."""

    def __init__(self, sender: _Sender) -> None:
        self._sender = sender
        self._audio = PortAudio(self._stuck)
        self._ends: dict[Line, StreamEnd] = {}
        threading.Thread(target=self._live, name="life", daemon=True).start()

    def obey(self, kind: bytes, payload: bytes) -> None:
        """One order."""
        line, rest = LINES[payload[:1]], payload[1:]
        if kind == FIND:
            self._find(line, json.loads(rest))
        elif kind == OPEN:
            self._open(line, **json.loads(rest))
        elif (end := self._ends.get(line)) is None:
            return
        elif kind == CLOSE:
            del self._ends[line]
            end.server.stop()
            self._audio.close(end.stream)
            end.close()
            self._send(line, CLOSED)
        else:
            end.obey(kind, rest)

    def _find(self, line: Line, wanted: _Written) -> None:
        try:
            with self._audio.calling(FOUND_WITHIN):
                find(line, _read(wanted))
        except SoundFault as fault:
            self._send(line, FOUND, str(fault).encode())
        else:
            self._send(line, FOUND)

    def _open(self, line: Line, wanted: _Written, again: bool) -> None:
        make = Inlet if line == "microphone" else Outlet
        end: StreamEnd = make(_read(wanted), partial(self._send, line), self._report)
        self._ends[line] = end
        if again:
            end.stream.told_lost = True
            end.server.start()
            self._audio.keep(end.stream)
            return
        try:
            self._audio.open(end.stream)
        except SoundFault as fault:
            del self._ends[line]
            self._send(line, OPENED, str(fault).encode())
        else:
            end.server.start()
            self._send(line, OPENED)

    def _report(self, event: SoundEvent) -> None:
        if isinstance(event, SoundLost):
            self._send(event.line, LOST, event.reason.encode())
        else:
            self._send(event.line, BACK, event.device.encode())

    def _send(self, line: Line, kind: bytes, payload: bytes = b"") -> None:
        self._sender.put(kind, LETTERS[line] + payload)

    def _live(self) -> None:
        pause = threading.Event()
        while True:
            self._sender.put(TICK)
            pause.wait(_EVERY)
            if self._audio.hangs():
                self._stuck()

    def _stuck(self) -> None:
        self._sender.flush()
        os._exit(_STUCK)


def _read(wanted: _Written) -> Wanted:
    return tuple(wanted) if isinstance(wanted, list) else wanted


def _own_output() -> BinaryIO:
    """Standard output for the frames alone: what a library writes there goes nowhere."""
    frames = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return frames


def _serve(orders: BinaryIO, answers: BinaryIO) -> None:
    lines = _Lines(_Sender(answers))
    while (frame := read_frame(orders)) is not None:
        lines.obey(*frame)
    # Without PortAudio's own end, which may hang as well.
    os._exit(0)


if __name__ == "__main__":
    end_with_parent()
    stay_small()
    output = _own_output()
    # From a slow card this takes its time: before the first sign of life, which is waited for.
    with suppress(SoundFault):
        library()
    _serve(sys.stdin.buffer, output)
