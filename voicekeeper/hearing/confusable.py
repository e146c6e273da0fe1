"""Intents that are easily taken for each other, or for no intent at all."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.intents import (
    Ask,
    AskRules,
    AskStats,
    Choose,
    Entry,
    Intent,
    Name,
    Number,
    Plain,
    WhatIf,
)

# What a question may be answered with, and what only has something said.
_PLAIN = frozenset({"yes", "no", "cancel", "repeat", "help"})
_SPOKEN_OF = (Entry, Ask, WhatIf, AskStats, AskRules, Number, Name, Choose)
_TEENS = range(13, 20)


def is_order(intent: Intent) -> bool:
    """Whether an intent has something done: other than a score, an answer or a question."""
    if isinstance(intent, Plain):
        return intent.type not in _PLAIN
    return not isinstance(intent, _SPOKEN_OF)


def alike_scores(one: Intent, other: Intent) -> bool:
    """Whether two intents differ by one score as thirteen and thirty do, or eight and eighty."""
    match one, other:
        case Number(points), Number(others):
            return _alike(points, others)
        case Entry(entries), Entry(of_other) if len(entries) == len(of_other):
            apart = [(mine, theirs) for mine, theirs in zip(entries, of_other, strict=True)
                     if mine != theirs]
            return len(apart) == 1 and all(
                mine.points is not None and theirs.points is not None
                and replace(mine, points=theirs.points) == theirs
                and _alike(mine.points, theirs.points) for mine, theirs in apart)
    return False


def _alike(one: int, other: int) -> bool:
    if one * other <= 0:
        return False
    low, high = sorted((abs(one), abs(other)))
    return (low in _TEENS and high == 10 * (low - 10)) or (low, high) == (8, 80)
