"""How long a reply takes to say, and the part of it that can be said in one go.

Nobody listens to a scorekeeper for longer than that: what is too much waits until
somebody says "go on".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from voicekeeper.dialog.reply import Reply, Sentence, say

LONGEST = 11.8
"""No reply takes longer than this, seconds as estimated: 12 at most; but for a question that
can't be cut."""

# Seconds, fitted on joe at its own speed to 14 replies of 5 to 17 seconds, and a little more:
# none of them took over 2 % longer than this makes it. tests/test_duration.py listens again.
_LETTER = 0.047
_COMMA = 0.32
_SENTENCE = 0.5

# What can best wait, the first before the others, and without a word about it; of anything
# else, the end waits, and that is said.
_DETAILS = ("best_round", "close_finish", "comeback", "offer_rematch", "would_set_aside",
            "over")

# Who has won is of more weight than the round's scores, read back.
_WON = frozenset({"winner", "winners"})
_TAKEN = ("taken", "taken_in_round")

Render = Callable[[Reply], Sequence[str]]


def seconds(sentences: Sequence[str], speed: float = 1.0) -> float:
    """How long these sentences take, estimated; `speed` is how many times as fast as usual."""
    letters = sum(len(sentence) for sentence in sentences)
    breaths = sum(sentence.count(mark) for sentence in sentences for mark in ",:;")
    return letters * _LETTER / speed + breaths * _COMMA + len(sentences) * _SENTENCE


def in_one_go(reply: Reply, render: Render, speed: float = 1.0, *, goes_on: bool = False
              ) -> tuple[Reply, tuple[Sentence, ...]]:
    """What is said of a reply now, and what is left for "go on"; mostly nothing.

    The question at its end is always said, and that a new game has begun; only where
    the reply `goes_on` with what was left, and there is room for nothing beside its
    question, that one is not said again. Lists are parted between their items.
    """
    def cost(*sentences: Sentence) -> float:
        return seconds(render(Reply(sentences)), speed)

    if cost(*reply.sentences) <= LONGEST:
        return reply, ()
    kept = reply.asking or reply.sentences[-1].key == "new_game"
    split = len(reply.sentences) - (1 if kept else 0)
    told, question = reply.sentences[:split], reply.sentences[split:]
    offer = say("say_go_on")
    room = LONGEST - cost(*question)
    rest = list(told)
    waiting: list[Sentence] = []
    # Where something of more weight comes after them, a game's figures wait, too.
    keys = [sentence.key for sentence in reply.sentences]
    passing = [key for key in keys if key in _TAKEN] if _WON.intersection(keys) else []
    passing += [key for key in keys[:-1] if key == "totals"]
    passing += ["others"] if keys[-1] == "new_game" else []
    offered: tuple[Sentence, ...] = ()
    for detail in (*_DETAILS, *passing):
        if cost(*rest) > room:
            found = [sentence for sentence in rest if sentence.key == detail]
            # Who has won is told, so that it is over need not be.
            waiting += [sentence for sentence in found if sentence.key != "over"]
            rest = [sentence for sentence in rest if sentence.key != detail]
            if found and detail in passing and not (offered or kept):
                offered = (offer,)
                room -= cost(offer)
    if not rest or cost(*rest) <= room:
        figures = any(sentence.key in passing for sentence in waiting)
        if figures and not offered and cost(*rest, offer) <= room:
            offered = (offer,)
        return replace(reply, sentences=(*rest, *offered, *question)), tuple(waiting)
    room -= 0 if offered else cost(offer)
    said: list[Sentence] = []
    while rest and cost(rest[0]) <= room:
        said.append(rest.pop(0))
        room -= cost(said[-1])
    part, left = _parted(rest[0], lambda sentence: cost(sentence) <= room, bool(said or question))
    if goes_on and question and not (said or part):
        shorter = replace(reply, sentences=told, asking=False)
        now, later = in_one_go(shorter, render, speed)
        return replace(now, asking=reply.asking), later
    rest = [*left, *rest[1:], *waiting]
    offered = (offer,) if rest else ()
    return replace(reply, sentences=(*said, *part, *offered, *question)), tuple(rest)


def _parted(sentence: Sentence, fits: Callable[[Sentence], bool], may_wait: bool
            ) -> tuple[list[Sentence], list[Sentence]]:
    """What can be said of a sentence that is too long, and what is left of it."""
    lists = [name for name, value in sentence.params.items()
             if isinstance(value, tuple) and len(value) > 1]
    if len(lists) == 1:
        items = sentence.params[lists[0]]
        if isinstance(items, tuple):
            for count in range(len(items) - 1, 0, -1):
                part = _with(sentence, lists[0], items[:count])
                if fits(part) or (count == 1 and not may_wait):
                    return [part], [_with(sentence, lists[0], items[count:])]
    return ([], [sentence]) if may_wait else ([sentence], [])


def _with(sentence: Sentence, name: str, items: tuple[object, ...]) -> Sentence:
    return Sentence(sentence.key, {**sentence.params, name: items})
