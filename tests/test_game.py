"""A game: a fold over what was said, from the first round to the winners."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import a_round, new_game, played

from voicekeeper.skyjo.events import (
    CloserCleared,
    CloserSet,
    Event,
    GameEnded,
    GameStarted,
    PlayerJoined,
    PlayerLeft,
    RoundRemoved,
    ScoreCleared,
    ScoreSet,
    Undone,
)
from voicekeeper.skyjo.game import Game, LastEntry
from voicekeeper.skyjo.rules import ImpossibleScore, ImpossibleSum, Rules


def totals(game: Game) -> list[int]:
    return list(game.totals.values())


def test_the_view_of_a_round_half_entered() -> None:
    game = played((2, 5), (10, 8)).after_all([ScoreSet(3, "Ana", -3), CloserSet(3, "Bea")])
    assert game.view() == {
        "players": ["Ana", "Bea"],
        "round": 3,
        "entered": {"Ana": -3},
        "closer": "Bea",
        "missing": ["Bea"],
        "totals": {"Ana": 22, "Bea": 13},
        "starter": "Ana",
        "over": False,
        "winners": [],
    }


def test_the_view_after_the_end() -> None:
    view = played((2, 5), (10, 100)).view()
    assert view == {
        "players": ["Ana", "Bea"],
        "round": 2,
        "entered": {},
        "closer": None,
        "missing": [],
        "totals": {"Ana": 12, "Bea": 105},
        "starter": None,
        "over": True,
        "winners": ["Ana"],
    }


def test_a_round_waits_for_every_score_and_the_closer() -> None:
    """Case 16, and 17: a zero is a score, not a gap."""
    game = new_game().after(ScoreSet(1, "Ana", 0))
    assert game.missing == ("Bea",)
    game = game.after(ScoreSet(1, "Bea", 0))
    assert game.missing == ()
    assert (game.number, game.finished, game.leaders) == (1, (), ())
    game = game.after(CloserSet(1, "Ana"))
    assert (game.number, len(game.finished), game.leaders) == (2, 1, ("Ana", "Bea"))


def test_a_round_that_nobody_closed() -> None:
    game = new_game().after(CloserSet(1, None))
    assert game.view()["closer"] is None
    assert game.view()["nobody_closed"] is True
    game = game.after_all([ScoreSet(1, "Ana", 9), ScoreSet(1, "Bea", 4)])
    assert game.round(1) == game.last_round
    assert game.last_round is not None
    assert game.last_round.nobody_closed
    assert totals(game) == [9, 4]
    assert game.starter is None
    assert "nobody_closed" not in game.view()


@pytest.mark.parametrize(
    ("before", "points", "after", "over"),
    [
        (88, (7, 5), 102, True),  # case 9
        (93, (7, 8), 100, True),  # 10
        (92, (7, 8), 99, False),
        (98, (-3, 8), 95, False),  # 11
    ],
)
def test_a_total_reaches_the_end(
    before: int, points: tuple[int, int], after: int, over: bool
) -> None:
    game = new_game().after_all(a_round(1, before, 3, closer=None)).after_all(a_round(2, *points))
    assert (game.totals["Ana"], game.over) == (after, over)


@pytest.mark.parametrize(
    ("points", "winners"),
    [
        ((104, 131, 88), ["Carl"]),  # case 12
        ((139, 120), ["Bea"]),
        ((-5, 101), ["Ana"]),  # 14
        ((42, 42, 103), ["Ana", "Bea"]),  # 15
    ],
)
def test_the_lowest_total_wins(points: tuple[int, ...], winners: list[str]) -> None:
    game = new_game("Ana", "Bea", "Carl") if len(points) == 3 else new_game()
    game = game.after_all(a_round(1, *points, closer=None))
    assert game.view()["winners"] == winners


def test_a_win_with_more_than_a_hundred() -> None:
    """Case 13: 139 against 155."""
    game = played((70, 90), (69, 65), rules=Rules(end_at=139, penalty="none"))
    assert (totals(game), game.winners) == ([139, 155], ("Ana",))


def test_places_with_ties() -> None:
    """Case 18: 1, 1, 3."""
    game = played((5, 30, 5, 40), closer="Dan", rules=Rules(penalty="none"))
    assert game.places == {"Ana": 1, "Carl": 1, "Bea": 3, "Dan": 4}
    assert game.standings == ((1, "Ana", 5), (1, "Carl", 5), (3, "Bea", 30), (4, "Dan", 40))
    assert (game.leaders, game.trailing) == (("Ana", "Carl"), ("Dan",))
    assert (game.behind("Bea"), game.remaining("Bea")) == (25, 70)


def test_the_place_of_who_lost_a_tie_by_the_last_round() -> None:
    rules = Rules(shared_win=False, penalty="none", rounds=2)
    game = played((10, 4, 50), (2, 8, 50), rules=rules)
    assert game.winners == ("Ana",)
    assert game.places == {"Ana": 1, "Bea": 2, "Carl": 3}


def test_a_changed_round_changes_all_that_follows() -> None:
    game = played((10, 20), (10, 20), (10, 20))
    game = game.after(ScoreSet(1, "Ana", 30))
    assert totals(game) == [80, 60]
    assert [dict(done.totals) for done in game.finished][1] == {"Ana": 70, "Bea": 40}
    assert totals(game.after(CloserSet(1, "Bea"))) == [50, 60]
    assert game.last_entry == LastEntry(1, "Ana", 30)


def test_rounds_set_aside_by_an_earlier_end() -> None:
    """Case 19: they are kept, not counted, and come back when the change is taken back."""
    before = played((10, 50), (10, 20), (10, 20))
    game = before.after(ScoreSet(1, "Bea", 105))
    assert (game.over, game.number, totals(game), len(game.set_aside)) == (True, 1, [10, 105], 2)
    assert before.outcome != game.outcome
    assert game.after(ScoreSet(1, "Bea", 50)) == before


def test_a_removed_round_moves_the_later_ones_up() -> None:
    game = played((10, 20), (1, 2), (3, 4)).after(ScoreSet(4, "Bea", 7))
    game = game.after(RoundRemoved(1))
    assert (totals(game), game.number, dict(game.entered)) == ([4, 6], 3, {"Bea": 7})
    assert game.last_entry == LastEntry(3, "Bea", 7)


def test_a_round_with_a_hole_waits_and_the_later_ones_with_it() -> None:
    whole = played((10, 20), (1, 2), (3, 4))
    game = whole.after(ScoreCleared(2, "Ana"))
    assert (game.number, game.missing, totals(game)) == (2, ("Ana",), [10, 20])
    assert game.after(ScoreSet(2, "Ana", 1)) == whole
    assert whole.after(CloserCleared(3)).number == 3


def test_nothing_written_and_all_taken_out_are_the_same() -> None:
    game = new_game().after_all([ScoreSet(1, "Ana", 3), CloserSet(1, "Bea")])
    assert not game.untouched
    assert game.after_all([ScoreCleared(1, "Ana"), CloserCleared(1)]) == new_game()


def test_a_game_ended_by_the_table() -> None:
    game = played((10, 20)).after_all([ScoreSet(2, "Ana", 50), GameEnded()])
    assert (game.over, game.number, totals(game), game.winners) == (True, 1, [10, 20], ("Ana",))
    assert (game.entered, game.missing) == ({}, ())


def test_nobody_wins_a_game_that_the_table_ended_who_left_or_came_after_its_last_round() -> None:
    """Ana and Bea play round one; Carl and Dan come in their place, from this or that round on."""
    for later in (2, 3):
        begun = played((10, 20)).after(ScoreSet(2, "Ana", 5))
        coming = [PlayerJoined(later, "Carl", 0), PlayerJoined(later, "Dan", 30)]
        bea_left = begun.after_all([*coming, PlayerLeft(later, "Bea"), GameEnded()])
        assert (bea_left.players, bea_left.winners) == (("Ana", "Carl", "Dan"), ("Ana",))
        assert bea_left.totals == {"Ana": 10, "Carl": 0, "Dan": 30}
        assert bea_left.standings == ((1, "Ana", 10),)
        both = begun.after_all([*coming, PlayerLeft(3, "Ana"), PlayerLeft(later, "Bea"),
                                GameEnded()])
        assert (both.over, both.players, both.winners) == (True, ("Carl", "Dan"), ())


def test_a_game_ended_before_its_first_round_has_no_winner() -> None:
    game = new_game().after(GameEnded())
    assert (game.over, game.winners, game.number) == (True, (), 1)


def test_scores_that_cannot_be_beside_those_already_there() -> None:
    game = new_game("Ana", "Bea", "Carl").after(ScoreSet(1, "Ana", -12))
    assert game.problem_with({"Bea": -8}) is None
    assert game.problem_with({"Bea": -9}) == ImpossibleSum(("Ana", "Bea"), -21, -20, True)
    assert game.problem_with({"Ana": 3, "Bea": -9}) is None
    assert game.problem_with({"Bea": 141}) == ImpossibleScore("Bea", 141, -17, 140)
    old = played((-12, 20), (1, 2))
    assert old.problem_with({"Bea": -9}, round=1) == ImpossibleSum(("Ana", "Bea"), -21, -20, True)


@pytest.mark.parametrize(
    "event",
    [
        ScoreSet(1, "Zoe", 3),
        ScoreSet(3, "Ana", 3),
        ScoreSet(0, "Ana", 3),
        CloserSet(1, "Zoe"),
        RoundRemoved(3),
        Undone("u1"),
        GameStarted(("Ana", "Bea"), Rules()),
    ],
)
def test_an_event_that_does_not_fit_is_refused(event: Event) -> None:
    with pytest.raises(ValueError):
        played((1, 2)).after(event)


def test_nothing_is_entered_after_the_end() -> None:
    with pytest.raises(ValueError, match="round 2 is not open"):
        played((1, 100)).after(ScoreSet(2, "Ana", 3))


@pytest.mark.parametrize("players", [("Ana",), ("Ana", "ana"), ("Ana", " "), tuple("ABCDEFGHI")])
def test_players_who_cannot_play_together(players: tuple[str, ...]) -> None:
    with pytest.raises(ValueError):
        new_game(*players)


@given(st.data(), st.lists(st.integers(-2, 40), min_size=2, max_size=8))
def test_the_order_of_entry_does_not_matter(data: st.DataObject, points: list[int]) -> None:
    names = ("Ana", "Bea", "Carl", "Dan", "Eve", "Fay", "Gus", "Hal")[: len(points)]
    said = a_round(1, *points, closer="Bea")
    shuffled = data.draw(st.permutations(said))
    game, other = (new_game(*names).after_all(events) for events in (said, shuffled))
    assert game == other
    assert game.view() == other.view()
    assert game.finished == other.finished
