"""What ends a round beside an open question is taken for itself, and the round can be put right.

Ana has five, Benny seven, Mo nine; each doubt is about Benny's score, and each ending
is the round's last news.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from table import Table, at_table

SCORES = ("Ana five, Benny seven, Mo nine",)
DOUBTS = {
    "another score": "Benny four",
    "another unlikely one": "Benny ninety",
    "with the closer": "Benny four and closed",
    "one that cannot be": "Benny two hundred",
    "his cards": "count for Benny: five, six, seven",
    "two open cards": "Benny five and six",
    "perhaps somebody else's": "that was Benny, not Ana",
    "four or forty": "Benny four | Benny forty",
    "no, four or forty": "no, Benny four | no, Benny forty",
}
ENDINGS = ["Ana closed", "Mo closed with nine", "Ana five and Mo closed"]


def says(table: Table, text: str) -> None:
    """Somebody says a text, or one of two."""
    if "|" in text:
        table.unsure(*(part.strip() for part in text.split("|")))
    else:
        table.line(text)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("doubt", DOUBTS.values(), ids=list(DOUBTS))
def test_the_question_is_dropped_and_the_score_can_be_put_right(
    doubt: str, ending: str, tmp_path: Path
) -> None:
    with at_table(tmp_path, ("Ana", "Benny", "Mo")) as table:
        for text in (*SCORES, doubt):
            says(table, text)
        assert table.asking
        says(table, ending)
        assert "never mind my question" in table.said
        assert table.said.count("?") == 0, table.said
        assert table.game is not None
        assert table.game["round"] == 2, table.said
        assert table.game["entered"] == {}
        mo = 18 if "Mo closed" in ending else 9
        assert table.game["totals"] == {"Ana": 5, "Benny": 7, "Mo": mo}, table.said
        table.line("no, Benny six")
        assert table.game["totals"] == {"Ana": 5, "Benny": 6, "Mo": mo}, table.said
