"""From an n-best list to one decision: taken, asked about, or not understood."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from voicekeeper.hearing.confusable import alike_scores, is_order
from voicekeeper.hearing.context import Context
from voicekeeper.hearing.heard import Heard, Hypothesis
from voicekeeper.hearing.parser import Parser
from voicekeeper.intents import Entry, Intent

# Natural-log likelihoods, as measured (docs/hearing.md).
ASK_MARGIN = 1.0
"""Two readings closer than this are asked about, in a quiet room."""
_IN_NOISE = 3.0
"""How many times as far apart they have to be in noise."""
_ALIKE = 2.5
_ALIKE_NOISE = 4.0
"""How many times as far apart two scores have to be that differ as thirteen and thirty do."""
_ORDER_LEAD = 3.0
"""How many times ASK_MARGIN an order has to be better than speech outside the grammar: of all
that can be said, "redo" and "go on" are the most like a word of somebody's talk."""
_OUTSIDE_MARGIN = 0.5
_OUTSIDE_MARGIN_NOISE = 4.0
"""What is better by less as speech outside the grammar is asked about, not refused."""
_NOTHING_MARGIN = 2.0
"""How much better "nothing was said" has to be where the detector found speech."""
_SECOND_CHOICE = 3.0
"""A second choice farther off than this is not worth naming."""
_ASKED_FOR = 0.7
"""How much likelier a bare score is where one was asked for."""
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


@dataclass(frozen=True)
class _Reading:
    """One meaning with its best text: an intent, or what an ambiguous text may mean."""

    text: str
    score: float
    intent: Intent | None
    choices: tuple[Intent, ...]


def decide(heard: Heard, parser: Parser, speaking_for: str | None = None,
           ask_margin: float = ASK_MARGIN, context: Context | None = None) -> Understood:
    """The decision for an n-best list, by the context's help where there is one.

    What is outside the grammar, or nothing at all, is not acted on where it is
    the best; where it is only just the best, it is asked about. Two meanings
    that are nearly as good make a question; in noise they need to be farther
    apart, and so do scores that sound alike. An order has to be clearly better
    than speech outside the grammar. What the detector did not take for speech is
    never just taken.
    """
    if not heard.hypotheses:
        return Understood("")
    readings = _readings(heard.hypotheses, parser, speaking_for, context)
    if not readings:
        return Understood(heard.text)
    best, *others = readings
    lead = _outside_score(heard) - best.score
    if lead >= (_OUTSIDE_MARGIN_NOISE if heard.noisy else _OUTSIDE_MARGIN):
        return Understood(heard.text)
    if best.intent is None:
        return Understood(best.text, None, best.choices)
    certain = lead <= 0 and heard.speech
    least = 0.0 if certain else _SECOND_CHOICE
    # The moment tells two scores apart that the ear does not, not least after a question.
    expected = context is not None and context.worth(best.intent) > 0
    near = [rival.intent for rival in others if rival.intent is not None
            and best.score - rival.score < max(least, ask_margin * _times(
                heard.noisy, not expected and alike_scores(best.intent, rival.intent)))]
    if is_order(best.intent) and -lead < ask_margin * _ORDER_LEAD:
        certain = False
    if not near and certain:
        return Understood(best.text, best.intent)
    return Understood(best.text, None, (best.intent, *near[:_MOST_CHOICES - 1]))


def _times(noisy: bool, alike: bool) -> float:
    """How many times ASK_MARGIN two meanings have to be apart, for the best to be taken."""
    if alike:
        return _ALIKE_NOISE if noisy else _ALIKE
    return _IN_NOISE if noisy else 1.0


def settle(first: Understood, second: Understood) -> Understood:
    """What to ask after two hearings of the same sound, the first of which was in doubt.

    The second one does not take anything either: where it did, it was wrong too
    often. But it knows better what to ask about.
    """
    if second.intent is None:
        return second if second.choices else first
    others = [choice for choice in first.choices if choice != second.intent]
    return Understood(second.text, None, (second.intent, *others)[:_MOST_CHOICES])


def _outside_score(heard: Heard) -> float:
    """How good the best text is that is not of the grammar."""
    nothing = _NOTHING_MARGIN if heard.speech else 0.0
    return max((h.score - (0.0 if h.text else nothing) for h in heard.hypotheses
                if h.outside or not h.text), default=-math.inf)


def _readings(hypotheses: Sequence[Hypothesis], parser: Parser, speaking_for: str | None,
              context: Context | None) -> list[_Reading]:
    """Each meaning with its best text and score, best first."""
    found: dict[Intent | tuple[Intent, ...], _Reading] = {}
    for hypothesis in hypotheses:
        if hypothesis.outside:
            continue
        parsed = parser.parse(hypothesis.text, speaking_for)
        intent = parsed.intent
        if intent is None and not parsed.choices:
            continue
        worth = _ASKED_FOR if _is_answer(intent, speaking_for) else 0.0
        if context is not None and intent is not None:
            fits = context.worth(intent)
            worth = fits if fits < 0 else max(worth, fits)
        score = hypothesis.score + worth
        meaning = intent or parsed.choices
        if meaning not in found or found[meaning].score < score:
            found[meaning] = _Reading(hypothesis.text, score, intent, parsed.choices)
    return sorted(found.values(), key=lambda reading: -reading.score)


def _is_answer(intent: Intent | None, speaking_for: str | None) -> bool:
    return (isinstance(intent, Entry) and len(intent.entries) == 1
            and intent.entries[0].player == speaking_for)
