"""Several games at one table, begun, put aside and gone on with: what is on disk is what is played.

And an undo after any order takes back just that.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table import Table, at_table

from voicekeeper.intents import Entry, Intent, Item, Join, Leave, NewGame, Plain, Rename, Resume
from voicekeeper.intents import Undo as Back
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.ledger import Ledger

NAMES = ("Ana", "Bea", "Cleo", "Dora")
YES, CANCEL, UNDO = Plain("yes"), Plain("cancel"), Back()
names = st.sampled_from(NAMES)
orders = st.one_of(
    st.just(Resume()), st.just(Resume("last")), st.just(Resume("today", ("Ana",))),
    st.just(NewGame()), st.just(NewGame(("Cleo", "Dora"))), st.just(Plain("rematch")),
)
talk = st.lists(st.one_of(
    orders,
    st.builds(lambda who, points, closed: Entry((Item(who, points, closed),)),
              names, st.integers(-2, 60), st.booleans()),
    st.builds(Rename, names, names), st.builds(Join, names, st.sampled_from([None, 0, 5])),
    st.builds(Leave, names), st.sampled_from([UNDO, UNDO, Plain("redo"), YES, CANCEL, "restart"]),
), max_size=25)
SLOW = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def says(table: Table, intent: Intent | str) -> None:
    """Somebody means this, and yes to what is asked."""
    if isinstance(intent, str):
        table.restart()
        return
    table.means(intent)
    if table.asking and intent not in (YES, CANCEL):
        table.means(YES)


@SLOW
@given(talk)
def test_what_is_on_disk_is_what_is_played(talk: list[Intent | str]) -> None:
    with TemporaryDirectory() as folder, at_table(Path(folder), ("Ana", "Bea")) as table:
        for intent in talk:
            says(table, intent)
            with Ledger.open(table.ledger.path) as reader:
                assert reader.books() == table.ledger.books(), table.said


def before_and_after(table: Table, talk: list[Intent | str], order: Intent
                     ) -> tuple[Game | None, Game | None]:
    """The game after the talk, with no question open, and after the order then."""
    for intent in talk:
        says(table, intent)
    table.means(CANCEL)
    was = table.ledger.books().game
    says(table, order)
    return was, table.ledger.books().game


@SLOW
@given(talk, orders)
def test_undo_after_an_order_takes_back_just_that(talk: list[Intent | str], order: Intent) -> None:
    with TemporaryDirectory() as folder, at_table(Path(folder), ("Ana", "Bea")) as table:
        was, now = before_and_after(table, talk, order)
        if was is None or now == was or table.asking:
            return
        table.means(UNDO)
        assert table.ledger.books().game == was, table.said


@SLOW
@given(talk, orders)
def test_redo_after_that_puts_back_just_that(talk: list[Intent | str], order: Intent) -> None:
    with TemporaryDirectory() as folder, at_table(Path(folder), ("Ana", "Bea")) as table:
        was, now = before_and_after(table, talk, order)
        if was is None or now == was or table.asking:
            return
        table.means(UNDO)
        table.means(Plain("redo"))
        assert table.ledger.books().game == now, table.said
