"""The rules: what counts, what is possible, who starts, ends and wins."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import NAMES

from voicekeeper.skyjo.rules import (
    HIGHEST_SUMS,
    LOWEST_SUM,
    ImpossibleScore,
    ImpossibleSum,
    Rules,
    RulesProblem,
    count_round,
    impossible,
    is_end,
    is_likely,
    next_starter,
    winners,
)

CARDS = [-2] * 5 + [-1] * 10 + [0] * 15 + [card for card in range(1, 13) for _ in range(10)]


def counted(*points: int, closer: str | None = "Ana", **settings: Any) -> tuple[list[int], bool]:
    """The counted scores in seating order, and whether the closer paid; Ana closes."""
    scores = dict(zip(NAMES, points, strict=False))
    count = count_round(Rules(**settings), scores, closer)
    return list(count.counted.values()), count.doubled is not None


@pytest.mark.parametrize(
    ("points", "ana", "doubled"),
    [
        ((10, 24, 10), 20, True),  # case 1: a tie for lowest doubles
        ((9, 10), 9, False),  # 2
        ((10, 9), 20, True),  # 3
        ((12, 4, 4), 24, True),  # 4
        ((5, -1), 10, True),  # 5
        ((0, -2), 0, False),  # 6: nothing to double, and nothing is said of it
        ((-4, -5), -4, False),  # 7
        ((-3, -3), -3, False),  # 8
    ],
)
def test_the_closer_pays_double(points: tuple[int, ...], ana: int, doubled: bool) -> None:
    assert counted(*points) == ([ana, *points[1:]], doubled)


def test_only_the_closer_pays() -> None:
    assert counted(30, 5, 20, closer="Bea") == ([30, 5, 20], False)
    assert counted(30, 5, 20, closer="Carl") == ([30, 5, 40], True)
    assert counted(30, 5, 20, closer=None) == ([30, 5, 20], False)


def test_where_ties_do_not_double() -> None:
    assert counted(10, 24, 10, tie_doubles=False) == ([10, 24, 10], False)
    assert counted(10, 9, tie_doubles=False) == ([20, 9], True)


def test_where_negative_scores_double() -> None:
    assert counted(-4, -5, double_negative=True) == ([-8, -5], True)
    assert counted(-3, -3, double_negative=True) == ([-6, -3], True)
    assert counted(-3, -3, double_negative=True, tie_doubles=False) == ([-3, -3], False)
    assert counted(-5, -4, double_negative=True) == ([-5, -4], False)
    assert counted(0, -2, double_negative=True) == ([0, -2], False)


def test_other_penalties() -> None:
    assert counted(10, 9, penalty="none") == ([10, 9], False)
    assert counted(10, 9, penalty="flat") == ([20, 9], True)
    assert counted(12, 9, penalty="flat", flat_points=25) == ([37, 9], True)
    assert counted(0, -2, penalty="flat") == ([0, -2], False)
    assert counted(-3, -4, penalty="flat", double_negative=True) == ([7, -4], True)


@pytest.mark.parametrize(
    ("starter", "closer", "points", "starts"),
    [
        ("closer", "Carl", (1, 2, 3), "Carl"),
        ("closer", None, (1, 2, 3), None),
        ("lowest", "Carl", (1, 2, 3), "Ana"),
        ("highest", "Ana", (1, 2, 3), "Carl"),
        ("lowest", "Carl", (5, 2, 2), "Carl"),  # tied: the closer, if among them
        ("lowest", "Ana", (5, 2, 2), "Bea"),  # else the first in seating order
        ("highest", None, (7, 2, 7), "Ana"),
    ],
)
def test_who_starts_the_next_round(
    starter: Any, closer: str | None, points: tuple[int, ...], starts: str | None
) -> None:
    scores = dict(zip(NAMES, points, strict=False))
    assert next_starter(Rules(starter=starter), scores, closer) == starts


def test_the_end() -> None:
    assert not is_end(Rules(), [99, 0], 9)
    assert is_end(Rules(), [100, 0], 9)
    assert not is_end(Rules(end_when="passes"), [100, 0], 9)
    assert is_end(Rules(end_when="passes"), [101, 0], 9)
    assert is_end(Rules(end_at=50), [50, 0], 9)
    assert is_end(Rules(end_at=None, rounds=3), [0, 0], 3)
    assert not is_end(Rules(end_at=None, rounds=3), [900, 0], 2)
    assert is_end(Rules(rounds=3), [100, 0], 1)


def test_equal_totals_share_the_win_or_the_last_round_decides() -> None:
    totals = {"Ana": 42, "Bea": 42, "Carl": 103}
    last = {"Ana": 10, "Bea": 4, "Carl": 60}
    assert winners(Rules(), totals, last) == ("Ana", "Bea")
    assert winners(Rules(shared_win=False), totals, last) == ("Bea",)
    assert winners(Rules(shared_win=False), totals, {**last, "Bea": 10}) == ("Ana", "Bea")


def test_the_limits_follow_from_the_cards() -> None:
    assert len(CARDS) == 150
    assert sum(card for card in CARDS if card < 0) == LOWEST_SUM
    assert Rules().possible_scores[0] == sum(sorted(CARDS)[:12])
    assert Rules(columns=False).possible_scores[-1] == sum(sorted(CARDS)[-12:])
    for players, limit in HIGHEST_SUMS.items():
        assert limit == sum(sorted(CARDS)[-12 * players :])


def test_a_score_outside_the_possible() -> None:
    assert impossible(Rules(), {"Ana": -17}) is None
    assert impossible(Rules(), {"Ana": -18}) == ImpossibleScore("Ana", -18, -17, 140)
    assert impossible(Rules(), {"Ana": 141}) == ImpossibleScore("Ana", 141, -17, 140)
    assert impossible(Rules(columns=False), {"Ana": 142}) is None


def test_a_sum_outside_the_possible() -> None:
    scores = {"Ana": -11, "Bea": 40, "Carl": -10}
    assert impossible(Rules(), scores) == ImpossibleSum(("Ana", "Carl"), -21, -20, True)
    scores = {"Ana": 136, "Bea": 0, "Carl": 135}
    assert impossible(Rules(), scores) == ImpossibleSum(("Ana", "Carl"), 271, 270, False)
    assert impossible(Rules(), {"Ana": -10, "Bea": -10}) is None


@given(st.lists(st.integers(-17, 140) | st.integers(-17, -1) | st.integers(60, 140), max_size=8))
def test_every_subset_keeps_the_limits(points: list[int]) -> None:
    """The rule itself, over all subsets, against the short way through the ranked scores."""
    possible = all(
        LOWEST_SUM <= sum(subset) <= HIGHEST_SUMS[size]
        for size in range(2, len(points) + 1)
        for subset in combinations(points, size)
    )
    found = impossible(Rules(), dict(zip(NAMES, points, strict=False)))
    assert (found is None) == possible


def test_an_unlikely_score() -> None:
    assert [is_likely(points) for points in (-9, -8, 75, 76)] == [False, True, True, False]


@pytest.mark.parametrize(
    "settings",
    [
        {}, {"end_at": 1}, {"end_at": 1000}, {"end_at": None, "rounds": 1}, {"rounds": 100},
        {"end_when": "passes"}, {"tie_doubles": False}, {"double_negative": True},
        {"penalty": "flat", "flat_points": 100}, {"starter": "highest"}, {"columns": False},
        {"shared_win": False},
    ],
)
def test_settings_that_can_be(settings: dict[str, Any]) -> None:
    rules = Rules.from_mapping(settings)
    assert rules == Rules(**settings)
    assert Rules.from_mapping(rules.to_mapping()) == rules


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"end": 100}, "unknown setting 'end'; the settings are end_at, "),
        ({"end_at": 0}, "end_at can be a whole number from 1 to 1000 or null, not 0"),
        ({"end_at": 1001}, "end_at can be"),
        ({"end_at": 100.0}, "end_at can be a whole number from 1 to 1000 or null, not 100.0"),
        ({"end_at": True}, "end_at can be a whole number from 1 to 1000 or null, not true"),
        ({"end_at": "100"}, "end_at can be"),
        ({"end_at": None}, "with end_at null, rounds must be set"),
        ({"end_when": "above"}, "end_when can be reaches or passes, not 'above'"),
        ({"end_when": ["reaches"]}, "end_when can be"),
        ({"tie_doubles": 1}, "tie_doubles can be true or false, not 1"),
        ({"double_negative": None}, "double_negative can be true or false, not null"),
        ({"penalty": "triple"}, "penalty can be double or none or flat"),
        ({"flat_points": 101}, "flat_points can be a whole number from 1 to 100, not 101"),
        ({"starter": "winner"}, "starter can be closer or lowest or highest"),
        ({"columns": "yes"}, "columns can be"),
        ({"shared_win": 0}, "shared_win can be"),
        ({"rounds": 101}, "rounds can be a whole number from 1 to 100 or null, not 101"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], sentence: str) -> None:
    problem = Rules.from_mapping(settings)
    assert isinstance(problem, RulesProblem)
    assert problem.setting == next(iter(settings))
    assert problem.sentence.startswith(sentence)
