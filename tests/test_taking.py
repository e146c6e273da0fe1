"""When a take begins and ends, on sound whose times are given."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest
from fake_room import noise

from voicekeeper.sound.quiet import LevelJudge
from voicekeeper.sound.take import TAKE_RATE, Samples
from voicekeeper.sound.taking import Block, OpenTake

BLOCK = 0.02


def take_of(sound: Samples, released: float | None, since: float = 0.0, begins: float = 0.0,
            late: Callable[[float], float] = lambda _: 0.0) -> tuple[OpenTake, float]:
    """A take that hears this sound from second `begins` on and is released at `released` seconds.

    Also the time.monotonic() of its second 0. None: it is held on. `late`: how much later
    than it was the driver tells a block to have been heard, by its time.
    """
    start = time.monotonic() - begins - len(sound) / TAKE_RATE
    take = OpenTake(start + since, LevelJudge(), lambda _: None)
    size = round(BLOCK * TAKE_RATE)
    told = released is None
    for begin in range(0, len(sound), size):
        at = begins + (begin + size) / TAKE_RATE
        if released is not None and at > released and not told:
            take.release(start + released)
            told = True
        part = sound[begin : begin + size]
        take.hear(Block(start + at + late(at), part[:, None], TAKE_RATE))
    if released is not None and not told:
        take.release(start + released)
    return take, start


def silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * TAKE_RATE), np.float32)


def speech(seconds: float) -> Samples:
    return noise(seconds, TAKE_RATE)


def test_it_ends_at_once_when_it_is_quiet_already() -> None:
    take, _ = take_of(np.concatenate((silence(0.3), speech(1), silence(1))), released=1.6)
    assert take.result().seconds == pytest.approx(1.6, abs=2 * BLOCK)


def test_it_waits_for_a_tenth_of_a_second_of_quiet() -> None:
    take, _ = take_of(np.concatenate((silence(0.3), speech(1), silence(1))), released=1.2)
    assert take.result().seconds == pytest.approx(1.4, abs=2 * BLOCK)


def test_it_waits_no_longer_than_the_latest_end() -> None:
    take, _ = take_of(np.concatenate((silence(0.3), speech(2))), released=1.0)
    assert take.result().seconds == pytest.approx(1.4, abs=2 * BLOCK)


def test_quiet_is_judged_against_the_noise_of_the_room() -> None:
    """Speech in a room that is never silent."""
    room = 0.05 * noise(2.5, TAKE_RATE, seed=2)
    sound = room.copy()
    sound[round(0.5 * TAKE_RATE) : round(1.5 * TAKE_RATE)] += speech(1)
    take, _ = take_of(sound, released=1.4)
    assert take.result().seconds == pytest.approx(1.6, abs=0.05)


def test_what_is_from_before_its_beginning_is_left_out_to_the_sample() -> None:
    sound = np.concatenate((speech(0.505), silence(1)))
    take, _ = take_of(sound, released=1.0, since=0.505)
    assert np.abs(take.result().samples).max() < 1e-6


def test_without_any_sound_it_ends_with_the_release() -> None:
    take, _ = take_of(silence(0), released=0.0)
    assert take.result().seconds == 0


def test_a_slow_listener_loses_nothing_that_was_said_before_the_release() -> None:
    """All blocks and the release wait before the first is looked at."""
    take, _ = take_of(np.concatenate((silence(0.5), speech(0.3))), released=0.8)
    assert take.result().seconds == pytest.approx(0.8, abs=2 * BLOCK)


def test_a_take_with_all_its_sound_is_not_broken() -> None:
    take, _ = take_of(np.concatenate((silence(0.5), speech(0.5), silence(0.5))), released=1.0)
    assert not take.result().broken


def test_sound_that_stops_before_the_release_breaks_the_take() -> None:
    take, _ = take_of(np.concatenate((silence(0.5), speech(0.5))), released=1.4)
    assert take.result().broken


def test_sound_that_begins_in_the_middle_of_speech_breaks_the_take() -> None:
    take, _ = take_of(np.concatenate((speech(0.5), silence(0.5))), released=2.0, begins=1.0)
    assert take.result().broken


@pytest.mark.parametrize("hole", [0.2, 0.4])
def test_sound_that_is_away_in_the_middle_breaks_the_take(hole: float) -> None:
    """As where a plug is loose: too short for a lost device, long enough for a syllable."""
    take, _ = take_of(np.concatenate((silence(0.5), speech(1.0), silence(0.5))), released=1.9,
                      late=lambda at: hole if at > 1.0 else 0.0)
    assert take.result().broken


@pytest.mark.parametrize("late", [
    lambda at: 0.04 * (round(at / BLOCK) % 3),
    lambda at: 0.3 if 1.0 < at < 1.1 else 0.0,
    lambda at: 0.002 * at,
], ids=["told roughly", "a moment late", "another clock"])
def test_times_that_are_told_roughly_break_nothing(late: Callable[[float], float]) -> None:
    take, _ = take_of(np.concatenate((silence(0.5), speech(1.0), silence(1.0))), released=2.0,
                      late=late)
    assert not take.result().broken


def test_a_microphone_that_fails_ends_the_take_at_once() -> None:
    take, _ = take_of(speech(0.5), released=None)
    take.break_off()
    assert take.result().broken
    assert take.result().seconds == pytest.approx(0.5, abs=2 * BLOCK)
