"""No button that works: what is said of it aloud, and when.

A box has no terminal to tell why nothing answers. While another button works nothing
is said, and a short loose contact is nothing: a moment is waited whether it comes back.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.settling import Settling


class Buttonless:
    """Whether anybody can press, and what of it is still to be said. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._settling = Settling(clock)
        self._usable = self._told = True

    def now(self, usable: bool) -> None:
        """A button has gone or come: is there any that works?"""
        self._usable = usable
        self._settling.begin(usable is not self._told)

    def left(self) -> float | None:
        """How long until something is to be said, seconds; None: nothing will be."""
        return self._settling.left()

    def due(self) -> Sentence | None:
        """What is to be said now, once."""
        if not self._settling.over():
            return None
        self._told = self._usable
        return say("button_back" if self._usable else "button_lost")
