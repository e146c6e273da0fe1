"""A moment that is waited for what else happens before something is said of it."""

from __future__ import annotations

import time
from collections.abc import Callable

SETTLES_AFTER = 0.6
"""How long that is, seconds: both ends of the sound go and come one shortly after the other."""


class Settling:
    """Runs from `begin` on; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._due: float | None = None

    def begin(self, wanted: bool) -> None:
        """It begins anew; where nothing is `wanted` any more, it is over without a word."""
        self._due = self._clock() + SETTLES_AFTER if wanted else None

    def left(self) -> float | None:
        """How long it still takes, seconds; None: it does not run."""
        return None if self._due is None else max(0.0, self._due - self._clock())

    def over(self) -> bool:
        """Is it over now? Once."""
        if self._due is None or self._clock() < self._due:
            return False
        self._due = None
        return True
