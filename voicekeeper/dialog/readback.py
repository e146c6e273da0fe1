"""How much is read back of what was taken: in full, in short, or only a chime.

Full says what was taken, what it did and who is missing; short leaves out what the
table sees for itself, and of the totals says who leads; with the chime only what was
not simply taken is put into words. Questions, refusals and answers are never shortened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from voicekeeper.dialog.mind import Turn
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.manners import Length

_SEEN = frozenset({"missing", "closer_missing", "one_more_turn"})
_TAKEN = frozenset({"taken", "score_known", "scores_known", "closed_known", "nobody_closed_known"})


@dataclass(frozen=True)
class ReadBack:
    """What is said of a turn; `chime`: a chime stands for what was taken."""

    sentences: tuple[Sentence, ...]
    chime: bool = False


def read_back(turn: Turn, length: Length) -> ReadBack:
    """A turn's sentences at this length."""
    told = turn.sentences
    report = (turn.prompt or bool(turn.events)) and turn.manner is None
    if length == "full" or not report or any(s.key == "cut_off" for s in told):
        return ReadBack(told)
    asked = () if turn.question is None else turn.question.asked
    if length == "short":
        return ReadBack(tuple(_shorter(told, asked)))
    kept = tuple(s for s in told
                 if s in asked or s.key not in _SEEN | _TAKEN | {"totals"})
    return ReadBack(kept, chime=any(s.key in _TAKEN for s in told))


def _shorter(told: Iterable[Sentence], asked: tuple[Sentence, ...]) -> Iterable[Sentence]:
    for sentence in told:
        if sentence not in asked and sentence.key == "totals":
            yield _lead(sentence)
        elif sentence in asked or sentence.key not in _SEEN:
            yield sentence


def _lead(totals: Sentence) -> Sentence:
    """Who leads, of all totals."""
    items = totals.params["items"]
    scores = [(item.params["points"], item.params["player"])
              for item in (items if isinstance(items, tuple) else ())
              if isinstance(item, Sentence)]
    least = min(int(str(points)) for points, _ in scores)
    first = tuple(player for points, player in scores if points == least)
    if len(first) == len(scores):
        return say("all_level", points=least)
    if len(first) > 1:
        return say("leaders", players=first, points=least)
    return say("leader", player=first[0], points=least)
