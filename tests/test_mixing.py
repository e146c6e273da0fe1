"""Speech mixed with noise and put into rooms, for measuring."""

from __future__ import annotations

import numpy as np
import pytest

from voicekeeper.bench.mixing import (
    AFTER,
    BEFORE,
    active_level,
    in_noise,
    in_room,
    rms_level,
)
from voicekeeper.sound.take import TAKE_RATE, Samples

LEAD = round(BEFORE * TAKE_RATE)


def hiss(seconds: float, level: float = -20.0, seed: int = 1) -> Samples:
    """White noise at a level, dB of full scale."""
    sound = np.random.default_rng(seed).standard_normal(round(seconds * TAKE_RATE))
    return np.asarray(sound * 10 ** (level / 20), np.float32)


def silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * TAKE_RATE), np.float32)


@pytest.mark.parametrize("pause", [0.0, 1.0, 5.0, 30.0])
def test_pauses_do_not_count_for_the_level_of_speech(pause: float) -> None:
    speech = np.concatenate([silence(pause), hiss(2.0), silence(pause)])
    # The standard takes the first 0.3 s of a pause for speech.
    assert active_level(speech) == pytest.approx(-20.0, abs=0.7)


@pytest.mark.parametrize("level", [-50.0, -26.0, -12.0])
def test_the_level_follows_the_loudness(level: float) -> None:
    assert active_level(hiss(2.0, level)) == pytest.approx(level, abs=0.2)


def test_silence_has_no_level() -> None:
    assert active_level(silence(1.0)) == rms_level(silence(1.0)) == -np.inf


@pytest.mark.parametrize("snr", [6.0, 12.0, 18.0, 24.0])
def test_noise_lies_as_far_below_the_speech_as_asked(snr: float) -> None:
    speech = np.concatenate([silence(1.0), hiss(1.0, -30.0), silence(1.0)])
    mixed = in_noise(speech, hiss(7.0, -3.0, seed=2), snr, "a seed")
    noise = mixed.copy()
    noise[LEAD:LEAD + len(speech)] -= speech
    assert active_level(speech) - rms_level(noise) == pytest.approx(snr, abs=0.01)


def test_there_is_noise_before_and_after_the_speech() -> None:
    mixed = in_noise(silence(1.0) + hiss(1.0), hiss(5.0), 12.0, "a seed")
    assert len(mixed) == round((BEFORE + 1.0 + AFTER) * TAKE_RATE)
    assert np.all(mixed[:LEAD] != 0.0)


def test_the_same_seed_is_the_same_sound_and_another_is_not() -> None:
    speech, noise = hiss(1.0), hiss(5.0, seed=2)
    assert np.array_equal(in_noise(speech, noise, 6.0, "a"), in_noise(speech, noise, 6.0, "a"))
    assert not np.array_equal(in_noise(speech, noise, 6.0, "a"), in_noise(speech, noise, 6.0, "b"))


def test_a_short_noise_goes_round() -> None:
    noise = hiss(0.25)
    mixed = in_noise(silence(1.0), noise, 6.0, "a seed")
    assert np.array_equal(mixed[:len(noise)], mixed[len(noise):2 * len(noise)])


def test_what_is_too_loud_is_turned_down_and_not_clipped() -> None:
    speech = np.float32(0.9) * np.sin(np.arange(TAKE_RATE, dtype=np.float32))
    mixed = in_noise(speech, hiss(3.0), 0.0, "a seed")
    assert 0.9 < np.abs(mixed).max() < 1.0


def test_a_room_of_one_echo_is_the_speech_and_its_echo() -> None:
    speech = np.concatenate([hiss(1.0), silence(0.5)])
    response = silence(0.2)
    response[100], response[1700] = 1.0, 0.5
    heard = in_room(speech, response)
    louder = heard[:1600] / speech[:1600]
    assert np.allclose(louder, louder[0], atol=1e-3)
    assert active_level(heard) == pytest.approx(active_level(speech), abs=0.01)
    assert len(heard) > len(speech)


def test_a_dead_room_changes_nothing() -> None:
    speech = hiss(0.5)
    assert in_room(speech, silence(0.1)) is speech
