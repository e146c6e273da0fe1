"""The corpus of confusions: every score twice, beside those that it is taken for."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from corpus.lines import Recording, Speaker
from corpus.sets import kokoro, manner
from corpus.wordings import Wordings

SCORES = range(-17, 141)
_PLAYERS = ("Ana", "Marco", "Lucia")
_SEED = 4
_ALONE = ("{s}", "{p} {s}", "{s} for {p}", "{p} got {s}", "{p} {s}", "{p} closed with {s}")
_TOGETHER = ("{p} {s}, {q} {t}", "{p} {s} and {q} {t}", "{s} for {p}, {t} for {q}",
             "{p} has {s}, {q} closed with {t}")
# Sounds alike, beyond what _alike finds: said together once more.
_MORE = ((8, 80), (2, 10), (12, 20), (5, 9), (0, 4), (7, 11), (1, 9), (100, 105), (110, 101),
         (3, -3), (15, 16), (4, 44), (6, 60), (9, 90), (70, 77), (18, 118))

CONFUSIONS = "confusions"
# Voices that the development speech has too, none of tuning.py's but the program's own,
# which is made another person's each time.
_CAST = (
    *kokoro("am_adam", "bf_emma", "im_nicola", "zf_xiaoxiao"),
    Speaker("piper", "joe"), Speaker("piper", "joe"), Speaker("flite", "slt"),
    Speaker("flite", "rms"),
)


def draw_confusions() -> list[Recording]:
    """Each score once alone and once beside one that sounds like it, by another voice."""
    chance = random.Random(_SEED)
    wordings = Wordings(chance)
    speakers = _in_turn(_CAST, chance)
    said_by: dict[int, set[Speaker]] = {}
    found = []
    for scores, text, speaking_for in _texts(wordings, chance):
        heard = set().union(*(said_by.setdefault(score, set()) for score in scores))
        # The cast is larger than what any two scores can have heard.
        speaker = next(s for s in speakers if s not in heard)
        for score in scores:
            said_by[score].add(speaker)
        line = wordings.meant(text, _PLAYERS, speaking_for)
        if line is None:
            raise ValueError(f"{text!r} has not one meaning")
        name = "-".join(f"m{-score}" if score < 0 else f"{score}" for score in scores)
        # Never so fast or slow that the words suffer.
        how = manner(speaker, chance, speed=(0.92, 1.12))
        found.append(Recording(name, f"{name}.ogg", line, speaker, how))
    return found


def _texts(wordings: Wordings, chance: random.Random
           ) -> Iterator[tuple[tuple[int, ...], str, str | None]]:
    """Scores, the text that says them, and for whom a bare number is."""
    for place, score in enumerate(SCORES):
        way = _ALONE[place % len(_ALONE)]
        player = chance.choice(_PLAYERS)
        text = way.format(p=player, s=_said(score, wordings))
        yield (score,), text, player if "{p}" not in way else None
    for place, (score, other) in enumerate([*pairs(), *_MORE]):
        way = _TOGETHER[place % len(_TOGETHER)]
        first, second = chance.sample(_PLAYERS, 2)
        text = way.format(p=first, s=_said(score, wordings), q=second, t=_said(other, wordings))
        yield (score, other), text, None


def pairs() -> list[tuple[int, int]]:
    """All scores in pairs, the most alike first: each is in exactly one."""
    left = set(SCORES)
    found = []
    for one, other in sorted(combinations(SCORES, 2), key=lambda pair: (_alike(*pair), pair)):
        if one in left and other in left:
            left -= {one, other}
            found.append((one, other))
    return found


def _alike(one: int, other: int) -> int:
    """How readily one score is taken for another; 0 is the most."""
    if (one < 0) != (other < 0):
        return 5
    one, other = sorted((abs(one), abs(other)))
    hundreds, (low, high) = one // 100 == other // 100, (one % 100, other % 100)
    if hundreds and 13 <= low <= 19 and high == (low - 10) * 10:
        return 0  # thirteen, thirty
    if hundreds and 3 <= low <= 9 and high == low + 10 and one < 100:
        return 1  # four, fourteen
    if one < 0 or not hundreds or low // 10 != high // 10 or low < 20:
        return 4
    # twenty-five, twenty-nine; twenty-two, twenty-three; twenty-one, twenty-four
    ends = (low % 10, high % 10)
    return {(5, 9): 1, (2, 3): 1, (6, 8): 2, (1, 4): 2, (0, 7): 2}.get(ends, 3)


def _said(score: int, wordings: Wordings) -> str:
    """A score in words, "minus" or "negative" before it where it is below zero."""
    if score >= 0:
        return wordings.spelt(score)
    return f"{'negative' if score % 4 == 0 else 'minus'} {wordings.spelt(-score)}"


def _in_turn(speakers: Sequence[Speaker], chance: random.Random) -> Iterator[Speaker]:
    """All speakers once, in some order, then all again in another."""
    while True:
        yield from chance.sample(speakers, len(speakers))
