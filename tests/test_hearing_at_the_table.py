"""At the table: the recogniser killed, frozen and crashed, and a speech model that is gone."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import numpy as np
import pytest
import soundfile
from at_the_table import PlayAtTheTable, config
from fake_room import MICROPHONE, SPEAKER, FakeRoom
from hearing import recording, settings

from voicekeeper.processes import family, running
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger

ANA_AND_MARCO, MISSING, LEO, CORRECTED = (recording(number) for number in range(4))
TAKEN = "Ana minus three and Marco closed with twelve. Leo is missing."


@pytest.fixture
def options(tmp_path: Path) -> tuple[str, ...]:
    return ("--config", str(config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))),
            "--players", "Ana,Marco,Leo")


def recogniser(table: PlayAtTheTable) -> int:
    """Its process."""
    process = running("voicekeeper.hearing.decoder", table.process.pid)
    assert process is not None
    return process


def say_while(room: FakeRoom, table: PlayAtTheTable, sound: Path, trouble: signal.Signals) -> str:
    """Says something, and in the middle of it the recogniser gets a signal; the answer."""
    samples, rate = soundfile.read(sound, dtype="float32")
    table.tap()
    room.say(samples[:len(samples) // 2], rate).wait()
    os.kill(recogniser(table), trouble)
    room.say(samples[len(samples) // 2:], rate).wait()
    table.tap()
    return table.wait_for("said: ").removeprefix("said: ")


def written(data: Path) -> object:
    with Ledger.open(data / FILE_NAME) as ledger:
        game = ledger.books().game
        assert game is not None
        return game.view()["entered"]


def nothing_left_behind(table: PlayAtTheTable) -> bool:
    """The program has a recogniser, a voice and its sound, and no zombies."""
    states = [Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
              for process in family(table.process.pid)]
    return len(states) == 4 and "Z" not in states


def test_a_recogniser_that_died_between_two_turns_is_not_missed(
    room: FakeRoom, options: tuple[str, ...], tmp_path: Path
) -> None:
    """Twice in a row; what is said to the dead one is heard by the next."""
    with PlayAtTheTable(room, tmp_path, *options) as table:
        table.wait_for("said: ")
        os.kill(recogniser(table), signal.SIGKILL)
        assert table.say(ANA_AND_MARCO)[1] == TAKEN
        os.kill(recogniser(table), signal.SIGSEGV)
        assert table.say(MISSING)[1] == "Leo is missing."
        assert sum("started anew" in line for line in table.shown) == 2
        assert nothing_left_behind(table)
        assert table.quit() == 0
    assert written(tmp_path) == {"Ana": -3, "Marco": 12}


@pytest.mark.parametrize("trouble", [signal.SIGKILL, signal.SIGSTOP])
def test_what_was_being_said_is_heard_all_the_same(
    room: FakeRoom, options: tuple[str, ...], tmp_path: Path, trouble: signal.Signals
) -> None:
    with PlayAtTheTable(room, tmp_path, *options) as table:
        table.wait_for("said: ")
        say_while(room, table, ANA_AND_MARCO, trouble)
        assert table.say(MISSING)[1] in ("Leo is missing.", "Ana, Marco, and Leo are missing.")
        assert any("started anew" in line for line in table.shown)
        assert nothing_left_behind(table)
        assert table.quit() == 0


def test_a_model_that_does_not_load_ends_it_with_one_line(
    room: FakeRoom, options: tuple[str, ...], tmp_path: Path
) -> None:
    model = tmp_path / settings().model.name
    shutil.copytree(settings().model, model)
    file = model / "ivector" / "final.ie"
    file.write_bytes(bytes(file.stat().st_size))
    environment = {"VOSK_MODEL_PATH": str(model)}
    with PlayAtTheTable(room, tmp_path, *options, environment=environment) as table:
        told = table.wait_for("voicekeeper: ")
        assert "cannot load the speech model" in told
        assert "voicekeeper setup" in told
        assert table.process.wait(60) == 1
        assert table.shown == [told]


def test_without_a_model_it_says_so_goes_on_and_hears_when_there_is_one(
    room: FakeRoom, options: tuple[str, ...], tmp_path: Path
) -> None:
    model, away = tmp_path / settings().model.name, tmp_path / "away"
    shutil.copytree(settings().model, model)
    environment = {"VOSK_MODEL_PATH": str(model)}
    with PlayAtTheTable(room, tmp_path, *options, environment=environment) as table:
        table.wait_for("said: ")
        assert table.say(ANA_AND_MARCO)[1] == TAKEN
        model.rename(away)
        os.kill(recogniser(table), signal.SIGKILL)
        for _ in range(2):
            table.tap()
            room.say(np.zeros(20_000, np.float32)).wait()
            table.tap()
            assert table.wait_for("said: ") == "said: I can't hear at the moment."
        assert any("voicekeeper setup" in line for line in table.shown)
        away.rename(model)
        assert table.say(MISSING)[1] == "Leo is missing."
        assert nothing_left_behind(table)
        assert table.quit() == 0
    assert written(tmp_path) == {"Ana": -3, "Marco": 12}
