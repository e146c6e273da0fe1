"""Which players' names sound alike, or like an order or a number.

Measured with this recogniser's kind of model: names at distance 0 are heard for
one another half the time, up to 0.6 now and then, beyond that hardly ever.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from voicekeeper.hearing.jsgf import words_of
from voicekeeper.hearing.language import grammar_of
from voicekeeper.hearing.namer import NameSound
from voicekeeper.hearing.normalise import HIGHEST_SPELT, plain_words, without_accents
from voicekeeper.hearing.phones import distance
from voicekeeper.hearing.wellknown import well_known_names
from voicekeeper.numbers import values

THE_SAME = 0.2
"""Names as near as this cannot be told apart."""
ALIKE = 0.6
"""Names as near as this are sometimes taken for one another."""

# Vowels and what is hardly heard carry nothing.
_GROUPS = (("(?<=.)w", ""), ("ph", "F"), ("th|[dt]", "T"),
           ("sch|ch|sh|[jg](?=[eiy])|c(?=[eiy])|[szxj]", "S"), ("[ckgq]", "K"),
           ("[fvwbp]", "F"), ("[mn]", "N"), ("l", "L"), ("r", "R"))


@dataclass(frozen=True)
class Likeness:
    """Two names, and how far apart they sound at the nearest."""

    one: str
    other: str
    distance: float


@dataclass(frozen=True)
class Concern:
    """A name that will make trouble with another one, or with a word that is said in a game.

    kind: "same" cannot be told apart, "alike" will be mistaken now and then,
    "order": the other word is an order, a question or a number.
    """

    kind: Literal["same", "alike", "order"]
    name: str
    other: str


def likeness(one: NameSound, other: NameSound) -> float:
    """How far apart two names sound, over all their readings and aliases; 0 is the same."""
    return min((distance(this, that) for this in one.all_readings for that in other.all_readings),
               default=float("inf"))


def alike(sounds: Mapping[str, NameSound]) -> tuple[Likeness, ...]:
    """The pairs of names that are not far enough apart, the nearest first."""
    pairs = (Likeness(one, other, round(likeness(sounds[one], sounds[other]), 3))
             for one, other in combinations(sounds, 2))
    return tuple(sorted((pair for pair in pairs if pair.distance <= ALIKE),
                        key=lambda pair: pair.distance))


def concerns(sounds: Mapping[str, NameSound]) -> tuple[Concern, ...]:
    """What speaks against these names at one table, the worst first."""
    orders = tuple(Concern("order", name, sound.order)
                   for name, sound in sounds.items() if sound.order)
    return orders + tuple(Concern("same" if pair.distance <= THE_SAME else "alike",
                                  pair.one, pair.other) for pair in alike(sounds))


def worth_a_look(names: Sequence[str], language: str) -> bool:
    """Whether names may sound alike, or like the grammar's words, judged by their letters alone.

    Quick, and says yes too often rather than too seldom.
    """
    common = well_known_names(language)
    spoken = words_of(grammar_of(language))
    skeletons = [_skeleton(name) for name in names]
    return len(set(skeletons)) < len(skeletons) or any(
        word in spoken or word in values(language, HIGHEST_SPELT)
        for name in names if name not in common for word in plain_words(name, language, "-"))


def _skeleton(name: str) -> str:
    """The letters that carry a name's sound, those that sound alike made one, none doubled."""
    letters = without_accents(name)
    for group, one in _GROUPS:
        letters = re.sub(group, one, letters)
    return re.sub(r"(.)\1+", r"\1", re.sub(r"[^A-Z]", "", letters))
