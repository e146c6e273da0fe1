"""The queue of what is to be played, to the sample."""

from __future__ import annotations

import numpy as np
import pytest
from fake_room import noise

from voicekeeper.sound.playback import FADE, Playback, PlayQueue
from voicekeeper.sound.take import Samples

RATE = 48_000


def fill(queue: PlayQueue, count: int, at: float = 0.0) -> tuple[Samples, list[Playback]]:
    """What the device gets next, as mono, and what has ended in it."""
    frames = np.full((count, 2), 9.0, np.float32)
    ended = queue.fill(frames, at)
    assert np.array_equal(frames[:, 0], frames[:, 1])
    return frames[:, 0], ended


def test_nothing_to_play_is_silence() -> None:
    assert not fill(PlayQueue(RATE), 100)[0].any()


def test_pieces_follow_each_other_across_the_device_s_blocks() -> None:
    queue, playback = PlayQueue(RATE), Playback()
    said = noise(0.01)
    queue.add(playback, said[:200], RATE)
    queue.add(playback, said[200:], RATE)
    queue.end(playback)
    parts = [fill(queue, 128) for _ in range(5)]
    heard = np.concatenate([part for part, _ in parts])
    assert np.array_equal(heard[: len(said)], said)
    assert not heard[len(said) :].any()
    assert [ended for _, ended in parts] == [[], [], [], [playback], []]


def test_the_first_audible_sample_is_timed_not_the_quiet_before_it() -> None:
    queue, playback = PlayQueue(RATE), Playback()
    queue.add(playback, np.concatenate((np.zeros(480, np.float32), noise(0.1))), RATE)
    fill(queue, 240, at=5.0)
    assert playback.first_audible_at is None
    fill(queue, 480, at=5.005)
    assert playback.first_audible_at == pytest.approx(5.01, abs=0.001)


def test_silence_leaves_a_short_fade_and_nothing_else() -> None:
    queue, playback = PlayQueue(RATE), Playback()
    queue.add(playback, np.full(RATE, 0.5, np.float32), RATE)
    queue.add(playback, noise(1.0), RATE)
    fill(queue, 480)
    playback.cut = True
    queue.silence(0.03)
    heard, _ = fill(queue, 4800)
    fade = round(FADE * RATE)
    assert heard[0] == pytest.approx(0.5)
    assert (np.diff(heard[:fade]) < 0).all()
    assert not heard[fade:].any()
    assert queue.idle


def test_what_is_made_after_it_was_cut_is_not_played() -> None:
    queue, playback = PlayQueue(RATE), Playback()
    playback.cut = True
    queue.add(playback, noise(0.1), RATE)
    queue.end(playback)
    assert queue.idle


def test_silence_before_the_first_sample_leaves_nothing() -> None:
    queue, playback = PlayQueue(RATE), Playback()
    queue.add(playback, noise(0.1), RATE)
    queue.silence(0.03)
    assert queue.idle
    assert queue.silent_at == 0


def test_a_device_of_another_rate_gets_the_rest_at_its_rate() -> None:
    queue, playback = PlayQueue(RATE), Playback()
    queue.add(playback, noise(1.0), RATE)
    fill(queue, RATE // 2)
    queue.retune(16_000)
    heard, _ = fill(queue, 16_000)
    assert np.abs(heard[7_900:8_000]).max() > 0
    assert not heard[8_001:].any()


def test_done_is_told_once() -> None:
    told: list[Playback] = []
    playback = Playback(told.append)
    playback.finish()
    playback.finish()
    assert told == [playback]
    assert playback.done
