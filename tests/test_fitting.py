"""How well what may have been said fits the moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from table import at_table, reader

from voicekeeper.dialog.fitting import Fit


def fits(folder: Path, before: list[str], said: str) -> Fit:
    with at_table(folder, ("Ana", "Marco")) as table:
        for line in before:
            if " | " in line:
                table.unsure(*line.split(" | "))
            else:
                table.line(line)
        meaning = reader().read(said, table.session.players(), table.session.speaking_for)
        assert meaning.intent is not None
        return table.session.fit(meaning.intent)


@pytest.mark.parametrize(("before", "said", "fit"), [
    (["Ana thirteen | Ana thirty"], "thirty", "asked"),
    (["Ana thirteen | Ana thirty"], "Ana thirteen", "asked"),
    (["Ana thirteen | Ana thirty"], "the first one", "asked"),
    (["Ana thirteen | Ana thirty"], "fourteen", "answer"),
    (["Ana thirteen | Ana thirty"], "Marco four", "open"),
    (["Ana thirteen | Ana thirty"], "who's winning", "open"),
    (["Ana ninety"], "yes", "asked"),
    (["Ana ninety"], "nineteen", "answer"),
    (["eight"], "Ana", "asked"),
    (["Ana five, Marco six"], "Marco", "asked"),
    (["Ana five, Marco six"], "nobody closed", "asked"),
    (["Ana two hundred"], "twenty", "asked"),
    ([], "Ana five", "open"),
    (["Ana five"], "Marco six", "open"),
    (["Ana five"], "Ana six", "contrary"),
    (["Ana closed"], "Marco closed", "contrary"),
    ([], "Ana ninety", "contrary"),
])
def test_what_fits(tmp_path: Path, before: list[str], said: str, fit: Fit) -> None:
    assert fits(tmp_path, before, said) == fit
