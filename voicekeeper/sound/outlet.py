"""The speaker in the sound process: its output always open, silent when there is nothing to say.

It stays open because HDMI and Bluetooth swallow the first second after a pause.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from typing import Any

from voicekeeper.sound.events import SoundEvent
from voicekeeper.sound.orders import (
    ADD,
    ADD_HEAD,
    END,
    MARK,
    MARK_HEAD,
    NUMBER,
    SILENCE,
    SILENT,
    SILENT_HEAD,
)
from voicekeeper.sound.playqueue import PlayQueue, make_silent
from voicekeeper.sound.settings import Wanted
from voicekeeper.sound.streamend import Send, StreamEnd
from voicekeeper.sound.streams import Format


class Outlet(StreamEnd):
    """One speaker."""

    def __init__(self, wanted: Wanted, send: Send, report: Callable[[SoundEvent], None]) -> None:
        super().__init__("speaker", wanted, send, report)
        self._queue = PlayQueue()
        self._latency = 0.0

    def obey(self, kind: bytes, payload: bytes) -> None:
        """An order of the program's."""
        if kind == ADD:
            reply, rate, audible = ADD_HEAD.unpack_from(payload)
            samples = array("f", payload[ADD_HEAD.size:])
            self._queue.add(reply, samples, rate, audible if audible >= 0 else None)
        elif kind == END:
            self._queue.end(*NUMBER.unpack(payload))
        elif kind == SILENCE:
            (upto,) = NUMBER.unpack(payload)
            silent_at = self._queue.silence(upto, self._latency)
            self._send(SILENT, SILENT_HEAD.pack(upto, silent_at))

    def _busy(self) -> bool:
        return not self._queue.idle

    def _started(self, rate: int, latency: float) -> None:
        self._queue.retune(rate)
        self._latency = latency

    def _on_sound(self, samples: memoryview[float], when: Any, form: Format) -> None:
        now = time.monotonic()
        self.stream.tick()
        if form.rate != self._queue.rate:
            # A device of another rate: what waits is being brought to it.
            make_silent(samples)
            return
        delay = min(0.5, max(0.0, when.outputBufferDacTime - when.currentTime))
        for mark in self._queue.fill(samples, form.channels, now + delay):
            self._send(MARK, MARK_HEAD.pack(mark.reply, mark.over, mark.at))
