"""What holds for every conversation: nothing crashes, nothing changes unsaid, no question stays."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from table import Table, at_table

import voicekeeper
from voicekeeper.dialog.games import check_players
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.topics import explain
from voicekeeper.intents import (
    About,
    Adjust,
    Ask,
    AskRules,
    Choose,
    CorrectCloser,
    CorrectScore,
    Count,
    Entry,
    Intent,
    Item,
    Join,
    Leave,
    Move,
    Name,
    NewGame,
    Number,
    Order,
    Plain,
    Pronounce,
    RemoveRound,
    Rename,
    SayName,
    SetRules,
    Spell,
    StarterCards,
    Swap,
    Topic,
    TotalIs,
    Undo,
    WhatIf,
)
from voicekeeper.skyjo.rules import Rules
from voicekeeper.voice.replies import Replies

PACKAGE = Path(voicekeeper.__file__).parent

# -- any talk at all ---------------------------------------------------------

players = st.sampled_from(["Ana", "Marco", "Leo"])
strangers = st.sampled_from(["Ana", "Marco", "Leo", "Zoe"])
points = st.one_of(st.integers(-3, 40), st.integers(-30, 160), st.just(10**20))
rounds = st.one_of(st.none(), st.integers(-3, 5))
items = st.builds(Item, strangers, st.one_of(st.none(), points), st.booleans())
entries = st.builds(Entry, st.lists(items, max_size=4).map(tuple), st.booleans(),
                    st.one_of(st.none(), rounds))
settings_said = st.sampled_from([
    ("end_at", 30), ("end_at", 200), ("end_at", None), ("end_at", 0), ("end_when", "passes"),
    ("tie_doubles", False), ("double_negative", True), ("penalty", "none"), ("penalty", "flat"),
    ("flat_points", 20), ("starter", "lowest"), ("starter", "highest"), ("columns", False),
    ("shared_win", False), ("rounds", 2), ("rounds", None), ("rounds", 10**6),
])
agreed = st.lists(settings_said, max_size=3).map(lambda said: tuple(dict(said).items()))

intents: st.SearchStrategy[Intent] = st.one_of(
    entries,
    st.builds(Entry, st.tuples(st.builds(Item, players, st.integers(-2, 60)))),
    st.builds(Entry, st.tuples(st.builds(Item, players, st.none(), st.just(True)))),
    st.builds(Ask, st.sampled_from(get_args(About)), st.one_of(st.none(), strangers), rounds),
    st.builds(WhatIf, points, st.one_of(st.none(), strangers)),
    st.builds(CorrectScore, points, st.one_of(st.none(), strangers), rounds),
    st.builds(CorrectCloser, st.one_of(st.none(), strangers), rounds),
    st.builds(Move, strangers, strangers, rounds),
    st.builds(Swap, st.tuples(strangers, strangers), rounds),
    st.builds(RemoveRound, st.integers(-1, 5)),
    st.builds(Number, points),
    st.builds(Name, strangers),
    st.builds(Count, strangers, st.lists(st.integers(-3, 13), max_size=13).map(tuple)),
    st.builds(StarterCards, st.dictionaries(
        strangers, st.tuples(st.integers(-3, 13), st.integers(-2, 12)), min_size=1,
    ).map(lambda said: tuple(said.items()))),
    st.builds(Adjust, strangers, points),
    st.builds(TotalIs, strangers, points),
    st.builds(Choose, st.integers(-1, 3)),
    st.builds(AskRules, st.sampled_from(get_args(Topic))),
    st.builds(NewGame, st.sampled_from([None, ("Ana", "Marco"), ("Leo",), ("Ana", "ana"), ()]),
              agreed),
    st.builds(SetRules, agreed, st.booleans()),
    st.builds(Rename, strangers, strangers),
    st.builds(Join, strangers, st.sampled_from([None, "highest", 0, 20, 10**9])),
    st.builds(Leave, strangers),
    st.builds(SayName, strangers),
    st.builds(Pronounce, strangers, st.sampled_from([None, "Joey"])),
    st.builds(Spell, st.sampled_from([None, "Zoe"])),
    st.builds(Undo, st.sampled_from([None, "round"])),
    st.builds(Plain, st.sampled_from(get_args(Order))),
    st.just(Plain("yes")),
)
choices = st.lists(intents, min_size=2, max_size=3, unique=True).map(tuple)
turns = st.one_of(
    intents,
    intents,
    choices,
    st.none(),
    st.sampled_from(["!next", "!previous", "!undo", "", "restart", "lapse"]),
)

A_LOT = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))


def happens(table: Table, turn: object) -> None:
    match turn:
        case "restart":
            table.restart()
        case "lapse":
            table.lapse()
        case str(text):
            table.line(text)
        case None:
            table.last = table.session.hear(Meaning("gibberish"))
        case tuple(readings):
            table.last = table.session.hear(Meaning("unclear", None, readings))
        case _:
            table.last = table.session.hear(Meaning("said", turn))  # type: ignore[arg-type]


@A_LOT
@given(talk=st.lists(turns, max_size=25), names=st.sampled_from([(), ("Ana", "Marco", "Leo")]),
       settings_=st.sampled_from([{}, {"end_at": 30}, {"end_at": None, "rounds": 2},
                                  {"penalty": "flat", "shared_win": False, "end_at": 40}]))
def test_any_talk(talk: list[object], names: tuple[str, ...], settings_: dict[str, int]) -> None:
    """No sequence crashes, and whatever changed was answered with words that say so."""
    with TemporaryDirectory() as folder, at_table(Path(folder), names, settings_) as table:
        for turn in talk:
            before = table.game
            happens(table, turn)
            assert not any(digit in table.said for digit in "0123456789{}"), table.said
            if turn not in ("", "lapse"):
                assert table.said
            after = table.game
            if after is None or before is None or turn == "restart":
                continue
            if before["totals"] != after["totals"] and before["players"] == after["players"]:
                told = ("Totals", "win", "New game", "everyone is at zero", "without a finished")
                assert any(word in table.said for word in told), table.said


@A_LOT
@given(talk=st.lists(turns, min_size=1, max_size=12))
def test_no_question_stays_for_ever(talk: list[object]) -> None:
    """Two utterances that mean nothing, or one lapse, close any question at a game."""
    with TemporaryDirectory() as folder, at_table(Path(folder), ("Ana", "Marco")) as table:
        for turn in talk:
            happens(table, turn)
        # Who closed may be asked anew after a question was given up, but none is kept.
        assert not all(_still_asking(table) for _ in range(2))
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


@A_LOT
@given(talk=st.lists(turns, max_size=20))
def test_the_game_is_on_disk_with_the_reply(talk: list[object]) -> None:
    """A restart after any turn finds the game as the last reply left it."""
    with TemporaryDirectory() as folder, at_table(Path(folder), ("Ana", "Marco", "Leo")) as table:
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


# -- the words ---------------------------------------------------------------


def sentences_in_code() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every say(...) of the program: where, its key, the names of its parameters."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
                    and node.func.id == "say" and file.name != "reply.py"):
                continue
            where = f"{file.name}:{node.lineno}"
            names = frozenset(k.arg for k in node.keywords if k.arg is not None)
            for key in keys_of(node.args[0]):
                yield where, key, names


def keys_of(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return keys_of(node.body) + keys_of(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    raise AssertionError(f"line {node.lineno}: a reply's key must be written out")


def test_every_sentence_has_its_words() -> None:
    """Code and replies.yaml agree on keys and parameters, and no sentence is left over."""
    replies = Replies.load("en", deterministic=True)
    known, used = replies.keys(), set()
    for where, key, names in sentences_in_code():
        assert key in known, f"{where}: no words for {key!r}"
        assert replies.parameters(key) <= names, f"{where}: {key!r} lacks a parameter"
        used.add(key)
    assert known - used == set()


# -- facts that are easier shown on functions ----------------------------------


@pytest.mark.parametrize(
    ("names", "key"),
    [
        (("Ana",), "player_count"),
        (tuple("ABCDEFGHI"), "player_count"),
        (("Ana", "ANA"), "name_twice"),
        (("Zoe\u0308", "Zo\u00eb"), "name_twice"),
        (("Ana", " "), "empty_name"),
        (("Ana", "Ana"), "name_twice"),
        (("Ana", "?!"), "unsayable_name"),
        (("Ana", "Mar\nco"), "unsayable_name"),
        (("Ana", "Mar\u2028co"), "unsayable_name"),
        (("Ana", "Mar\udcffco"), "unsayable_name"),
    ],
)
def test_players_that_cannot_be(names: tuple[str, ...], key: str) -> None:
    problem = check_players(names)
    assert problem is not None
    assert problem.key == key


@pytest.mark.parametrize("topic", get_args(Topic))
@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules(penalty="none"), Rules(penalty="flat", tie_doubles=False),
     Rules(double_negative=True, shared_win=False), Rules(end_at=None, rounds=5),
     Rules(end_when="passes", rounds=9, starter="highest", columns=False)],
)
def test_every_rule_is_explained(topic: Topic, rules: Rules) -> None:
    replies = Replies.load("en", deterministic=True)
    sentences = replies.sentences(explain(rules, topic).reply)
    # Of a house's own rules, each is told.
    assert 1 <= len(sentences) <= (2 if topic != "house" else 3 + len(Rules().differing(rules)))


def test_cards_are_counted(tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Marco")) as table:
        table.means(Count("Ana", (5, 5, 12, -2)))
        assert table.said == "Ana's cards make twenty points. Shall I take it?"
        table.line("yes")
        assert table.game is not None
        assert table.game["entered"] == {"Ana": 20}
        table.means(Count("Marco", (13,)))
        assert table.said == "Cards go from minus two to twelve."
