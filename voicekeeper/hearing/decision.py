"""From an n-best list to one decision: taken, asked about, or not understood."""

from __future__ import annotations

from dataclasses import dataclass

from voicekeeper.hearing.heard import Heard
from voicekeeper.hearing.parser import Parser
from voicekeeper.intents import Intent

# Two readings closer than this (natural-log likelihood) are asked about.
ASK_MARGIN = 1.0
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
    best, *others = heard.hypotheses
    if best.outside:
        return Understood(best.text)
    parsed = parser.parse(best.text, speaking_for)
    if parsed.intent is None:
        return Understood(best.text, None, parsed.choices)
    choices = [parsed.intent]
    for other in others:
        if best.score - other.score >= ask_margin or len(choices) == _MOST_CHOICES:
            break
        rival = None if other.outside else parser.parse(other.text, speaking_for).intent
        if rival is not None and rival not in choices:
            choices.append(rival)
    if len(choices) == 1:
        return Understood(best.text, parsed.intent)
    return Understood(best.text, None, tuple(choices))
