"""What holds for every conversation: nothing crashes, no total changes unsaid, no question stays.

Whether the totals are right, test_any_evening.py looks to, against a naive table.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from listener import Listener
from table import Table, at_table
from talks import EVERYBODY, OPENINGS, PLAYERS, happens, turns

from voicekeeper.dialog.questions import Question
from voicekeeper.intents import Plain

A_LOT = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
houses = st.sampled_from([{}, {"end_at": 30}, {"end_at": None, "rounds": 2},
                          {"penalty": "flat", "shared_win": False, "end_at": 40}])


def test_there_is_a_way_to_every_question() -> None:
    assert set(OPENINGS) == set(get_args(Question))


@pytest.mark.parametrize("kind", OPENINGS, ids=lambda kind: kind.__name__)
def test_every_question_is_opened(kind: type, tmp_path: Path) -> None:
    with at_table(tmp_path, PLAYERS) as table:
        for turn in OPENINGS[kind]:
            happens(table, turn)
        assert isinstance(table.session.question, kind), table.said


@A_LOT
@given(kind=st.sampled_from([None, *OPENINGS]), talk=st.lists(turns, max_size=20), house=houses)
def test_any_talk(kind: type | None, talk: list[object], house: dict[str, Any]) -> None:
    """No sequence crashes, and whoever only listens knows every total."""
    with TemporaryDirectory() as folder, at_table(Path(folder), PLAYERS, house) as table:
        for turn in (*(OPENINGS[kind] if kind else ()), *talk):
            before = at_hand(table)
            happens(table, turn)
            assert not any(digit in table.said for digit in "0123456789{}"), table.said
            assert table.said or table.last.chime or turn in ("", "lapse", "restart")
            if turn != "restart":
                told_if_changed(table, *before)


def at_hand(table: Table) -> tuple[str | None, Mapping[str, Any] | None]:
    """The game's id, and how it stands."""
    game = table.ledger.books().game
    return (None if game is None else game.id), table.game


def told_if_changed(table: Table, id: str | None, before: Mapping[str, Any] | None) -> None:
    """Whatever total has changed, the reply has told what it is now."""
    after = table.game
    if after is None or before == after or table.last.manner.read_back not in (None, "full"):
        return
    same = before is not None and id == at_hand(table)[0]
    old = before["totals"] if same and before is not None else dict.fromkeys(after["totals"], 0)
    if list(old.values()) == list(after["totals"].values()):
        return  # at most a name has changed
    listener = Listener(dict(old))
    reply = whole(table)
    listener.hear(reply, {*EVERYBODY, *after["totals"]})
    for player, total in after["totals"].items():
        # Whose leaving is taken back has what the player had.
        assert listener.totals.get(player, total) == total, f"{player} {total}? {reply!r}"
        assert player in old or player in reply, reply


def whole(table: Table) -> str:
    """The last reply with all that is told of it on "go on", names as they are written."""
    told = [table.last.view.said]
    while len(told) == 1 or "Say go on" in told[-1]:
        table.means(Plain("go_on"))
        told.append(table.last.view.said)
    return " ".join(told)


@A_LOT
@given(kind=st.sampled_from([*OPENINGS]), talk=st.lists(turns, max_size=8))
def test_no_question_stays_for_ever(kind: type, talk: list[object]) -> None:
    """Utterances that mean nothing, or one lapse, close any question."""
    with TemporaryDirectory() as folder, at_table(Path(folder), PLAYERS) as table:
        for turn in (*OPENINGS[kind], *talk):
            happens(table, turn)
        # Two give it up; who closed may be asked anew then, but is given up, too.
        assert not all(_still_asking(table) for _ in range(4))
        for turn in talk:
            happens(table, turn)
        # What was clear beside the question may be written now; that is all, and it is over.
        table.lapse()
        assert not table.asking
        was = table.game
        table.lapse()
        assert table.game == was


def _still_asking(table: Table) -> bool:
    happens(table, None)
    return table.asking


@pytest.mark.parametrize("close", ["cancel", "two misses", "lapse"])
@pytest.mark.parametrize("kind", OPENINGS, ids=lambda kind: kind.__name__)
def test_every_question_can_be_closed(kind: type, close: str, tmp_path: Path) -> None:
    """... and nothing has changed by then."""
    with at_table(tmp_path, PLAYERS) as table:
        for turn in OPENINGS[kind]:
            happens(table, turn)
        was = table.game
        closing: dict[str, list[object]] = {"cancel": [Plain("cancel")], "two misses": [None, None]}
        for turn in closing.get(close, [close]):
            happens(table, turn)
        assert not table.asking, table.said
        assert table.game == was


@settings(A_LOT, max_examples=50)
@given(talk=st.lists(turns, max_size=20))
def test_the_game_is_on_disk_with_the_reply(talk: list[object]) -> None:
    """A restart after any turn finds the game as the last reply left it."""
    with TemporaryDirectory() as folder, at_table(Path(folder), PLAYERS) as table:
        for turn in talk:
            happens(table, turn)
        was = table.game
        table.restart()
        if was is not None and was["over"]:
            # The next players are asked for; the finished game stays in the books.
            assert table.game is None
            assert table.said == "Who plays?"
        else:
            assert table.game == was
            assert not table.asking
