"""`voicekeeper doctor --speak`: a sentence through button, microphone, hearing and voice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from at_the_table import UNDER_UMOCKDEV, PlayAtTheTable, config
from fake_inputs import FakeInputs
from fake_room import MICROPHONE, SPEAKER, FakeRoom
from hearing import recording

from voicekeeper.config import VoiceSettings, read
from voicekeeper.sound.files import read_clip, read_take
from voicekeeper.sound.levels import levels_of, trouble_of
from voicekeeper.sound.take import Clip, Samples
from voicekeeper.spokencheck import SENTENCE, level_finding
from voicekeeper.voice.piper import Voice


@pytest.fixture(scope="module")
def sentence() -> Clip:
    return Voice.load(VoiceSettings(deterministic=True)).clip(f"{SENTENCE}.")


@pytest.fixture
def doctor(room: FakeRoom, tmp_path: Path) -> Iterator[PlayAtTheTable]:
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    with PlayAtTheTable(room, tmp_path, "--speak", "--config", str(settings),
                        command="doctor") as program:
        yield program


def test_a_sentence_goes_all_the_way_and_comes_back(
    room: FakeRoom, doctor: PlayAtTheTable, sentence: Clip
) -> None:
    doctor.wait_for(f"Tap the button, say: {SENTENCE}")
    doctor.tap()
    room.say(sentence.samples, sentence.rate).wait()
    listening = room.record_speaker()
    doctor.tap()
    assert doctor.wait_for("ok    button: held for [1-9]")
    assert doctor.wait_for("ok    microphone: speech at -")
    assert doctor.wait_for("ok    hearing: heard 'ana minus three'")
    assert doctor.wait_for("ok    voice: said 'I heard: Ana minus three. All is well.'")
    listening.stop()
    assert np.abs(listening.samples).max() > 0.05


def test_another_sentence_is_told_with_what_to_do(
    room: FakeRoom, doctor: PlayAtTheTable
) -> None:
    doctor.wait_for("Tap the button")
    clip = read_clip(recording(1))
    doctor.tap()
    room.say(clip.samples, clip.rate).wait()
    doctor.tap()
    told = doctor.wait_for("FAULT hearing: heard ")
    assert "instead of 'ana minus three' -> " in told
    assert doctor.process.wait(60) == 1


def test_a_dead_microphone_is_told(room: FakeRoom, doctor: PlayAtTheTable) -> None:
    doctor.wait_for("Tap the button")
    doctor.tap()
    room.say(np.zeros(24_000, np.float32)).wait()
    doctor.tap()
    assert doctor.wait_for("FAULT microphone: no sound at all -> Unmute it")
    assert doctor.wait_for("FAULT hearing: heard no words")


def test_a_button_that_is_not_set_is_named_as_it_is_to_be_set(
    room: FakeRoom, inputs: FakeInputs, tmp_path: Path
) -> None:
    """Somebody presses the new pedal, and config.yaml still says the space bar."""
    node, *_ = inputs.plug("encoder-keyboard")
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    with PlayAtTheTable(room, tmp_path, "--speak", "--config", str(settings), command="doctor",
                        within=UNDER_UMOCKDEV, environment=inputs.environment) as program:
        program.wait_for("Tap the button")
        inputs.edges(node, (30, 1), (30, 0))
        told = program.wait_for("FAULT button: ")
        assert "was pressed, and that one is not set -> " in told
        line = told.split("config.yaml: ")[1]
        assert program.process.wait(60) == 1
    settings.write_text(line)
    button, = read(settings).button
    assert (button.kind, button.mode) == ("evdev", "hold")
    assert button.device is not None and f"({button.device}) was pressed" in told


def test_nobody_speaks_is_told_as_such() -> None:
    room = np.random.default_rng(1).normal(0, 3e-4, 16_000).astype(np.float32)
    found = level_finding(room, words=False)
    assert not found.ok and "no speech" in found.found and "Speak while" in found.do
    assert level_finding(with_peak(0.3), words=False).ok  # it is not the microphone


def speech() -> Samples:
    return read_take(recording(0)).samples


def with_peak(peak: float) -> Samples:
    samples = speech()
    return np.asarray(np.clip(samples * (peak / np.abs(samples).max()), -1, 1), np.float32)


@pytest.mark.parametrize("peak", [0.05, 0.3, 0.99])
def test_speech_of_any_usual_level_is_well(peak: float) -> None:
    finding = level_finding(with_peak(peak))
    assert finding.ok and not finding.do and "dB" in finding.found


def test_what_is_cut_off_at_its_top_is_too_loud() -> None:
    assert trouble_of(with_peak(0.99)) is None
    assert trouble_of(with_peak(4.0)) == "clipped"
    assert "down" in level_finding(with_peak(4.0)).do


def test_silence_is_dead_and_a_quiet_room_is_not() -> None:
    silence = np.zeros(16_000, np.float32)
    room = np.random.default_rng(1).normal(0, 3e-4, 16_000).astype(np.float32)
    assert trouble_of(silence) == "dead" and trouble_of(room) is None
    assert trouble_of(silence[:0]) is None
    assert not level_finding(silence).ok and not level_finding(silence[:0]).ok


def test_very_soft_speech_and_a_loud_room_are_told() -> None:
    assert "nearer" in level_finding(with_peak(0.005)).do
    loud = np.random.default_rng(1).normal(0, 0.1, len(speech())).astype(np.float32)
    assert "nearer" in level_finding(with_peak(0.3) + loud).do


def test_levels_are_of_the_loud_parts_and_the_quiet_ones() -> None:
    tone = np.sin(np.arange(16_000) * 0.3).astype(np.float32)
    levels = levels_of(np.concatenate([0.001 * tone, 0.1 * tone, 0.001 * tone]))
    assert levels.peak == pytest.approx(-20, abs=0.1)
    assert levels.speech == pytest.approx(-23, abs=0.2)
    assert levels.quiet == pytest.approx(-63, abs=0.2)
