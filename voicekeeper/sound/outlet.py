"""The speaker in the sound process: its output always open, silent when there is nothing to say.

It stays open because HDMI and Bluetooth swallow the first second after a pause.
"""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Callable
from typing import Any

from voicekeeper.sound.events import SoundEvent
from voicekeeper.sound.inlet import Send
from voicekeeper.sound.kept import KeptStream
from voicekeeper.sound.orders import (
    ADD,
    ADD_HEAD,
    END,
    MARK,
    MARK_HEAD,
    NOW,
    NUMBER,
    SILENCE,
    SILENT,
    SILENT_HEAD,
)
from voicekeeper.sound.playqueue import PlayQueue, make_silent
from voicekeeper.sound.settings import Wanted
from voicekeeper.sound.soundserver import ServerWatch
from voicekeeper.sound.streams import Format, start_stream


class Outlet:
    """One speaker; what `send` sends, and `obey` is told, is in orders.py."""

    def __init__(self, wanted: Wanted, send: Send, report: Callable[[SoundEvent], None]) -> None:
        self._wanted: Wanted = wanted
        self._send = send
        self.server = ServerWatch("speaker")
        self._queue = PlayQueue()
        self.stream = KeptStream("speaker", self._start, self._playing, report,
                                 lambda now: self.server.astray(now=now))
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

    def close(self) -> None:
        """Nothing is kept."""

    def _playing(self) -> bool:
        return not self._queue.idle

    def _start(self) -> tuple[Any, str]:
        stream, device = start_stream("speaker", self._wanted, self._on_sound)
        rate = round(stream.samplerate)
        self._queue.retune(rate)
        self._latency = float(stream.latency)
        told = {"device": device.name, "rate": rate, "latency": self._latency}
        self._send(NOW, json.dumps(told).encode())
        return stream, device.name

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
