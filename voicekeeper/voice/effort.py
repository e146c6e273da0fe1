"""How long it takes to make a phrase, by those that were made lately: the machine may be busy."""

from __future__ import annotations

_WEIGHT = 0.3  # of the newest phrase
_LONGEST_HOLD = 1.0  # seconds


class Effort:
    """Learns from each phrase that was made; not exact enough for more than a guess."""

    def __init__(self) -> None:
        self._per_letter = 0.0  # seconds

    def made(self, phrase: str, seconds: float) -> None:
        """A phrase took so long to make."""
        if phrase:
            taken = seconds / len(phrase)
            self._per_letter += _WEIGHT * (taken - self._per_letter)

    def hold(self, phrase: str, spoken: float) -> float:
        """How long to wait before what takes `spoken` seconds to say, seconds.

        So that this phrase, which is being made meanwhile, is there when that has been said.
        """
        return min(_LONGEST_HOLD, max(0.0, self._per_letter * len(phrase) - spoken))
