"""What the recogniser heard: texts with scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

FILLER_MARK = "~"
"""What the recogniser's words begin with that came through the filler."""


@dataclass(frozen=True)
class Hypothesis:
    """One text that may have been said; `score` is a natural-log likelihood.

    Only differences between scores of one utterance mean something. `outside`:
    it is speech outside the grammar, and the text a mere guess.
    """

    text: str
    score: float
    outside: bool = False

    @classmethod
    def of(cls, marked: str, score: float) -> Hypothesis:
        """From the recogniser's text, where the filler's words are marked."""
        return cls(marked.replace(FILLER_MARK, ""), score, FILLER_MARK in marked)


@dataclass(frozen=True)
class Heard:
    """The n-best list of one utterance, best first; empty when nothing was said.

    noisy: the speech did not stand out from a quiet room, or the room rang; speech: the voice
    activity detector found some; again: hears the same sound a second time, in another way,
    where that may help (it takes about as long as what was said; raises RecogniserFault).
    """

    hypotheses: tuple[Hypothesis, ...] = ()
    noisy: bool = False
    speech: bool = True
    again: Callable[[], Heard] | None = field(default=None, compare=False, repr=False)

    @property
    def text(self) -> str:
        """The best text, or ""."""
        return self.hypotheses[0].text if self.hypotheses else ""
