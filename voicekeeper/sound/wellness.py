"""Whether the microphone is well, take by take, and when that is worth a word."""

from __future__ import annotations

from voicekeeper.sound.levels import Trouble, trouble_of
from voicekeeper.sound.take import Samples

_IN_A_ROW = 2
"""Somebody shouts now and then; a microphone that is too loud is so each time."""


class Wellness:
    """Remembers what was told, so that each trouble is told once until the microphone is well."""

    def __init__(self) -> None:
        self._trouble: Trouble | None = None
        self._times = 0

    def hear(self, samples: Samples) -> Trouble | None:
        """What is to be told of the microphone after this take (mono float32, 16 kHz), if
        anything is: a dead one each time, as nothing else can be said; others once."""
        trouble = trouble_of(samples)
        self._times = self._times + 1 if trouble == self._trouble else 1
        self._trouble = trouble
        if trouble == "dead":
            return trouble
        return trouble if trouble is not None and self._times == _IN_A_ROW else None
