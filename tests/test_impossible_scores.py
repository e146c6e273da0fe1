"""A score that no cards make is heard as what it is, told to be impossible, and never half taken.

The recordings are described in tests/speech/impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hearing import ears
from table import at_table

from voicekeeper.dialog.meaning import Meaning
from voicekeeper.hearing.ears import Ears
from voicekeeper.intents import Entry, Item

SPEECH = Path(__file__).parent / "speech" / "impossible"
TOLD = "A round brings minus seventeen to one hundred forty points. How many points for Ana?"


@pytest.fixture(scope="module")
def hearing() -> Iterator[Ears]:
    made = ears()
    yield made
    made.close()


@pytest.mark.parametrize(("name", "ana", "emma"), [
    ("m25", -25, 8), ("m30", -30, 8), ("150", 150, 8), ("180", 180, 2),
])
def test_it_is_heard_and_told(name: str, ana: int, emma: int, hearing: Ears, tmp_path: Path
                              ) -> None:
    heard = hearing.hear_file(SPEECH / f"{name}.ogg", ("Ana", "Emma", "Marco"))
    assert heard.intent == Entry((Item("Ana", ana), Item("Emma", emma)))
    with at_table(tmp_path, ("Ana", "Emma", "Marco")) as table:
        said = table.session.hear(Meaning(heard.text, heard.intent))
        assert TOLD in said.say
        assert (said.view.game or {})["entered"] == {"Emma": emma}


@pytest.mark.parametrize("points", [
    "minus eighteen", "minus twenty five", "minus ninety nine", "minus two hundred", "-25", "-300",
    "one hundred forty one", "two hundred", "two hundred ninety nine", "300", "1000",
])
def test_typed_it_is_told_too(points: str, tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Emma", "Marco")) as table:
        table.line(f"Ana {points}, Emma eight")
        assert TOLD in table.said
        assert (table.game or {})["entered"] == {"Emma": 8}
        table.line("twelve")
        assert (table.game or {})["entered"] == {"Ana": 12, "Emma": 8}
