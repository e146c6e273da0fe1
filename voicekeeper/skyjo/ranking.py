"""Who is in which place."""

from __future__ import annotations

from collections.abc import Collection, Mapping

Place = tuple[int, str, int]
"""The place, from 1 on, the player, and the player's total."""


def ranking(totals: Mapping[str, int], winners: Collection[str] = ()) -> tuple[Place, ...]:
    """All players from the best on; equal totals share a place: 1, 1, 3.

    `winners`, where there are any, have the first place, and those with their total who
    did not win the next one. Who shares a place stands in the order of `totals`.
    """
    ranked = sorted(
        ((bool(winners) and player not in winners, total, player)
         for player, total in totals.items()),
        key=lambda entry: entry[:2],
    )
    places: list[Place] = []
    previous: tuple[bool, int] | None = None
    for index, (behind, total, player) in enumerate(ranked, 1):
        place = places[-1][0] if previous == (behind, total) else index
        places.append((place, player, total))
        previous = (behind, total)
    return tuple(places)
