"""A line's end in the sound process: its stream, kept open, and the device it is on."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from voicekeeper.sound.events import Line, SoundEvent
from voicekeeper.sound.kept import KeptStream
from voicekeeper.sound.orders import NOW
from voicekeeper.sound.settings import Wanted
from voicekeeper.sound.soundserver import ServerWatch
from voicekeeper.sound.streams import Format, start_stream

Send = Callable[[bytes, bytes], None]
"""Sends a kind of frame and its payload to the program; returns at once."""


class StreamEnd(ABC):
    """One microphone or speaker; what `send` sends, and `obey` is told, is in orders.py."""

    def __init__(self, line: Line, wanted: Wanted, send: Send,
                 report: Callable[[SoundEvent], None]) -> None:
        self._line: Line = line
        self._wanted: Wanted = wanted
        self._send = send
        self.server = ServerWatch(line)
        self.stream = KeptStream(line, self._start, self._busy, report,
                                 lambda now: self.server.astray(now=now))

    @abstractmethod
    def obey(self, kind: bytes, payload: bytes) -> None:
        """An order of the program's."""

    def close(self) -> None:
        """Forget what is kept."""
        return

    @abstractmethod
    def _busy(self) -> bool:
        """Should it not be interrupted now?"""

    @abstractmethod
    def _on_sound(self, samples: memoryview[float], when: Any, form: Format) -> None:
        """The stream's callback (streams.OnSound)."""

    def _started(self, rate: int, latency: float) -> None:
        """A device has been opened."""
        return

    def _start(self) -> tuple[Any, str]:
        stream, device = start_stream(self._line, self._wanted, self._on_sound)
        rate, latency = round(stream.samplerate), float(stream.latency)
        self._started(rate, latency)
        told = {"device": device.name, "rate": rate, "latency": latency}
        self._send(NOW, json.dumps(told).encode())
        return stream, device.name
