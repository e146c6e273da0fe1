"""Sound files in, whatever their rate and channels; bad ones get a clear sentence."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
import soundfile
from fake_room import locate, noise

from voicekeeper.faults import SoundFault
from voicekeeper.sound.files import read_clip, read_take, write_wav
from voicekeeper.sound.take import TAKE_RATE


@pytest.mark.parametrize(("rate", "channels"), [
    (8_000, 1), (11_025, 2), (16_000, 1), (22_050, 1), (44_100, 2), (48_000, 6), (96_000, 1),
])
def test_any_rate_and_channel_count_becomes_a_take(
    tmp_path: Path, rate: int, channels: int
) -> None:
    path = tmp_path / "said.wav"
    said = noise(0.2, rate, band=3000)
    soundfile.write(path, np.tile(said[:, None], channels), rate)
    take = read_take(path)
    assert take.rate == TAKE_RATE
    assert take.samples.dtype == np.float32
    assert take.samples.ndim == 1
    assert take.seconds == pytest.approx(0.2, abs=0.001)
    assert locate(noise_as_taken(said, rate), take.samples)[1] > 0.99


def noise_as_taken(said: np.ndarray, rate: int) -> np.ndarray:
    """The same sound at the takes' rate, by interpolation: no resampler of our own to trust."""
    times = np.arange(0, len(said) / rate, 1 / TAKE_RATE)
    spectrum = np.fft.rfft(said)
    frequencies = np.fft.rfftfreq(len(said), 1 / rate)
    kept = frequencies <= 3000
    waves = np.exp(2j * np.pi * np.outer(times, frequencies[kept]))
    return np.asarray((waves @ spectrum[kept]).real * 2 / len(said), np.float32)


@pytest.mark.parametrize("name", ["said.flac", "said.ogg", "said.wav", "said.aiff", "said.mp3"])
def test_all_kinds_that_libsndfile_reads(tmp_path: Path, name: str) -> None:
    soundfile.write(tmp_path / name, noise(0.3, 16_000), 16_000)
    assert read_take(tmp_path / name).seconds == pytest.approx(0.3, abs=0.1)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    said = noise(0.2, 22_050)
    write_wav(tmp_path / "said.wav", said, 22_050)
    clip = read_clip(tmp_path / "said.wav")
    assert clip.rate == 22_050
    assert np.abs(clip.samples - said).max() < 1e-4


def test_samples_that_are_no_numbers_are_silence(tmp_path: Path) -> None:
    said = noise(0.1, 16_000)
    said[100] = np.nan
    said[200] = np.inf
    soundfile.write(tmp_path / "said.wav", said, 16_000, subtype="FLOAT")
    assert np.isfinite(read_take(tmp_path / "said.wav").samples).all()


def bad_file(folder: Path, kind: str) -> Path:
    path = folder / "said.wav"
    match kind:
        case "empty":
            path.touch()
        case "text":
            path.write_text("Ana minus three")
        case "cut":
            soundfile.write(path, noise(0.1, 16_000), 16_000)
            path.write_bytes(path.read_bytes()[:20])
        case "soundless":
            soundfile.write(path, np.zeros(0), 16_000)
        case "slow":
            soundfile.write(path, noise(0.1, 16_000), 10)
        case "folder":
            path.mkdir()
    return path


@pytest.mark.parametrize(("kind", "sentence"), [
    ("missing", "There is no sound file"),
    ("empty", "is empty"),
    ("text", "not a sound file that can be read, or it is broken"),
    ("cut", "not a sound file that can be read, or it is broken"),
    ("soundless", "holds no sound"),
    ("slow", "can hold no speech at a rate of 10 Hz"),
    ("folder", "is a folder"),
])
def test_a_bad_file_is_a_fault_with_its_name(tmp_path: Path, kind: str, sentence: str) -> None:
    path = bad_file(tmp_path, kind)
    with pytest.raises(SoundFault, match=sentence) as caught:
        read_take(path)
    assert str(path) in str(caught.value)
    assert os.linesep not in str(caught.value)


def test_a_file_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(SoundFault, match="can't be written"):
        write_wav(tmp_path / "missing" / "said.wav", noise(0.1), 48_000)
