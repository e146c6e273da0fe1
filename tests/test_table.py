"""A game from the button to the voice: real PortAudio, Vosk, Piper and SQLite."""

from __future__ import annotations

import json
import os
import re
import termios
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
import soundfile
import yaml
from at_the_table import PlayAtTheTable, config
from fake_room import MICROPHONE, RATE, SPEAKER, FakeRoom, Recording
from soundfile import write as write_sound

from voicekeeper import resources
from voicekeeper.box.unit import POWER_OFF_STATUS
from voicekeeper.config import VoiceSettings
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.sound.files import read_clip
from voicekeeper.sound.rates import resample
from voicekeeper.sound.take import Samples
from voicekeeper.voice.piper import Voice


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    return config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER), "{end_at: 50}")


def recordings() -> list[tuple[Path, str]]:
    """The demo's lines: where each is recorded, and its words as the recogniser writes them."""
    folder = resources.demo()
    script = yaml.safe_load((folder / "script.yaml").read_text(encoding="utf-8"))
    return [(folder / line["file"], re.sub(r"[^a-z']+", " ", line["say"].lower()))
            for line in script["lines"]]


def wait_for_voice(listening: Recording, since: int) -> None:
    """Until the speaker has spoken for a tenth of a second."""
    while np.count_nonzero(np.abs(listening.samples[since:]) > 0.02) < RATE // 10:
        listening.more()


def test_a_whole_game_is_played_by_voice(room: FakeRoom, settings: Path, tmp_path: Path) -> None:
    """Every line is heard as it was said, answered aloud, and the winner is announced."""
    with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                        "--players", "Ana,Marco,Leo") as table:
        table.wait_for("Ready")
        said = [table.wait_for("said: ")]
        listening = room.record_speaker()
        for recording, words in recordings():
            before = len(listening.samples)
            heard, answer = table.say(recording)
            assert heard == words
            said.append(answer)
            wait_for_voice(listening, before)
        assert table.quit() == 0
    listening.stop()
    assert "Ana wins with one" in said[-1]
    assert "doubles to twenty-four" in said[3]
    with Ledger.open(tmp_path / FILE_NAME) as ledger:
        game = ledger.books().game
        assert game is not None
        assert game.view()["totals"] == {"Ana": 1, "Marco": 52, "Leo": 30}
        assert game.view()["winners"] == ["Ana"]


def test_what_was_answered_outlives_a_kill(room: FakeRoom, settings: Path, tmp_path: Path) -> None:
    first, second = recordings()[0][0], recordings()[1][0]
    options = ("--config", str(settings))
    with PlayAtTheTable(room, tmp_path, *options, "--players", "Ana,Marco,Leo") as table:
        table.wait_for("said: ")
        table.say(first)
        table.kill()
    with PlayAtTheTable(room, tmp_path, *options) as table:
        table.wait_for("said: ")
        assert table.say(second)[1] == "Leo is missing."


def test_a_terminal_that_is_stopped_does_not_stop_the_game(
    room: FakeRoom, settings: Path, tmp_path: Path
) -> None:
    with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                        "--players", "Ana,Marco,Leo") as table:
        table.wait_for("said: ")
        terminal = os.open(f"/proc/{table.process.pid}/fd/1", os.O_RDWR | os.O_NOCTTY)
        termios.tcflow(terminal, termios.TCOOFF)
        sound, rate = soundfile.read(recordings()[0][0], dtype="float32")
        table.tap()
        room.say(sound, rate).wait()
        listening = room.record_speaker()
        table.tap()
        wait_for_voice(listening, 0)
        listening.stop()
        with Ledger.open(tmp_path / FILE_NAME) as ledger:
            game = ledger.books().game
            assert game is not None and game.view()["entered"] == {"Ana": -3, "Marco": 12}
        termios.tcflow(terminal, termios.TCOON)
        os.close(terminal)
        assert table.wait_for("heard: ") == f"heard: {recordings()[0][1]}"
        assert table.quit() == 0


def test_speech_without_the_button_goes_nowhere(
    room: FakeRoom, settings: Path, tmp_path: Path
) -> None:
    (first, _), (_second, _) = recordings()[:2]
    sound, rate = soundfile.read(first, dtype="float32")
    with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                        "--players", "Ana,Marco,Leo") as table:
        table.wait_for("said: ")
        room.say(sound, rate).wait()
        heard, answer = table.say(recordings()[1][0])
        assert heard == "who's missing"
        assert answer == "Ana, Marco, and Leo are missing."


@pytest.mark.parametrize(("level", "dead"), [(0.0, True), (3e-4, False)])
def test_a_tap_without_a_word_says_what_to_do(
    room: FakeRoom, settings: Path, tmp_path: Path, level: float, dead: bool
) -> None:
    """Without any sound the microphone may be muted; noise may be taken for a word or not."""
    sound = np.random.default_rng(1).normal(0, 1, 12_000).astype(np.float32) * np.float32(level)
    with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                        "--players", "Ana,Marco") as table:
        table.wait_for("said: ")
        table.tap()
        # A second tap at once would be taken for the key repeating.
        room.say(sound).wait()
        table.tap()
        said = table.wait_for("said: ")
        assert ("muted" in said) == dead or said == "said: Hold the button while you speak."


