"""The microphone in the sound process: always open, its sound kept for a second.

Unless the program wants to hear, sound goes nowhere but into a ring of a
second, where it is overwritten; nothing is looked at, sent or kept.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from voicekeeper.sound.events import SoundEvent
from voicekeeper.sound.kept import KeptStream
from voicekeeper.sound.orders import BLOCK, BLOCK_HEAD, HEAR, IGNORE, NOW, NUMBER
from voicekeeper.sound.settings import Wanted
from voicekeeper.sound.soundserver import ServerWatch
from voicekeeper.sound.streams import Format, start_stream

_RING = 1.0  # seconds; more than the pre-roll, as the press is noticed a little late

Send = Callable[[bytes, bytes], None]
"""Sends a kind of frame and its payload to the program; returns at once."""


@dataclass(frozen=True)
class _Heard:
    """A block's samples; its last frame was heard at `at`."""

    at: float
    samples: bytes
    form: Format


class Inlet:
    """One microphone; what `send` sends, and `obey` is told, is in orders.py."""

    def __init__(self, wanted: Wanted, send: Send, report: Callable[[SoundEvent], None]) -> None:
        self._wanted: Wanted = wanted
        self._send = send
        self.server = ServerWatch("microphone")
        self.stream = KeptStream("microphone", self._start, self._listening, report,
                                 lambda now: self.server.astray(now=now))
        self._lock = threading.Lock()
        self._ring: deque[_Heard] = deque()
        self._take: int | None = None

    def obey(self, kind: bytes, payload: bytes) -> None:
        """An order of the program's."""
        with self._lock:
            if kind == HEAR:
                (number,) = NUMBER.unpack(payload)
                if number != self._take:
                    self._take = number
                    for heard in self._ring:
                        self._give(heard)
            elif kind == IGNORE:
                self._take = None

    def close(self) -> None:
        """Forget what is in the ring."""
        with self._lock:
            self._take = None
            self._ring.clear()

    def _listening(self) -> bool:
        return self._take is not None

    def _start(self) -> tuple[Any, str]:
        stream, device = start_stream("microphone", self._wanted, self._on_sound)
        told = {"device": device.name, "rate": round(stream.samplerate),
                "latency": float(stream.latency)}
        self._send(NOW, json.dumps(told).encode())
        return stream, device.name

    def _on_sound(self, samples: memoryview[float], when: Any, form: Format) -> None:
        now = time.monotonic()
        self.stream.tick()
        # How long the last frame has been under way, as far as the driver tells.
        seconds = len(samples) / form.channels / form.rate
        delay = when.currentTime - when.inputBufferAdcTime - seconds
        heard = _Heard(now - min(0.5, max(0.0, delay)), samples.tobytes(), form)
        with self._lock:
            self._ring.append(heard)
            while self._ring[0].at < heard.at - _RING:
                self._ring.popleft()
            if self._take is not None:
                self._give(heard)

    def _give(self, heard: _Heard) -> None:
        head = BLOCK_HEAD.pack(self._take, heard.at, heard.form.rate, heard.form.channels)
        self._send(BLOCK, head + heard.samples)
