"""Conversations with the keeper: what is said, what it replies, how the game stands then.

They are in tests/conversations/*.txt; the first of these files says how to
read them. Each runs on a real ledger, through the real parser.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from table import Table, at_table

FOLDER = Path(__file__).parent / "conversations"


@dataclass(frozen=True)
class Conversation:
    """One conversation; `lines` are (line number, mark, text)."""

    title: str
    players: tuple[str, ...]
    rules: dict[str, Any]
    lines: tuple[tuple[int, str, str], ...]


@cache
def conversations() -> tuple[Conversation, ...]:
    return tuple(found for file in sorted(FOLDER.glob("*.txt")) for found in _read(file))


def _read(file: Path) -> Iterator[Conversation]:
    for part in file.read_text(encoding="utf-8").split("\n== ")[1:]:
        title, *body = part.splitlines()
        settings: dict[str, Any] = {}
        lines = []
        for number, line in enumerate(body, 1):
            if not line or line.startswith("#"):
                continue
            if line.startswith(("players:", "rules:")):
                settings |= yaml.safe_load(line)
                continue
            mark, _, text = line.partition(" ")
            lines.append((number, mark, text))
        players = tuple(p.strip() for p in settings.get("players", "").split(",") if p)
        yield Conversation(f"{file.stem}: {title}", players, settings.get("rules", {}),
                           tuple(lines))


@pytest.mark.parametrize("talk", conversations(), ids=lambda talk: talk.title)
def test_conversation(talk: Conversation, tmp_path: Path) -> None:
    with at_table(tmp_path, talk.players, talk.rules) as table:
        for number, mark, text in talk.lines:
            where = f"{talk.title}, line {number}: {text!r} after {table.said!r}"
            match mark:
                case ">" | "*":
                    _happens(table, mark, text)
                case "<" | "<?" | "<~":
                    assert text.lower() in table.said.lower(), where
                    assert table.asking == (mark == "<?"), where
                    assert table.last.chime == (mark == "<~"), where
                    assert text or mark == "<?" or not table.said, where
                case "=":
                    _compare(table.game, yaml.safe_load(f"{{{text}}}"), text, where)
                case _:
                    pytest.fail(f"what is {mark!r}? {where}")


def _happens(table: Table, mark: str, text: str) -> None:
    if mark == ">":
        table.line(text)
    elif text == "restart":
        table.restart()
    elif text == "lapse":
        table.lapse()
    elif text == "pause":
        table.pause()
    elif text.startswith("cut: "):
        table.cut(text.removeprefix("cut: "))
    elif text.startswith("days later: "):
        table.later(int(text.removeprefix("days later: ")))
    else:
        table.unsure(*text.removeprefix("unsure: ").split(" | "))


def _compare(game: Any, wanted: dict[str, Any], text: str, where: str) -> None:
    if text == "null":
        assert game is None, where
        return
    assert game is not None, where
    assert {key: game.get(key) for key in wanted} == wanted, where


def test_there_are_enough_of_them() -> None:
    assert len(conversations()) >= 60
