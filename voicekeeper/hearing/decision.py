"""From an n-best list to one decision: taken, asked about, or not understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from voicekeeper.hearing.heard import Heard, Hypothesis
from voicekeeper.hearing.parser import Parser
from voicekeeper.intents import Entry, Intent

# Two readings closer than this (natural-log likelihood) are asked about.
ASK_MARGIN = 0.5
# How much likelier a bare score is where one was asked for (natural log).
_ASKED_FOR = 0.7
_MOST_CHOICES = 2


@dataclass(frozen=True)
class Understood:
    """What was understood of an utterance.

    `intent` set: this was said. `choices` set: one of these was said, best
    first. Both empty: nothing that can be acted on. `text` is the best text.
    """

    text: str
    intent: Intent | None = None
    choices: tuple[Intent, ...] = ()


def decide(heard: Heard, parser: Parser, speaking_for: str | None = None,
           ask_margin: float = ASK_MARGIN) -> Understood:
    """The decision for an n-best list.

    The best text alone tells whether anything is done: where it is outside the
    grammar, no lower one is acted on. A lower text with another meaning that is
    nearly as good makes it a question.
    """
    if not heard.hypotheses:
        return Understood("")
    best = heard.hypotheses[0]
    if best.outside:
        return Understood(best.text)
    parsed = parser.parse(best.text, speaking_for)
    if parsed.intent is None:
        return Understood(best.text, None, parsed.choices)
    readings = _readings(heard.hypotheses, parser, speaking_for)
    (intent, (text, score)), *others = readings
    near = [rival for rival, (_, lower) in others if score - lower < ask_margin]
    if not near:
        return Understood(text, intent)
    return Understood(text, None, (intent, *near[:_MOST_CHOICES - 1]))


def _readings(hypotheses: Sequence[Hypothesis], parser: Parser, speaking_for: str | None
              ) -> list[tuple[Intent, tuple[str, float]]]:
    """Each meaning with its best text and score, best first."""
    found: dict[Intent, tuple[str, float]] = {}
    for hypothesis in hypotheses:
        intent = None if hypothesis.outside else parser.parse(hypothesis.text, speaking_for).intent
        if intent is None:
            continue
        score = hypothesis.score + (_ASKED_FOR if _is_answer(intent, speaking_for) else 0.0)
        if intent not in found or found[intent][1] < score:
            found[intent] = (hypothesis.text, score)
    return sorted(found.items(), key=lambda reading: -reading[1][1])


def _is_answer(intent: Intent, speaking_for: str | None) -> bool:
    return (isinstance(intent, Entry) and len(intent.entries) == 1
            and intent.entries[0].player == speaking_for)