def test_a_microphone_that_is_too_loud_is_told_once(
    room: FakeRoom, settings: Path, tmp_path: Path
) -> None:
    clip = read_clip(recordings()[1][0])
    loud = np.clip(clip.samples * (8 / np.abs(clip.samples).max()), -1, 1).astype(np.float32)
    with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                        "--players", "Ana,Marco,Leo") as table:
        table.wait_for("said: ")
        told = []
        for _ in range(4):
            table.tap()
            room.say(loud, clip.rate).wait()
            table.tap()
            told.append("The microphone is too loud" in table.wait_for("said: "))
        assert told == [False, True, False, False]
        assert table.quit() == 0


def test_the_box_is_switched_off_by_voice_once_it_has_said_so(
    room: FakeRoom, settings: Path, tmp_path: Path
) -> None:
    """Held for long without a word it asks, and once more is a yes; so is the word."""
    for service, status in (("", 0), ("yes", POWER_OFF_STATUS)):
        environment = {"INVOCATION_ID": "x"} if service else {}
        with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                            "--players", "Ana,Marco", environment=environment) as table:
            table.wait_for("said: ")
            for answer in ("Shall I shut down[?] The games are kept.", "Good night."):
                table.tap()
                room.say(np.zeros(round(8.3 * RATE), np.float32)).wait()
                table.tap()
                table.wait_for(f"said: {answer}")
            assert table.process.wait(60) == status


def test_what_is_made_ready_while_the_button_is_held_is_not_written(
    room: FakeRoom, settings: Path, tmp_path: Path
) -> None:
    (first, words), times = recordings()[0], tmp_path / "times.jsonl"
    with PlayAtTheTable(room, tmp_path, "--config", str(settings), "--times", str(times),
                        "--players", "Ana,Marco,Leo") as table:
        table.wait_for("said: ")
        table.tap()
        room.say(joined(first, 1.0), RATE).wait()
        with Ledger.open(tmp_path / FILE_NAME) as ledger:
            game = ledger.books().game
            assert game is not None
            assert game.view()["entered"] == {}
        table.tap()
        listening = room.record_speaker()
        assert table.wait_for("heard: ") == f"heard: {words}"
        table.wait_for("said: ")
        wait_for_voice(listening, 0)
        listening.stop()
        # Once something else is said, all times of the turn before are known.
        table.say(recordings()[1][0])
        assert table.quit() == 0
    turn = json.loads(times.read_text().splitlines()[0])
    steps = [turn[step] for step in ("released", "ended", "decoded", "understood", "answered",
                                     "voiced")]
    assert steps == sorted(steps)
    assert turn["guessed"] is not False


def test_who_goes_on_after_a_pause_is_answered_as_a_whole(
    room: FakeRoom, settings: Path, tmp_path: Path
) -> None:
    """In the pause the answer to the first half is made ready, in vain."""
    leo, marco = recordings()[2][0], recordings()[6][0]
    with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                        "--players", "Ana,Marco,Leo") as table:
        table.wait_for("said: ")
        table.tap()
        room.say(joined(leo, 0.7, marco, 0.3), RATE).wait()
        table.tap()
        assert table.wait_for("heard: ") == "heard: leo twenty one marco nine"
        assert table.wait_for("said: ") == "said: Leo twenty-one and Marco nine. Ana is missing."


def test_who_speaks_while_a_new_grammar_is_being_made_is_heard(
    room: FakeRoom, settings: Path, tmp_path: Path
) -> None:
    """New players' names take a second or more; nobody waits for that before they speak."""
    texts = {"game": "New game with Carla and Peter.", "yes": "Yes.", "score": "Peter, eleven."}
    with closing(Voice.load(VoiceSettings(deterministic=True))) as voice:
        for name, text in texts.items():
            clip = voice.clip(text)
            write_sound(tmp_path / f"{name}.wav", clip.samples, clip.rate)
    with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                        "--players", "Ana,Marco,Leo") as table:
        table.wait_for("said: ")
        assert table.say(tmp_path / "game.wav")[1].endswith("new game with Carla and Peter?")
        _, said = table.say(tmp_path / "yes.wav")
        assert said == "New game. Carla and Peter, good luck."
        heard, said = table.say(tmp_path / "score.wav")
        assert (heard, said) == ("peter eleven", "Peter eleven. Carla is missing.")
        assert table.quit() == 0


def joined(*parts: Path | float) -> Samples:
    """Recordings and seconds of silence, one after the other."""
    return np.concatenate([
        np.zeros(round(part * RATE), np.float32) if isinstance(part, float) else at_room_rate(part)
        for part in parts])


def at_room_rate(recording: Path) -> Samples:
    clip = read_clip(recording)
    return resample(clip.samples, clip.rate, RATE)
