"""Help: what it says can be said is understood, in the moment it is for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from table import Table, at_table

MOMENTS = {
    "before a game": [],
    "a round untouched": ["Ana and Marco"],
    "a round half entered": ["Ana and Marco", "Marco five"],
    "only the closer missing": ["Ana and Marco", "Ana five, Marco six", "never mind"],
    "the end": ["Ana and Marco", "end the game", "yes"],
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_example_is_understood(moment: str, tmp_path: Path) -> None:
    told: set[str] = set()
    with at_table(tmp_path) as table:
        for text in MOMENTS[moment]:
            table.line(text)
        for _ in range(4):
            table.line("help")
            told.add(table.said)
            for example in examples(table.said):
                assert understood(table, example), f"{example!r} in {table.said!r}"
    assert len(told) > 1


def examples(help_: str) -> list[str]:
    """"Say: undo, redo, or help." - undo; redo; help."""
    return [example for said in re.findall(r": ([^.?]*)\.", help_)
            for example in re.split(r", or |, ", said)]


def understood(table: Table, text: str) -> bool:
    """Whether the reader takes a text; nobody says it."""
    meaning = table._read(text)
    return meaning.intent is not None


def test_there_are_three_examples_at_most(tmp_path: Path) -> None:
    for moment, texts in MOMENTS.items():
        folder = tmp_path / moment.replace(" ", "_")
        folder.mkdir()
        with at_table(folder) as table:
            for text in texts:
                table.line(text)
            for _ in range(4):
                table.line("help")
                assert len(examples(table.said)) <= 3, table.said
