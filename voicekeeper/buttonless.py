"""No button that works: what is said of it aloud, and when.

A box has no terminal to tell why nothing answers. While another button works nothing
is said, and a short loose contact is nothing: a moment is waited whether it comes back.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.outage import SETTLES_AFTER


class Buttonless:
    """Whether anybody can press, and what of it is still to be said. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._usable = self._told = True
        self._due: float | None = None

    def now(self, usable: bool) -> None:
        """A button has gone or come: is there any that works?"""
        self._usable = usable
        self._due = None if usable is self._told else self._clock() + SETTLES_AFTER

    def left(self) -> float | None:
        """How long until something is to be said, seconds; None: nothing will be."""
        return None if self._due is None else max(0.0, self._due - self._clock())

    def due(self) -> Sentence | None:
        """What is to be said now, once."""
        if self._due is None or self._clock() < self._due:
            return None
        self._due, self._told = None, self._usable
        return say("button_back" if self._usable else "button_lost")
