"""A round does not end on a score that is in question, however that came and whatever would end it.

Ana has five, Benny seven, Mo nine; each doubt is about Benny's score, and each ending
would be the round's last news.
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
ENDINGS = ["Benny closed", "Ana closed", "it was Mo who closed", "no, Mo closed",
           "Mo closed with nine", "Ana five and Mo closed", "Ana closed | Mo closed"]


def says(table: Table, text: str) -> None:
    """Somebody says a text, or one of two."""
    if "|" in text:
        table.unsure(*(part.strip() for part in text.split("|")))
    else:
        table.line(text)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("doubt", DOUBTS.values(), ids=list(DOUBTS))
def test_the_question_comes_first(doubt: str, ending: str, tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Benny", "Mo")) as table:
        for text in (*SCORES, doubt):
            says(table, text)
        assert table.asking
        says(table, ending)
        assert table.asking, table.said
        assert table.game is not None
        assert table.game["round"] == 1, table.said
        assert table.game["entered"] == {"Ana": 5, "Benny": 7, "Mo": 9}


@pytest.mark.parametrize("ending", [text for text in ENDINGS if "|" not in text])
@pytest.mark.parametrize(("answer", "score"), [("yes", 4), ("no", 7), ("no, six", 6),
                                               ("Benny three", 3), ("make it eight", 8)])
def test_the_answer_ends_it(ending: str, answer: str, score: int, tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Benny", "Mo")) as table:
        for text in (*SCORES, "Benny four", ending, answer):
            says(table, text)
        book = table.ledger.books().game
        assert book is not None and len(book.finished) == 1, table.said
        assert book.finished[0].scores == {"Ana": 5, "Benny": score, "Mo": 9}
        assert str(book.finished[0].closer) in ending


@pytest.mark.parametrize("last", ["Mo nine", "nine for Mo", "no, Mo nine", "Mo nine and Ana five"])
@pytest.mark.parametrize("doubt", ["Benny four", "Ana closed", "nobody closed"])
def test_a_last_score_waits_too(doubt: str, last: str, tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Benny", "Mo")) as table:
        for text in ("Ana five, Benny closed with seven", doubt, last):
            says(table, text)
        assert table.asking
        assert table.game is not None
        assert table.game["round"] == 1, table.said
        table.line("no")
        assert table.game["round"] == 2, table.said
        assert table.game["totals"] == {"Ana": 5, "Benny": 14, "Mo": 9}
