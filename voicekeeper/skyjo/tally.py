"""What a game that is over brought each of its players, by seat: what the statistics are made of.

Worked out once, when a game stands, so that ten thousand games are summed up by
the database (careers.py) and not counted again for every question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from voicekeeper.skyjo.game import Game

ALONE, SHARED = 1, 2


class Tally(NamedTuple):
    """One player's part in a game; a seat is a player's place in `seats`, as in packing.py.

    place: at the end, None for who had left before. won: 0, or how: ALONE, SHARED.
    points: what the rounds counted, after any penalty; best and worst: the lowest
    and the highest of them, each with the first round that brought it. doubled: how
    often a penalty was paid.
    """

    seat: int
    place: int | None
    won: int
    rounds: int
    points: int
    best: int
    best_round: int
    worst: int
    worst_round: int
    closed: int
    doubled: int


def tallies(game: Game, seats: Sequence[str]) -> Iterator[Tally]:
    """The tallies of all who have played a round of a game; none before the game has a winner."""
    winners = game.winners
    if not winners:
        return
    won = SHARED if len(winners) > 1 else ALONE
    places = game.places
    counted: dict[str, list[tuple[int, int]]] = {}
    closed: dict[str | None, int] = {}
    doubled: dict[str | None, int] = {}
    for round in game.finished:
        for player, points in round.counted.items():
            counted.setdefault(player, []).append((points, round.number))
        closed[round.closer] = closed.get(round.closer, 0) + 1
        doubled[round.doubled] = doubled.get(round.doubled, 0) + 1
    for seat, player in enumerate(seats):
        if player not in counted:
            continue
        rounds = counted[player]
        best, best_round = min(rounds)
        worst, worst_round = max(rounds, key=lambda round: (round[0], -round[1]))
        yield Tally(
            seat, places.get(player), won if player in winners else 0, len(rounds),
            sum(points for points, _ in rounds), best, best_round, worst, worst_round,
            closed.get(player, 0), doubled.get(player, 0),
        )


def tally_rows(seq: int, game: Game, seats: Sequence[str]) -> list[tuple[object, ...]]:
    """The rows of `tallies` for the game that began with utterance `seq`."""
    return [(seq, *tally) for tally in tallies(game, seats)]
