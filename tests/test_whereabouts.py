"""A ledger whose files are taken away while it is open: nothing is answered that is not kept."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from saying import Talk

from voicekeeper.faults import DataFault
from voicekeeper.skyjo.database import check_all, log_of
from voicekeeper.skyjo.events import ScoreSet
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger


class Evening:
    """A game with Ana's scores, in a folder that may be carried away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "data"
        self.away = folder / "away"
        self.file = self.folder / FILE_NAME
        self.ledger = Ledger.open(self.file, writer=True)
        self._talk = Talk()
        self.ledger.commit(self._talk.start())

    def writes(self, points: int) -> None:
        self.ledger.commit(self._talk.utterance(ScoreSet(1, "Ana", points)))

    def kept(self, folder: Path | None = None) -> int:
        with Ledger.open((folder or self.folder) / FILE_NAME) as ledger:
            game = ledger.books().game
            assert game is not None
            return game.entered["Ana"]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    made.writes(1)
    yield made
    made.ledger.close()


def test_what_would_be_written_nowhere_is_refused(evening: Evening) -> None:
    evening.folder.rename(evening.away)
    for _ in range(2):
        with pytest.raises(DataFault, match="is gone"):
            evening.writes(2)
    assert evening.ledger.books().game is not None
    assert evening.kept(evening.away) == 1


def test_it_goes_on_when_it_is_put_back(evening: Evening) -> None:
    """The same file, and a copy of it, as after a stick was pulled and put in again."""
    evening.folder.rename(evening.away)
    with pytest.raises(DataFault, match="is gone"):
        evening.writes(2)
    evening.away.rename(evening.folder)
    evening.writes(3)
    assert evening.kept() == 3
    evening.folder.rename(evening.away)
    with pytest.raises(DataFault, match="is gone"):
        evening.writes(4)
    shutil.copytree(evening.away, evening.folder)
    evening.writes(5)
    assert evening.kept() == 5
    check_all(evening.file)


def test_another_writer_meanwhile_is_told(evening: Evening) -> None:
    evening.folder.rename(evening.away)
    shutil.copytree(evening.away, evening.folder)
    with Ledger.open(evening.file, writer=True), pytest.raises(DataFault, match="Another voicek"):
        evening.writes(2)
    evening.writes(3)
    assert evening.kept() == 3


@pytest.mark.parametrize("other", ["new", "older", "damaged"])
def test_another_file_in_its_place_is_not_written_to(evening: Evening, other: str) -> None:
    evening.folder.rename(evening.away)
    with pytest.raises(DataFault):
        evening.writes(2)
    evening.folder.mkdir()
    match other:
        case "new":
            Ledger.open(evening.file, writer=True).close()
        case "older":
            with Ledger.open(evening.file, writer=True) as ledger:
                ledger.commit(Talk(100).start())
        case "damaged":
            evening.file.write_bytes(b"no games " * 1000)
    for _ in range(2):
        with pytest.raises(DataFault, match="another one than before"):
            evening.writes(3)
    assert evening.kept(evening.away) == 1


def test_a_log_that_is_taken_away_loses_nothing(evening: Evening) -> None:
    log_of(evening.file).unlink()
    evening.writes(2)
    assert evening.kept() == 2
    check_all(evening.file)
