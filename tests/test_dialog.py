"""The dialog and its words belong together; facts that are easier shown on functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from table import at_table

import voicekeeper
from voicekeeper.dialog.games import check_players
from voicekeeper.dialog.topics import explain
from voicekeeper.intents import Count, SetRules, Topic
from voicekeeper.skyjo.rules import Rules
from voicekeeper.voice.replies import Replies

PACKAGE = Path(voicekeeper.__file__).parent

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


@pytest.mark.parametrize(("setting", "value"), [
    ("end_at", 30), ("end_when", "passes"), ("tie_doubles", False), ("double_negative", True),
    ("penalty", "none"), ("flat_points", 20), ("starter", "lowest"), ("columns", False),
    ("shared_win", False), ("rounds", 5)])
def test_a_setting_alone_that_changes_is_told(setting: str, value: int | str | bool,
                                              tmp_path: Path) -> None:
    """Also the points of a flat penalty, where another one is played for."""
    with at_table(tmp_path, ("Ana", "Marco")) as table:
        table.means(SetRules(((setting, value),)))
        assert table.said


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
