"""A disk that runs full: it is said, nothing is half written, and play goes on with room again."""

from __future__ import annotations

from pathlib import Path

import pytest
from limits import fill, on_a_small_disk
from saying import Talk

from voicekeeper.dialog.meaning import Meaning
from voicekeeper.faults import DiskFull
from voicekeeper.intents import Ask, CorrectScore, Entry, Item, Undo
from voicekeeper.session import Session
from voicekeeper.skyjo.database import check_all
from voicekeeper.skyjo.events import ScoreSet
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.voice.replies import Replies

SAID = "The disk is full, so I couldn't write that down. Nothing changed."


def test_a_game_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    on_a_small_disk(tmp_path, "2m", a_game)


def a_game(folder: str) -> None:
    data = Path(folder)
    with Ledger.open(data / FILE_NAME, writer=True) as ledger:
        session = Session(ledger, Replies.load("en", deterministic=True))
        session.start(("Ana", "Marco"))
        before = session.hear(ana(5)).view.game
        ballast = fill(data)
        # Where the file has some room left in itself, one or the other is still taken.
        for points in range(6, 40):
            spoken = session.hear(Meaning("", CorrectScore(points, "Ana")))
            if spoken.say == SAID:
                break
            before = spoken.view.game
        assert (spoken.say, spoken.asking, spoken.view.game) == (SAID, False, before)
        assert "is full" in str(spoken.fault)
        for intent in (Undo(), Entry((Item("Marco", 7, closed=True),))):
            spoken = session.hear(Meaning("", intent))
            assert (spoken.say, spoken.view.game) == (SAID, before)
        assert session.hear(Meaning("", Ask("entered"))).view.game == before
    check_all(data / FILE_NAME)
    with Ledger.open(data / FILE_NAME, writer=True) as ledger:
        session = Session(ledger, Replies.load("en", deterministic=True))
        assert session.welcome().view.game == before
        # Closed and opened, it has made some room for itself by putting its log away.
        ballast = fill(data)
        for points in range(40):
            spoken = session.hear(Meaning("", CorrectScore(points, "Ana")))
            if spoken.say == SAID:
                break
        ballast.unlink()
        assert session.hear(Meaning("", CorrectScore(30, "Ana"))).fault is None
    with Ledger.open(data / FILE_NAME) as ledger:
        game = ledger.books().game
        assert game is not None
        assert game.entered == {"Ana": 30}


def ana(points: int) -> Meaning:
    return Meaning("", Entry((Item("Ana", points),)))


def test_no_room_at_all_is_told_at_the_start(tmp_path: Path) -> None:
    on_a_small_disk(tmp_path, "1m", no_room)


def no_room(folder: str) -> None:
    data = Path(folder)
    ballast = fill(data)
    with pytest.raises(DiskFull, match="is full"):
        Ledger.open(data / FILE_NAME, writer=True)
    ballast.unlink()
    Ledger.open(data / FILE_NAME, writer=True).close()


def test_every_utterance_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """The disk has so little room that it runs full at another place each time."""
    for room in (0, 9_000, 30_000):
        on_a_small_disk(tmp_path, "1m", so_much_room, str(room))


def so_much_room(folder: str, room: str) -> None:
    data = Path(folder)
    talk = Talk()
    with Ledger.open(data / FILE_NAME, writer=True) as ledger:
        kept = ledger.commit(talk.start())
        ballast = fill(data)
        with ballast.open("r+b") as file:
            file.truncate(max(0, ballast.stat().st_size - int(room)))
        with pytest.raises(DiskFull):
            for points in range(100):
                kept = ledger.commit(talk.utterance(ScoreSet(1, "Ana", points)))
        assert ledger.books() == kept
        with Ledger.open(data / FILE_NAME) as reader:
            assert reader.books() == kept
        ballast.unlink()
        kept = ledger.commit(talk.utterance(ScoreSet(1, "Bea", 3)))
    check_all(data / FILE_NAME)
    with Ledger.open(data / FILE_NAME) as reader:
        assert reader.books() == kept
