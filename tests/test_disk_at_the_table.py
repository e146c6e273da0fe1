"""At the table, with sound: a disk that runs full, and one that is pulled."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from at_the_table import PlayAtTheTable, config
from fake_room import MICROPHONE, SPEAKER, FakeRoom, Recording
from hearing import recording
from limits import fill, seen_by, small_disk

from voicekeeper.skyjo.database import check_all
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger

ANA_AND_MARCO, MISSING, LEO = recording(0), recording(1), recording(2)


@pytest.fixture
def options(tmp_path: Path) -> tuple[str, ...]:
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    return "--config", str(settings), "--players", "Ana,Marco,Leo"


def totals(folder: Path) -> object:
    with Ledger.open(folder / FILE_NAME) as ledger:
        game = ledger.books().game
        assert game is not None
        return game.view()["totals"]


def spoken(listening: Recording, since: int) -> bool:
    """Is a sentence's worth of sound heard? Waits for it."""
    while np.count_nonzero(np.abs(listening.samples[since:]) > 0.02) < 10_000:
        listening.more()
    return True


def test_a_full_disk_is_told_aloud_and_the_game_goes_on_with_room_again(
    room: FakeRoom, options: tuple[str, ...], tmp_path: Path
) -> None:
    """Games, takes, times, kept clips and grammars are all on it."""
    data = tmp_path / "data"
    data.mkdir()
    kept = ("--keep-audio", str(data / "takes"), "--times", str(data / "times"))
    with PlayAtTheTable(room, data, *options, *kept, within=small_disk(data, "80m")) as table:
        table.wait_for("said: ")
        listening = room.record_speaker()
        table.say(ANA_AND_MARCO)
        disk = seen_by(table.process.pid, data)
        ballast = fill(disk)
        for _ in range(2):
            before = len(listening.samples)
            _, said = table.say(LEO)
            assert said == "The disk is full, so I couldn't write that down. Nothing changed."
            assert spoken(listening, before)
            assert "is full" in table.wait_for("The disk that holds")
            assert table.say(MISSING)[1] == "Leo is missing."
        ballast.unlink()
        assert "Leo twenty-one" in table.say(LEO)[1]
        assert any("Takes can't be kept" in line for line in table.shown)
        for file in disk.glob(f"{FILE_NAME}*"):
            shutil.copy(file, tmp_path)
        assert table.quit() == 0
    listening.stop()
    assert totals(tmp_path) == {"Ana": -3, "Marco": 24, "Leo": 21}


def test_a_disk_that_is_pulled_is_told_and_found_again(
    room: FakeRoom, options: tuple[str, ...], tmp_path: Path
) -> None:
    data, away = tmp_path / "data", tmp_path / "away"
    with PlayAtTheTable(room, data, *options) as table:
        table.wait_for("said: ")
        table.say(ANA_AND_MARCO)
        data.rename(away)
        assert table.say(LEO)[1] == "I couldn't write that down. Nothing changed."
        assert "put the disk or stick that holds it back" in table.wait_for("The games file")
        away.rename(data)
        assert "Leo twenty-one" in table.say(LEO)[1]
        assert table.quit() == 0
    check_all(data / FILE_NAME)
    assert totals(data) == {"Ana": -3, "Marco": 24, "Leo": 21}
