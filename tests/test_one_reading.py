"""A doubt of one reading: "Was that redo?" Yes does what was said, no leaves everything.

So it is for whatever can be said, at whatever moment: in a game, before one, after its
end, and while something else is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table import Table, at_table
from talks import KINDS, OPENINGS, PLAYERS, happens, whole_round

from voicekeeper.dialog.questions import ChooseBetween
from voicekeeper.intents import (
    Entry,
    Intent,
    Item,
    Name,
    NewGame,
    Number,
    Order,
    Plain,
    Resume,
    SetRules,
    Spell,
    Undo,
    to_json,
)

YES, NO = Plain("yes"), Plain("no")
_END = whole_round([50, 60, 70], 0)
MOMENTS: dict[str, tuple[object, ...]] = {
    "begun": (),
    "in a round": (whole_round([5, 6, 7], 0), Entry((Item("Ana", 9),)),
                   Entry((Item("Marco", 4),)), Undo()),
    "a rematch is offered": (_END, _END),
    "after the end": (_END, _END, Plain("thanks")),
    "between two games": (_END, _END, "restart"),
}
A_LOT = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
anything = st.one_of(*KINDS.values())
ORDERS = [Plain(order) for order in get_args(Order)]


def outcome(before: tuple[object, ...], *said: object) -> list[dict[str, Any]]:
    """What each of these comes to at a table of PLAYERS, and how it was before."""
    with TemporaryDirectory() as folder, at_table(Path(folder), PLAYERS) as table:
        for turn in before:
            happens(table, turn)
        shown = [_shown(table)]
        for turn in said:
            happens(table, turn)
            shown.append(_shown(table))
    return shown


def _shown(table: Table) -> dict[str, Any]:
    last, question = table.last, table.session.question
    return {"say": last.say, "asking": last.asking, "game": last.view.game,
            "manner": table.session.manner, "asked": isinstance(question, ChooseBetween),
            "about": getattr(question, "about", None)}


def check(before: tuple[object, ...], intent: Intent) -> None:
    """Asked about, left by no, and done by yes as if it had been heard at once."""
    at_first, asked, no = outcome(before, (intent,), NO)
    assert _same(at_first, asked) and _same(at_first, no), (intent, asked, no)
    if asked["asked"]:
        assert asked["asking"] and asked["say"].endswith("?"), asked
        *_, at_once = outcome(before, intent)
        *_, yes = outcome(before, (intent,), YES)
        assert yes == at_once, intent


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return bool(one["game"] == other["game"] and one["manner"] == other["manner"])


@pytest.mark.parametrize("moment", MOMENTS)
@A_LOT
@given(intent=anything)
def test_yes_does_it_and_no_leaves_it(moment: str, intent: Intent) -> None:
    check(MOMENTS[moment], intent)


@pytest.mark.parametrize("moment", ["in a round", "a rematch is offered", "between two games"])
def test_so_it_is_for_every_order(moment: str) -> None:
    for order in ORDERS:
        check(MOMENTS[moment], order)


@pytest.mark.parametrize("order", [
    Undo(), Plain("redo"), Plain("rematch"), Plain("louder"), Plain("in_short"), Resume(),
    SetRules((("end_at", 200),)), NewGame(("Zoe", "Leo")), Spell("Zoe"), Name("Leo"),
], ids=lambda order: str(to_json(order)))
def test_before_a_game_too_it_is_asked_and_not_just_done(order: Intent) -> None:
    _, asked = outcome(MOMENTS["between two games"], (order,))
    assert asked["asked"] and asked["asking"]


@pytest.mark.parametrize("kind", OPENINGS, ids=lambda kind: kind.__name__)
@settings(A_LOT, max_examples=15)
@given(intent=anything | st.builds(Name, st.sampled_from(PLAYERS)) | st.builds(
    Number, st.integers(-2, 40)) | st.builds(Entry, st.tuples(
        st.builds(Item, st.sampled_from(PLAYERS), st.integers(-2, 40)))))
def test_an_answer_in_doubt_is_still_the_answer(kind: type, intent: Intent) -> None:
    """"Who closed?" - "Was that Leo?" - "Yes": Leo closed."""
    *_, asked, yes = outcome(OPENINGS[kind], (intent,), YES)
    if asked["about"] is not None:
        assert yes == outcome(OPENINGS[kind], intent)[-1]


@pytest.mark.parametrize(("said", "answer", "closer"), [
    ((Name("Leo"),), YES, "Leo"), ((Name("Ana"), Name("Leo")), Name("Leo"), "Leo"),
    ((Name("Ana"), Name("Leo")), YES, "Ana"), ((Name("Leo"),), NO, None),
])
def test_who_closed_in_doubt(said: tuple[Intent, ...], answer: Intent, closer: str | None,
                             tmp_path: Path) -> None:
    with at_table(tmp_path, PLAYERS) as table:
        happens(table, Entry(tuple(Item(player, 5) for player in PLAYERS)))
        happens(table, said)
        assert table.asking and table.game and table.game["round"] == 1
        happens(table, answer)
        if closer is None:
            assert "Who closed?" in table.said
        else:
            assert f"{closer} closed" in table.said and table.game["round"] == 2


def test_undo_in_doubt_takes_back_no_more_than_undo_would(tmp_path: Path) -> None:
    """With a question open, undo only closes that."""
    with at_table(tmp_path, PLAYERS) as table:
        table.line("Ana five")
        table.unsure("Leo thirteen", "Leo thirty")
        happens(table, (Undo(),))
        happens(table, YES)
        assert not table.asking and table.game and table.game["entered"] == {"Ana": 5}
