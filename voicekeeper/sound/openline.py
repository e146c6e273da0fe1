"""A line as the program has it: open or not, on which device, and whether it can be ordered."""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Self

from voicekeeper.sound import events
from voicekeeper.sound.orders import BACK, LOST, NOW
from voicekeeper.sound.settings import Wanted
from voicekeeper.sound.soundprocess import SOUND


class OpenLine(ABC):
    """What a microphone and a speaker share; their sound is in the sound process."""

    def __init__(self, line: events.Line, wanted: Wanted,
                 report: Callable[[events.SoundEvent], None]) -> None:
        self._line: events.Line = line
        self._wanted: Wanted = wanted
        self._report = report
        self._device: str | None = None
        self._is_open = False
        self._is_reached = False
        """Does the sound process take orders for it? Else they wait for the next process."""
        self._lock = threading.Lock()

    @property
    def device(self) -> str | None:
        """The name of the device that is open."""
        return self._device

    @property
    def is_open(self) -> bool:
        """Is there a device (as far as is known)?"""
        return self._is_open

    def open(self) -> None:
        """Open the device. Raises SoundFault, naming what there is, where it can't."""
        SOUND.open(self._line, self._wanted, self)
        self._is_open = self._is_reached = True

    def close(self) -> None:
        """Let the device go."""
        SOUND.close(self._line)
        self._is_open = self._is_reached = False

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _post(self, kind: bytes, payload: bytes = b"") -> None:
        SOUND.post(self._line, kind, payload)

    def told(self, kind: bytes, payload: bytes) -> None:
        """What the sound process tells of it."""
        if kind == NOW:
            told = json.loads(payload)
            self._device = told["device"]
            self._tuned(told["rate"], told["latency"])
        elif kind == LOST:
            self._lost(payload.decode())
        elif kind == BACK:
            self._is_open = True
            self._report(events.SoundBack(self._line, payload.decode()))
        else:
            self._heard_of(kind, payload)

    def gone(self) -> None:
        """The sound process is lost."""
        with self._lock:
            self._is_reached = False
        if self._is_open:
            self._lost(f"The {self._line} {self._device!r} stopped working.")

    def restored(self) -> None:
        """There is a sound process again: what it is to do is said anew."""
        with self._lock:
            self._is_reached = True
            self._order_again()

    def _lost(self, reason: str) -> None:
        self._is_open = False
        self._report(events.SoundLost(self._line, reason))

    @abstractmethod
    def _heard_of(self, kind: bytes, payload: bytes) -> None:
        """What only this line is told."""

    @abstractmethod
    def _order_again(self) -> None:
        """With the lock held: the orders that a new process needs."""

    def _tuned(self, rate: int, latency: float) -> None:
        """A device has been opened: Hz, seconds."""
        return
