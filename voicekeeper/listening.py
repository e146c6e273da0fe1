"""A take on its way through the recogniser; and, while the button is still held, a guess at it.

Runs in the microphone's thread for takes. What comes of it are events for the table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from voicekeeper.faults import RecogniserFault
from voicekeeper.hearing.heard import Heard
from voicekeeper.hearing.utterance import Utterance
from voicekeeper.sound.quiet import QUIET_SECONDS, LevelJudge, QuietJudge
from voicekeeper.sound.take import TAKE_RATE, Samples, Take

GUESS_AFTER = (0.2, 0.3, 0.4, 0.5, 0.6)
"""So long it has to have been quiet for a guess, seconds. Sooner it is a guess at who goes on
speaking; what was said last is known 0.1 to 0.4 s after it."""


@dataclass(frozen=True)
class TakeHeard:
    """A take is over and decoded; `trouble` where the recogniser failed on it.

    `mended`: the trouble after which the same sound was heard once more, and well.
    `ended` and `decoded` are when, times of time.monotonic().
    """

    take: Take
    heard: Heard
    trouble: RecogniserFault | None = None
    ended: float = 0.0
    decoded: float = 0.0
    mended: RecogniserFault | None = None


@dataclass(frozen=True)
class Guessed:
    """Nobody has spoken for a moment, and this seems to have been said; more may come.

    Good for making ready what may be wanted, and for nothing else.
    """

    listening: Listening
    heard: Heard


class Listening:
    """Feeds a take to the recogniser, and guesses at it in pauses. `put` gets the events.

    `begin` gives the utterance to feed when the first sound comes; it may take its time.
    """

    def __init__(self, begin: Callable[[], Utterance], put: Callable[[TakeHeard | Guessed], None],
                 judge: Callable[[], QuietJudge] = LevelJudge) -> None:
        self._begin = begin
        self._put = put
        self._judge = judge()
        self._trouble: RecogniserFault | None = None
        self._quiet = 0.0
        self._guessed = Heard()

    @cached_property
    def _utterance(self) -> Utterance:
        return self._begin()

    def feed(self, block: Samples) -> None:
        """Takes the next block: mono at TAKE_RATE."""
        if self._trouble is not None:
            return
        try:
            self._utterance.feed(block)
            self._guess(block)
        except RecogniserFault as fault:
            self._trouble = fault

    def _guess(self, block: Samples) -> None:
        self._judge.hear(block)
        before = self._quiet
        self._quiet = (max(before, QUIET_SECONDS) + len(block) / TAKE_RATE
                       if self._judge.quiet() else 0.0)
        if any(before < after <= self._quiet for after in GUESS_AFTER):
            heard = self._utterance.guess()
            if heard != self._guessed:
                self._guessed = heard
                self._put(Guessed(self, heard))

    def finish(self, take: Take) -> None:
        """The take is over: what was heard goes to the table."""
        ended = time.monotonic()
        heard = Heard()
        mended: RecogniserFault | None = None
        if self._trouble is None:
            try:
                heard = self._utterance.finish()
            except RecogniserFault as fault:
                self._trouble = fault
        if self._trouble is not None:
            try:
                heard = self._utterance.once_more(take.samples)
                mended, self._trouble = self._trouble, None
            except RecogniserFault as fault:
                self._trouble = fault
        self._put(TakeHeard(take, heard, self._trouble, ended, time.monotonic(), mended))
