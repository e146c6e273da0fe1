"""A contact that bounces, and what its edges mean: hold to speak, or tap and tap."""

from __future__ import annotations

import threading
from typing import Literal

from voicekeeper.button.events import Pressed, Released

Mode = Literal["hold", "tap"]

BOUNCE = 0.02
"""After an edge the contact is not believed for this long, seconds."""


class Contact:
    """Edges of one contact in, Pressed and Released out.

    The first edge counts at once, so bouncing costs no time; what the contact
    does in the BOUNCE after it is looked at when that is over (`settle`, at
    the time `due`). Times are those of time.monotonic(). Any thread may `forget`.
    """

    def __init__(self, source: str, mode: Mode) -> None:
        self._source = source
        self._mode = mode
        self._down = False
        self._seen = False
        self._edge_at = float("-inf")
        self._speaking: Pressed | None = None
        self._lock = threading.Lock()

    @property
    def due(self) -> float | None:
        """When `settle` has something to do; None: not until the next edge."""
        return None if self._seen == self._down else self._edge_at + BOUNCE

    def change(self, down: bool, at: float) -> list[Pressed | Released]:
        """The contact was seen to close or open; told in the order it happened, perhaps late."""
        due = self.due
        # It had come to rest before, and nobody has looked since.
        rested = self.settle(due) if due is not None and due <= at else []
        self._seen = down
        return rested + self.settle(at)

    def settle(self, now: float) -> list[Pressed | Released]:
        """Take the contact for what it shows, unless it may still be bouncing."""
        if self._seen == self._down or now < self._edge_at + BOUNCE:
            return []
        self._down, self._edge_at = self._seen, now
        if self._mode == "tap" and not self._down:
            return []
        return self._speak(self._down if self._mode == "hold" else None, now)

    def let_go(self, at: float) -> list[Pressed | Released]:
        """Nobody can release it any more: it was unplugged."""
        self._seen = self._down = False
        return self._speak(False, at)

    def forget(self, pressed: Pressed) -> None:
        """What this press began has ended by itself, or never began: the next tap begins one.

        A later press stands: it may have come meanwhile.
        """
        with self._lock:
            if self._speaking == pressed:
                self._speaking = None

    def _speak(self, begin: bool | None, at: float) -> list[Pressed | Released]:
        """Begin, end, or (None) whichever of the two it is time for."""
        with self._lock:
            speaking = self._speaking
            if begin is None:
                begin = speaking is None
            if begin:
                self._speaking = Pressed(at, self._source, held=self._mode == "hold")
                return [self._speaking]
            self._speaking = None
            return [] if speaking is None else [Released(at, self._source)]
