"""A session: the reply comes after the disk, and everybody sees the same view."""

from __future__ import annotations

from pathlib import Path

import pytest
from table import at_table

from voicekeeper.dialog.expecting import Expects
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.reply import say
from voicekeeper.faults import DataFault
from voicekeeper.intents import Entry, Item
from voicekeeper.session import Session
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.view import View
from voicekeeper.voice.replies import Replies


def test_what_was_answered_is_on_disk(tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Marco")) as table:
        table.line("Ana five, Marco six and closed")
        with Ledger.open(tmp_path / FILE_NAME) as reader:
            game = reader.books().game
            assert game is not None
            assert game.view() == table.game
            last = reader.books().undoable
            assert last is not None
            assert last.heard == "Ana five, Marco six and closed"
            assert last.said == table.said


def test_every_turn_is_published(tmp_path: Path) -> None:
    views: list[View] = []
    with at_table(tmp_path, ("Ana", "Marco")) as table:
        table.session.watch(views.append)
        table.line("Ana ninety")
        table.line("yes")
    asked, taken = views
    assert (asked.heard, asked.asking) == ("Ana ninety", True)
    assert taken.game is not None
    assert taken.game["entered"] == {"Ana": 90}
    assert (taken.said, taken.asking) == ("Ana ninety. Marco is missing.", False)


def test_what_the_hearing_may_expect(tmp_path: Path) -> None:
    with at_table(tmp_path) as table:
        assert table.session.players() is None
        assert table.session.expects() == Expects(new_names=True)
        table.line("Ana and Marco")
        assert table.session.players() == ("Ana", "Marco")
        assert table.session.expects() == Expects()
        table.line("Ana ninety")
        assert table.session.expects() == Expects(yes_no=True, number=True)
        table.line("five")
        table.line("six")
        assert table.session.expects() == Expects(name=True)


def test_whose_a_bare_number_is(tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Marco")) as table:
        seen = [table.session.speaking_for]
        for line in ("!previous", "who is winning", "five", "Ana two hundred"):
            table.line(line)
            seen.append(table.session.speaking_for)
    assert seen == [None, "Marco", "Marco", None, "Ana"]


def test_a_game_of_the_history_comes_back(tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Marco")) as table:
        table.line("Ana five")
        first = table.ledger.games()[0].id
        table.start(("Leo", "Nina"))
        assert table.game is not None
        assert table.game["players"] == ["Leo", "Nina"]
        spoken = table.session.resume(first)
        assert spoken.say == "Round one. Marco is missing."
        assert spoken.view.game is not None
        assert spoken.view.game["entered"] == {"Ana": 5}
        table.restart()
        assert table.game is not None
        assert table.game["entered"] == {"Ana": 5}


def test_no_such_game(tmp_path: Path) -> None:
    with at_table(tmp_path) as table, pytest.raises(DataFault, match="no game 12"):
        table.session.resume("12")


def test_a_damaged_ledger_is_said_so(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"this is no database" * 1000)
    with at_table(tmp_path) as table:
        assert "It is kept under another name" in table.said
        assert table.asking


def test_what_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Marco")) as table:
        # A ledger that is open for reading only stands for a disk that takes no more.
        reader = Ledger.open(tmp_path / FILE_NAME)
        session = Session(reader, Replies.load("en", deterministic=True))
        spoken = session.hear(Meaning("Ana five", Entry((Item("Ana", 5),))))
        reader.close()
        assert table.game is not None
        assert spoken.say == "I couldn't write that down. Nothing changed."
        assert spoken.fault is not None
        assert spoken.view.game is not None
        assert spoken.view.game["entered"] == {}


def test_what_is_told_leaves_the_question_open(tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Marco")) as table:
        table.line("Ana ninety")
        spoken = table.session.tell(say("too_short"))
        assert spoken.say == "Hold the button while you speak."
        assert spoken.asking
        table.line("yes")
        assert table.game is not None
        assert table.game["entered"] == {"Ana": 90}


def test_who_has_played_may_be_named_again(tmp_path: Path) -> None:
    """But not a name that was put right before anything was written."""
    with at_table(tmp_path) as table:
        for line in ("Ana and Louis", "no, Luis not Louis", "Ana five, Luis six, Ana closed",
                     "new game with Zoe and Max", "yes"):
            table.line(line)
        assert table.game is not None
        assert table.game["players"] == ["Zoe", "Max"]
        assert set(table.session.past_players()) == {"Ana", "Luis"}


def test_where_no_game_was_at_hand_none_is_again(tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Marco")) as table:
        table.line("Ana seven")
        table.line("new game with Leo and Nina")
        table.line("yes")
        newest, _ = table.ledger.games()
        table.ledger.delete(newest.id, "2026-01-03T18:00:00+00:00")
        assert table.restart().say == "Who plays?"
        table.line("continue the game with Ana")
        assert (table.game or {})["entered"] == {"Ana": 7}
        assert table.line("undo").say == "Taken back: going on with that game. Who plays?"
        assert table.last.view.game is None
        assert table.restart().view.game is None
        assert table.line("redo").say.startswith("On with the game of Ana and Marco.")
        assert (table.game or {})["entered"] == {"Ana": 7}
