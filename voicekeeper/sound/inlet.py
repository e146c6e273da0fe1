"""The microphone in the sound process: always open, its sound kept for a second.

Unless the program wants to hear, sound goes nowhere but into a ring of a
second, where it is overwritten; nothing is looked at, sent or kept.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from voicekeeper.sound.events import SoundEvent
from voicekeeper.sound.orders import BLOCK, BLOCK_HEAD, HEAR, IGNORE, NUMBER
from voicekeeper.sound.settings import Wanted
from voicekeeper.sound.streamend import Send, StreamEnd
from voicekeeper.sound.streams import Format

_RING = 1.0  # seconds; more than the pre-roll, as the press is noticed a little late


@dataclass(frozen=True)
class _Heard:
    """A block's samples; its last frame was heard at `at`."""

    at: float
    samples: bytes
    form: Format


class Inlet(StreamEnd):
    """One microphone."""

    def __init__(self, wanted: Wanted, send: Send, report: Callable[[SoundEvent], None]) -> None:
        super().__init__("microphone", wanted, send, report)
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

    def _busy(self) -> bool:
        return self._take is not None

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
