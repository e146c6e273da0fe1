"""The ways people say things: tests/wordings/en.yaml, and what the table talks about beside it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from voicekeeper.hearing.parser import Parser, build_parser
from voicekeeper.intents import AskStats, Intent, Name, Number, Plain, to_json

FOLDER = Path(__file__).parent / "wordings"
SHARED = Path(__file__).parents[2] / "shared" / "design" / "wordings.json"
TABLE = ("Ana", "Marco", "Luis")

# What each kind of wording in the design's list comes to; "Luis" speaks.
_FIVE = {"type": "entry", "entries": [{"player": "Ana", "points": 5}]}
_SHARED: dict[str, dict[str, Any]] = {
    "score": _FIVE,
    "negative": {"type": "entry", "entries": [{"player": "Ana", "points": -3}]},
    "zero": {"type": "entry", "entries": [{"player": "Ana", "points": 0}]},
    "undo": {"type": "undo"}, "redo": {"type": "redo"}, "cancel": {"type": "cancel"},
    "undo_round": {"type": "undo", "what": "round"},
}


@cache
def parser() -> Parser:
    return build_parser(TABLE, "en")


def meant(text: str, speaking_for: str | None = None) -> object:
    """The intent as JSON, a list of choices, or None."""
    parsed = parser().parse(text, speaking_for)
    if parsed.choices:
        return [to_json(choice) for choice in parsed.choices]
    return None if parsed.intent is None else to_json(parsed.intent)


def _sets() -> list[dict[str, Any]]:
    return list(yaml.safe_load((FOLDER / "en.yaml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("group", _sets(), ids=lambda group: str(group["said"][0]))
def test_what_is_said_is_understood(group: dict[str, Any]) -> None:
    wanted = group.get("intent") or group["choices"]
    assert {text: meant(text) for text in group["said"]} == dict.fromkeys(group["said"], wanted)


def test_talk_at_the_table_changes_nothing() -> None:
    """A name or a number alone may be taken for an answer, and a bare yes or no; no more."""
    lines = (FOLDER / "en_table_talk.txt").read_text(encoding="utf-8").splitlines()
    talk = [line for line in lines if line and not line.startswith("#")]
    assert len(talk) > 100
    acted_on = {text: intents for text in talk if (intents := _orders(text))}
    assert acted_on == {}


def _orders(text: str) -> list[Intent]:
    parsed = parser().parse(text)
    intents = [parsed.intent] if parsed.intent is not None else list(parsed.choices)
    harmless = (Name, Number, Plain)
    return [i for i in intents if not isinstance(i, harmless)
            or (isinstance(i, Plain) and i.type not in {"yes", "no", "cancel"})]


def test_what_the_docs_say_can_be_said() -> None:
    """The wordings in quotes in docs/rules.md, at a table of the names that stand there."""
    text = (Path(__file__).parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
    prose = " ".join(line for line in text.splitlines() if not line.startswith("    "))
    quoted = re.findall(r'"([^"]+)"', prose)
    said = [words.strip(",") for words in quoted if not words.endswith("?")]
    assert len(said) > 30
    docs = build_parser(("Ana", "Marco", "Leo"), "en")
    assert [words for words in said if docs.parse(words).intent is None] == []


def test_what_the_docs_say_can_be_asked_about_all_games() -> None:
    """The wordings in quotes in the table of docs/stats.md."""
    text = (Path(__file__).parents[1] / "docs" / "stats.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith('| "')]
    said = [words for row in rows for words in re.findall(r'"([^"]+)"', row)]
    assert len(said) > 10
    docs = build_parser(("Ana", "Marco", "Leo"), "en")
    assert [w for w in said if not isinstance(docs.parse(w).intent, AskStats)] == []


@pytest.mark.skipif(not SHARED.is_file(), reason="the design's list is not beside the checkout")
def test_the_designs_list_is_understood_as_it_is_meant() -> None:
    listed = json.loads(SHARED.read_text(encoding="utf-8"))["wordings"]["en"]
    for kind, wanted in _SHARED.items():
        for text in listed[kind]:
            assert meant(text, "Luis") == wanted, text
    for text in listed["closed"]:
        found = meant(text, "Luis")
        assert isinstance(found, dict), text
        assert found["entries"] in ([{"player": "Marco", "closed": True}],
                                    [{"player": "Marco", "points": 8, "closed": True}]), text
    points = [100, 100, 105, 105, 105, 112, 112, 140]
    for text, number in zip(listed["hundred_plus"], points, strict=True):
        assert meant(text) == {"type": "number", "points": number}, text
    for text in listed["correct"]:
        found = meant(text, "Luis")
        assert isinstance(found, dict), text
        assert found["type"] in {"correct", "move"}, text
    for text in (*listed["query_leader"], *listed["query_player"]):
        found = meant(text, "Luis")
        assert isinstance(found, dict), text
        assert found["type"] == "ask", text


@pytest.mark.skipif(not SHARED.is_file(), reason="the design's list is not beside the checkout")
def test_what_the_design_notes_as_ambiguous_is_asked() -> None:
    for text, _ in json.loads(SHARED.read_text(encoding="utf-8"))["noted"]["en"]:
        assert isinstance(meant(text), list), text
