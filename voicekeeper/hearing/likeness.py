"""Which players' names sound alike, or like an order or a number.

Measured with this recogniser's kind of model: names at distance 0 are heard for
one another half the time, up to 0.6 now and then, beyond that hardly ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from voicekeeper.hearing.namer import NameSound
from voicekeeper.hearing.phones import distance

THE_SAME = 0.2
"""Names as near as this cannot be told apart."""
ALIKE = 0.6
"""Names as near as this are sometimes taken for one another."""

Concern = Literal["same", "alike", "order"]


@dataclass(frozen=True)
class Likeness:
    """Two names, and how far apart they sound at the nearest."""

    one: str
    other: str
    distance: float


@dataclass(frozen=True)
class Warned:
    """A name that will make trouble: with another one, or with a word that is said in a game.

    concern: "same" cannot be told apart, "alike" will be mistaken now and then,
    "order" is an order or a number. instead: what to call the player.
    """

    concern: Concern
    name: str
    other: str
    instead: str


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


def warnings(names: Sequence[str], sounds: Mapping[str, NameSound], nickname: str
             ) -> tuple[Warned, ...]:
    """What to say about the names at a table, the worst first.

    `nickname` makes another name of one, as "Big {name}".
    """
    orders = tuple(Warned("order", name, sounds[name].order, "")
                   for name in names if sounds[name].order)
    return orders + tuple(
        Warned("same" if pair.distance <= THE_SAME else "alike", pair.one, pair.other,
               nickname.format(name=pair.other))
        for pair in alike({name: sounds[name] for name in names}))
