"""What the recogniser heard: texts with scores."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Hypothesis:
    """One text that may have been said; `score` is a natural-log likelihood.

    Only differences between scores of one utterance mean something.
    """

    text: str
    score: float


@dataclass(frozen=True)
class Heard:
    """The n-best list of one utterance, best first; empty when nothing was said."""

    hypotheses: tuple[Hypothesis, ...] = ()

    @property
    def text(self) -> str:
        """The best text, or ""."""
        return self.hypotheses[0].text if self.hypotheses else ""
