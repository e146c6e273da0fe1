"""At the table without a voice: chimes and the terminal stand for it, and it comes back."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import numpy as np
import pytest
import yaml
from at_the_table import PlayAtTheTable, config
from fake_room import MICROPHONE, SPEAKER, FakeRoom, Recording, locate
from hearing import recording

from voicekeeper.processes import running
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.voice import chimes

ALL = {"taken": chimes.taken, "not understood": chimes.not_understood, "asking": chimes.asking}


@pytest.fixture
def settings(own: Path, tmp_path: Path) -> Path:
    file = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    told = yaml.safe_load(file.read_text())
    told["voice"]["model"] = str(own)
    file.write_text(yaml.safe_dump(told))
    return file


def chimed(listening: Recording, since: int) -> set[str]:
    """The chimes that sound from a sample on; waits for the first."""
    while True:
        heard = listening.samples[since:]
        found = {name for name, chime in ALL.items() if locate(chime().samples, heard)[1] > 0.95}
        if found:
            return found
        listening.more()


def test_without_a_voice_chimes_tell_how_it_was_taken(
    room: FakeRoom, settings: Path, own: Path, tmp_path: Path
) -> None:
    """Taken, not understood, and a question are told apart; every answer is on the terminal."""
    own.rename(own.with_suffix(".away"))
    with PlayAtTheTable(room, tmp_path, "--config", str(settings)) as table:
        listening = room.record_speaker()
        assert table.wait_for("said: ") == "said: Who plays?"
        told = table.wait_for("There is no voice")
        assert "own.onnx" in told
        assert "Chimes stand for it" in told
        assert chimed(listening, 0) == {"asking"}
        table.quit()
    options = ("--config", str(settings), "--players", "Ana,Marco,Leo")
    with PlayAtTheTable(room, tmp_path, *options) as table:
        table.wait_for("There is no voice")
        for what, chime in ((0, "taken"), (1, "taken")):
            before = len(listening.samples)
            table.say(recording(what))
            assert chimed(listening, before) == {chime}
        before = len(listening.samples)
        table.tap()
        room.say(np.zeros(20_000, np.float32)).wait()
        table.tap()
        table.wait_for("said: ")
        assert chimed(listening, before) == {"not understood"}
        assert not any("Chimes stand" in line for line in table.shown[-6:])  # told once
        # It is tried again with each answer.
        own.with_suffix(".away").rename(own)
        for _ in range(3):
            table.say(recording(1))
            try:
                table.wait_for("The voice is back", patience=5)
            except TimeoutError:
                continue
            break
        assert table.shown[-1] == "The voice is back."
        assert table.quit() == 0
    listening.stop()
    with Ledger.open(tmp_path / FILE_NAME) as ledger:
        game = ledger.books().game
        assert game is not None
        assert game.view()["entered"] == {"Ana": -3, "Marco": 12}


def test_a_voice_that_is_killed_speaks_on(
    room: FakeRoom, settings: Path, own: Path, tmp_path: Path
) -> None:
    with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                        "--players", "Ana,Marco,Leo") as table:
        table.wait_for("said: ")
        listening = room.record_speaker()
        os.kill(_voice_of(table), signal.SIGKILL)
        table.say(recording(0))
        while np.count_nonzero(np.abs(listening.samples) > 0.1) < 4000:
            listening.more()
        assert _voice_of(table)
        assert table.quit() == 0
        assert not [line for line in table.shown if "Chimes" in line]
    listening.stop()


def _voice_of(table: PlayAtTheTable) -> int:
    process = running("voicekeeper.voice.synthesis", table.process.pid)
    assert process is not None
    return process
