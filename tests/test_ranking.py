"""Places: from the best on, shared where totals are equal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicekeeper.skyjo.ranking import ranking

tables = st.dictionaries(st.sampled_from("ABCDEFGH"), st.integers(-20, 120), min_size=2)


@pytest.mark.parametrize(("totals", "winners", "places"), [
    ({"Ana": 42, "Bea": 42, "Carl": 103}, ("Ana", "Bea"), [(1, "Ana"), (1, "Bea"), (3, "Carl")]),
    ({"Ana": 42, "Bea": 42, "Carl": 42}, ("Bea",), [(1, "Bea"), (2, "Ana"), (2, "Carl")]),
    ({"Ana": 9, "Bea": -3}, (), [(1, "Bea"), (2, "Ana")]),
    ({"Ana": 0, "Bea": 0}, (), [(1, "Ana"), (1, "Bea")]),
    ({}, (), []),
])
def test_places(totals: dict[str, int], winners: tuple[str, ...],
                places: list[tuple[int, str]]) -> None:
    assert [(place, player) for place, player, _ in ranking(totals, winners)] == places


@given(tables)
def test_a_place_is_one_more_than_there_are_better_ones(totals: dict[str, int]) -> None:
    for place, player, total in ranking(totals):
        assert total == totals[player]
        assert place == 1 + sum(other < total for other in totals.values())
