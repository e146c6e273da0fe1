"""The rules once more: the design's cases, all settings together, and any game at all.

Each against the naive count of oracle.py.
"""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from compare_rules import compare, counted, random_sheet
from hypothesis import given
from hypothesis import strategies as st
from oracle import SETTINGS, count
from saying import NAMES

from voicekeeper.skyjo.sheet import read_sheet, write_sheet


def sheet(*rounds: tuple[Any, ...], **rules: Any) -> dict[str, Any]:
    """A game of Ana, Bea, ...: in each round their points, and last who closed, if not Ana."""
    shown = []
    for said in rounds:
        *points, closer = said if said[-1] is None or isinstance(said[-1], str) else (*said, "Ana")
        shown.append({"scores": dict(zip(NAMES, points, strict=False)), "closer": closer})
    players = list(shown[0]["scores"])
    return {"players": players, "rules": rules, "rounds": shown}


def result(game: dict[str, Any]) -> dict[str, Any]:
    """What both counts come to."""
    found = counted(game)
    assert found == count(game)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("points", "ana"),
    [
        ((10, 24, 10), 20),  # case 1
        ((9, 10), 9),  # 2
        ((10, 9), 20),  # 3
        ((12, 4, 4), 24),  # 4
        ((5, -1), 10),  # 5
        ((0, -2), 0),  # 6
        ((-4, -5), -4),  # 7
        ((-3, -3), -3),  # 8
    ],
)
def test_what_the_closer_gets(points: tuple[int, ...], ana: int) -> None:
    """Cases 1 to 8."""
    found = result(sheet(points))["rounds"][0]
    assert found["counted"] == dict(zip(NAMES, (ana, *points[1:]), strict=False))
    assert found["doubled"] == ("Ana" if ana != points[0] else None)


@pytest.mark.parametrize(
    ("before", "points", "total", "over"),
    [
        (88, (7, 5), 102, True),  # case 9: doubling carries it over
        (93, (7, 8), 100, True),  # 10
        (92, (7, 8), 99, False),  # 10
        (98, (-3, 5), 95, False),  # 11
    ],
)
def test_when_a_game_is_over(before: int, points: tuple[int, int], total: int, over: bool) -> None:
    """Cases 9 to 11."""
    found = result(sheet((before, 1, "Bea"), points))
    assert (found["totals"]["Ana"], found["over"]) == (total, over)


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ((104, 131, 88), ["Carl"]),  # case 12
        ((-5, 101), ["Ana"]),  # 14
        ((42, 42, 103), ["Ana", "Bea"]),  # 15
    ],
)
def test_who_wins(totals: tuple[int, ...], winners: list[str]) -> None:
    """Cases 12 to 15."""
    assert result(sheet((*totals, None)))["winners"] == winners


def test_all_above_the_limit() -> None:
    """Case 13: 139 and 155, which takes two rounds."""
    found = result(sheet((75, 80, None), (64, 75, None)))
    assert found["totals"] == {"Ana": 139, "Bea": 155}
    assert found["winners"] == ["Ana"]


# 16 and 18 to 22 are the table's: conversations/cases.txt.


def test_a_zero_is_a_score() -> None:
    """Case 17."""
    assert result(sheet((0, 0), (0, 3)))["totals"] == {"Ana": 0, "Bea": 3}


# Ties for lowest and for highest, negative ones, zeros, nobody closed, the limit met
# exactly and passed, level at the end with a better last round, all within a few rounds.
TRICKY: list[list[tuple[Any, ...]]] = [
    [(10, 10, 24), (5, 5, 30, "Bea"), (7, 7, 46, None)],
    [(-3, -3, 0), (0, -2, 9), (-4, -5, 95, "Carl"), (2, 2, 2)],
    [(30, 0, 0, "Carl"), (0, 30, 70), (0, 0, 30, "Bea")],
    [(12, 11, 13, "Carl"), (8, 9, 7, "Bea"), (50, 50, 60, None), (1, 30, 20)],
    [(15, 15, 15), (14, 16, 15, "Bea"), (71, 69, 70, "Carl")],
    [(100, 3, 3, "Bea"), (1, 0, 0)],
    [(29, 1, 30, "Bea"), (1, 29, 0, None), (70, 70, 70, None)],
]


def test_all_settings_together() -> None:
    """The settings' cross product, each with the games that settings are about."""
    counts = 0
    for values in product(*SETTINGS.values()):
        rules = dict(zip(SETTINGS, values, strict=True))
        for rounds in TRICKY:
            for last in range(1, len(rounds) + 1):
                game = sheet(*rounds[:last], **rules)
                expected = None if _endless(rules) else count(game)
                assert counted(game) == expected, json.dumps(game)
                counts += expected is not None
    assert counts > 10_000


def _endless(rules: dict[str, Any]) -> bool:
    return rules["end_at"] is None and rules["rounds"] is None


@given(st.randoms(use_true_random=False))
def test_any_game(chance: Any) -> None:
    """Both counts agree, and a sheet written down and read again comes to the same."""
    game = random_sheet(chance)
    found = counted(game)
    assert found == count(game)
    if found is not None:
        read = read_sheet(json.dumps(game))
        again = read_sheet(json.dumps(write_sheet(read)))  # type: ignore[arg-type]
        assert again == read


def test_random_games() -> None:
    """What scripts/compare_rules.py does with 100,000 of them."""
    kinds, different = compare(2_000, seed=5)
    assert different is None, different
    assert all(kinds[kind] > 20 for kind in (
        "refused", "over", "shared", "with a penalty", "with people who came or went"))
