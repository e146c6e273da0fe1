"""When the table speaks up by itself: a question lapses, a round half entered is reminded of."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal


class Deadlines:
    """Runs from the end of a reply to the next press or reply. Times are in seconds.

    `lapse_after`: how long a question waits for its answer; `prompt_after`: how long it
    may be quiet with a round half entered, None for ever; `clock`: whose time it is.
    """

    def __init__(self, lapse_after: float, prompt_after: float | None,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self._lapse_after = lapse_after
        self._prompt_after = prompt_after
        self._clock = clock
        self._due: tuple[float, Literal["lapse", "prompt"]] | None = None
        self._unfinished: object = None
        self._reminded: object = None

    def quiet(self, asking: bool, unfinished: object | None) -> None:
        """A reply has been said. `unfinished` is what the round still lacks, None: nothing.

        Of the same thing it is reminded once.
        """
        self.stop()
        if asking:
            self._due = self._clock() + self._lapse_after, "lapse"
        elif (self._prompt_after is not None and unfinished is not None
              and unfinished != self._reminded):
            self._due = self._clock() + self._prompt_after, "prompt"
            self._unfinished = unfinished

    def stop(self) -> None:
        """Somebody speaks, or is spoken to."""
        self._due = None

    def left(self) -> float | None:
        """How long until something is due; None: nothing will be."""
        return None if self._due is None else max(0.0, self._due[0] - self._clock())

    def due(self) -> Literal["lapse", "prompt"] | None:
        """What is due now, once."""
        if self._due is None or self._clock() < self._due[0]:
            return None
        what = self._due[1]
        if what == "prompt":
            self._reminded = self._unfinished
        self._due = None
        return what
