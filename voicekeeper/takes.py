"""A take on its way to the recogniser, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from voicekeeper.faults import RecogniserFault
from voicekeeper.hearing.heard import Heard
from voicekeeper.hearing.utterance import Utterance
from voicekeeper.sound.take import Samples, Take


@dataclass(frozen=True)
class TakeHeard:
    """A take is over and decoded; `trouble` where the recogniser failed on it."""

    take: Take
    heard: Heard
    trouble: RecogniserFault | None = None


class Hearing:
    """Feeds a take to the recogniser, in the microphone's thread for takes."""

    def __init__(self, utterance: Utterance, put: Callable[[TakeHeard], None]) -> None:
        self._utterance = utterance
        self._put = put
        self._trouble: RecogniserFault | None = None

    def feed(self, block: Samples) -> None:
        """Give the recogniser a block of the take."""
        if self._trouble is None:
            try:
                self._utterance.feed(block)
            except RecogniserFault as fault:
                self._trouble = fault

    def finish(self, take: Take) -> None:
        """The take is over: put what was heard."""
        heard = Heard()
        if self._trouble is None:
            try:
                heard = self._utterance.finish()
            except RecogniserFault as fault:
                self._trouble = fault
        self._put(TakeHeard(take, heard, self._trouble))
