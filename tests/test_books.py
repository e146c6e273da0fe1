"""The books: undo, redo, and the games put aside."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import NAMES, Talk, a_round, books

from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.events import (
    CloserCleared,
    CloserSet,
    Event,
    GameEnded,
    Redone,
    RoundRemoved,
    ScoreCleared,
    ScoreSet,
    Undone,
    Utterance,
)
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.round import Round


def game_of(kept: Books) -> Game:
    assert kept.game is not None
    return kept.game


def test_before_the_first_game() -> None:
    empty = Books()
    assert (empty.game, empty.undoable, empty.redoable, empty.aside) == (None, None, None, None)
    with pytest.raises(ValueError, match="not the current one"):
        empty.after(Talk().utterance(ScoreSet(1, "Ana", 3)))


def test_undo_takes_back_a_whole_utterance_and_redo_puts_it_back() -> None:
    talk = Talk()
    begun = books(talk.start())
    said = talk.utterance(ScoreSet(1, "Ana", -3), CloserSet(1, "Bea"))
    after = begun.after(said)
    assert after.undoable == said
    undone = after.after(talk.undo(after))
    assert (undone.game, undone.undoable, undone.redoable) == (begun.game, None, said)
    assert undone.after(talk.redo(undone)) == after


def test_what_can_be_undone_takes_room_for_what_was_said_only() -> None:
    """Whoever keeps every state of a long game as it was worked out keeps rounds by the square."""
    talk, rounds = Talk(), 40
    kept = books(talk.start())
    for number in range(1, rounds + 1):
        for event in a_round(number, 1, 2):
            kept = kept.after(talk.utterance(event))
            assert len(game_of(kept).finished) >= number - 1
    held = sum(isinstance(thing, Round) for thing in gc.get_objects())
    assert held <= 10 * rounds
    for number in range(rounds, 0, -1):
        for _ in range(3):
            kept = kept.after(talk.undo(kept))
        assert len(game_of(kept).finished) == number - 1


def test_undo_passes_over_what_changed_nothing() -> None:
    talk = Talk()
    said = talk.utterance(ScoreSet(1, "Ana", -3))
    kept = books(talk.start(), said, talk.utterance(), talk.utterance(ScoreSet(1, "Ana", -3)))
    assert kept.undoable == said


def test_a_new_entry_empties_redo_but_a_question_does_not() -> None:
    talk = Talk()
    kept = books(talk.start(), talk.utterance(ScoreSet(1, "Ana", -3)))
    undone = kept.after(talk.undo(kept))
    assert undone.after(talk.utterance()).redoable is not None
    assert undone.after(talk.utterance(ScoreSet(1, "Bea", 7))).redoable is None


def test_undo_after_the_end_opens_the_game_again() -> None:
    """Case 21, for an end by points and one by the table."""
    talk = Talk()
    last = talk.utterance(ScoreSet(1, "Bea", 120))
    kept = books(
        talk.start(), talk.utterance(ScoreSet(1, "Ana", 3), CloserSet(1, "Ana")), last
    )
    assert game_of(kept).over
    assert not game_of(kept.after(talk.undo(kept))).over

    kept = books(talk.start(), talk.utterance(*a_round(1, 3, 5)), talk.utterance(GameEnded()))
    assert game_of(kept).over
    assert not game_of(kept.after(talk.undo(kept))).over


def test_undo_brings_back_rounds_set_aside() -> None:
    """Case 19."""
    talk = Talk()
    before = books(
        talk.start(), talk.utterance(*a_round(1, 3, 50)), talk.utterance(*a_round(2, 3, 5))
    )
    after = before.after(talk.utterance(ScoreSet(1, "Bea", 110)))
    assert (game_of(after).over, len(game_of(after).set_aside)) == (True, 1)
    assert after.after(talk.undo(after)).game == before.game


def test_only_the_last_change_can_be_undone() -> None:
    talk = Talk()
    first, second = talk.utterance(ScoreSet(1, "Ana", 3)), talk.utterance(ScoreSet(1, "Bea", 4))
    kept = books(talk.start(), first, second)
    with pytest.raises(ValueError, match="only the last change"):
        kept.after(talk.utterance(Undone(first.id)))
    both = kept.after(talk.utterance(Undone(second.id), Undone(first.id)))
    assert both.undoable is None
    with pytest.raises(ValueError, match="only the last undo"):
        both.after(talk.utterance(Redone(second.id)))
    with pytest.raises(ValueError, match="either changes"):
        kept.after(talk.utterance(Undone(second.id), ScoreSet(1, "Bea", 5)))


def test_the_round_just_finished_is_at_hand_until_something_is_entered() -> None:
    talk = Talk()
    kept = books(talk.start(), talk.utterance(*a_round(1, 3, 5)))
    assert kept.just_finished == 1
    corrected = kept.after(talk.utterance(ScoreSet(1, "Ana", 6)))
    assert corrected.just_finished == 1
    entered = corrected.after(talk.utterance(ScoreSet(2, "Ana", 6)))
    assert entered.just_finished is None
    assert entered.after(talk.undo(entered)).just_finished == 1
    later = entered.after(talk.utterance(*a_round(2, 6, 8)))
    assert later.after(talk.utterance(ScoreSet(1, "Bea", 9))).just_finished is None


def test_a_new_game_puts_the_unfinished_one_aside_and_undo_brings_it_back() -> None:
    talk = Talk()
    old = books(talk.start(game="old"), talk.utterance(ScoreSet(1, "Ana", 3), game="old"))
    new = old.after(talk.start("Carl", "Dan", game="new"))
    assert (game_of(new).players, new.aside) == (("Carl", "Dan"), old.game)
    assert (new.undoable, new.going_back) == (None, old.game)

    back = new.after(talk.resume("old"))
    assert (back.game, back.undoable) == (old.game, old.undoable)
    assert (back.going_forward, back.aside) == (new.game, None)
    assert back.after(talk.resume("new")) == new


def test_once_something_is_entered_the_new_game_is_not_gone_forward_to() -> None:
    talk = Talk()
    kept = books(talk.start(game="old"), talk.start(game="new"), talk.resume("old"))
    kept = kept.after(talk.utterance(ScoreSet(1, "Ana", 3), game="old"))
    assert kept.going_forward is None


def test_a_new_game_empties_the_redo_of_the_one_put_aside() -> None:
    talk = Talk()
    kept = books(talk.start(game="old"), talk.utterance(ScoreSet(1, "Ana", 3), game="old"))
    kept = kept.after(talk.undo(kept)).after(talk.start(game="new")).after(talk.resume("old"))
    assert kept.redoable is None
    assert kept.going_forward is not None


def test_going_back_over_several_new_games() -> None:
    talk = Talk()
    kept = books(*(talk.start(game=id) for id in ("a", "b", "c")))
    for expected in ("b", "a"):
        going_back = kept.going_back
        assert going_back is not None
        kept = kept.after(talk.resume(going_back.id))
        assert game_of(kept).id == expected
    assert kept.going_back is None


def test_games_that_cannot_be_begun_or_resumed() -> None:
    talk = Talk()
    kept = books(talk.start(game="old"))
    with pytest.raises(ValueError, match="already begun"):
        kept.after(talk.start(game="old"))
    with pytest.raises(ValueError, match="not on the shelf"):
        kept.after(talk.resume("unknown"))


# -- whatever is said ---------------------------------------------------------

PLAYERS = NAMES[:3]
UNDO, REDO = "undo", "redo"

scores = st.builds(
    ScoreSet, st.integers(1, 4), st.sampled_from(PLAYERS), st.integers(-2, 60)
)
closers = st.builds(CloserSet, st.integers(1, 4), st.sampled_from((*PLAYERS, None)))
edits = st.one_of(
    st.builds(ScoreCleared, st.integers(1, 4), st.sampled_from(PLAYERS)),
    st.builds(CloserCleared, st.integers(1, 4)),
    st.builds(RoundRemoved, st.integers(1, 4)),
    st.just(GameEnded()),
)
whole_rounds = st.builds(
    lambda number, points, closer: a_round(number, *points, closer=closer),
    st.integers(1, 4), st.tuples(*[st.integers(-2, 60)] * 3), st.sampled_from(PLAYERS),
)
said = whole_rounds | st.lists(scores | scores | closers | edits, max_size=4)
evenings = st.lists(said | said | st.sampled_from((UNDO, REDO)), max_size=25)


def follow(evening: list[list[Event] | str]) -> tuple[Books, list[Utterance]]:
    """The books after an evening, and its utterances that are not undone, by a list of one's own.

    What does not fit or cannot be undone is left out.
    """
    talk = Talk()
    start = talk.start(*PLAYERS)
    kept, standing, taken_back = books(start), [start], list[Utterance]()
    for turn in evening:
        if turn == UNDO and len(standing) > 1:
            kept = kept.after(talk.undo(kept))
            taken_back.append(standing.pop())
        elif turn == REDO and taken_back:
            kept = kept.after(talk.redo(kept))
            standing.append(taken_back.pop())
        elif isinstance(turn, list):
            utterance = talk.utterance(*turn)
            try:
                after = kept.after(utterance)
            except ValueError:
                continue
            if after.game != kept.game:
                standing.append(utterance)
                taken_back = []
            kept = after
    return kept, standing


@given(evenings)
def test_what_is_undone_counts_as_never_said(evening: list[list[Event] | str]) -> None:
    kept, standing = follow(evening)
    fresh = books(*standing)
    assert game_of(kept) == game_of(fresh)
    assert game_of(kept).view() == game_of(fresh).view()
    assert (kept.undoable and kept.undoable.id) == (fresh.undoable and fresh.undoable.id)


@given(evenings)
def test_undo_then_redo_changes_nothing_from_anywhere(evening: list[list[Event] | str]) -> None:
    kept, _ = follow(evening)
    talk = Talk()
    stages = [kept]
    while stages[-1].undoable is not None:
        stages.append(stages[-1].after(talk.undo(stages[-1])))
    again = stages.pop()
    assert game_of(again).written == ()
    while stages:
        again = again.after(talk.redo(again))
        assert again == stages.pop()


@given(evenings)
def test_the_totals_are_those_of_the_finished_rounds(evening: list[list[Event] | str]) -> None:
    game = game_of(follow(evening)[0])
    for player, total in game.totals.items():
        assert total == sum(done.counted[player] for done in game.finished)
    assert all(not done for done in [game.missing, game.entered] if game.over)


def test_a_start_that_was_said_can_be_taken_back_and_resumed() -> None:
    talk = Talk()
    begun = books(talk.start())
    start = begun.taking_back_start
    assert start is not None
    cleared = begun.after(talk.utterance(start))
    assert (cleared.game, cleared.going_forward) == (None, begun.game)
    assert cleared.after(talk.resume("game")) == begun
    other = cleared.after(talk.start(game="other"))
    assert (other.going_back, other.going_forward) == (None, None)


def test_a_start_is_not_taken_back_under_an_entry_or_over_another_game() -> None:
    talk = Talk()
    begun = books(talk.start())
    entered = begun.after(talk.utterance(ScoreSet(1, "Ana", 5)))
    assert entered.taking_back_start is None
    with pytest.raises(ValueError, match="nothing entered"):
        entered.after(talk.utterance(begun.taking_back_start or Undone("")))
    assert begun.after(talk.start(game="other")).taking_back_start is None
    silent = replace(talk.start(game="third"), heard="")
    assert books(silent).taking_back_start is None
