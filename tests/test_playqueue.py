"""The queue of what is to be played, to the sample."""

from __future__ import annotations

from array import array

import numpy as np
import pytest
from fake_room import noise

from voicekeeper.sound.playqueue import FADE, Mark, PlayQueue
from voicekeeper.sound.take import Samples

RATE = 48_000


def add(queue: PlayQueue, reply: int, samples: Samples, rate: int = RATE) -> None:
    """Let sound follow, as it comes through the pipe."""
    loud = np.abs(samples) > 0.005
    queue.add(reply, array("f", samples.tobytes()), rate,
              int(loud.argmax()) if loud.any() else None)


def fill(queue: PlayQueue, count: int, at: float = 0.0, channels: int = 2
         ) -> tuple[Samples, list[Mark]]:
    """What the device gets next, as mono, and what begins and ends in it."""
    out = array("f", [9.0] * count * channels)
    marks = queue.fill(memoryview(out), channels, at)
    frames = np.frombuffer(out, np.float32).reshape(count, channels)
    assert all(np.array_equal(frames[:, 0], frames[:, other]) for other in range(channels))
    return frames[:, 0], marks


def test_nothing_to_play_is_silence() -> None:
    assert not fill(PlayQueue(RATE), 100)[0].any()


@pytest.mark.parametrize("channels", [1, 2, 6])
def test_pieces_follow_each_other_across_the_device_s_blocks(channels: int) -> None:
    queue = PlayQueue(RATE)
    said = noise(0.01)
    add(queue, 1, said[:200])
    add(queue, 1, said[200:])
    queue.end(1)
    parts = [fill(queue, 128, at, channels) for at in range(5)]
    heard = np.concatenate([part for part, _ in parts])
    assert np.array_equal(heard[: len(said)], said)
    assert not heard[len(said) :].any()
    assert [[mark.over for mark in marks] for _, marks in parts] == [[False], [], [], [True], []]


def test_the_first_audible_sample_is_timed_not_the_quiet_before_it() -> None:
    queue = PlayQueue(RATE)
    add(queue, 1, np.concatenate((np.zeros(480, np.float32), noise(0.1))))
    add(queue, 1, noise(0.1))
    assert fill(queue, 240, at=5.0)[1] == []
    _, (mark,) = fill(queue, 480, at=5.005)
    assert mark.at == pytest.approx(5.01, abs=0.001)
    assert (mark.reply, mark.over) == (1, False)
    assert fill(queue, RATE)[1] == []


def test_silence_leaves_a_short_fade_and_nothing_else() -> None:
    queue = PlayQueue(RATE)
    add(queue, 1, np.full(RATE, 0.5, np.float32))
    add(queue, 2, noise(1.0))
    fill(queue, 480)
    queue.silence(2, 0.03)
    heard, _ = fill(queue, 4800)
    fade = round(FADE * RATE)
    assert heard[0] == pytest.approx(0.5)
    assert (np.diff(heard[:fade]) < 0).all()
    assert not heard[fade:].any()
    assert queue.idle


def test_the_fade_goes_on_where_a_slice_ends() -> None:
    queue = PlayQueue(RATE)
    for _ in range(2):
        add(queue, 1, np.full(480, 0.5, np.float32))
    add(queue, 2, noise(1.0))
    fill(queue, 460)
    queue.silence(2, 0.03)
    heard, _ = fill(queue, 4800)
    fade = round(FADE * RATE)
    assert (np.abs(np.diff(heard[:fade])) < 0.01).all() and heard[fade // 2] > 0.2
    assert not heard[fade:].any()


def test_what_comes_after_it_was_cut_is_not_played_but_the_next_is() -> None:
    queue = PlayQueue(RATE)
    queue.silence(7, 0.03)
    add(queue, 7, noise(0.1))
    queue.end(7)
    assert queue.idle
    add(queue, 8, noise(0.1))
    assert fill(queue, 480)[0].any()


def test_silence_before_the_first_sample_leaves_nothing() -> None:
    queue = PlayQueue(RATE)
    add(queue, 1, noise(0.1))
    queue.silence(1, 0.03)
    assert queue.idle
    assert queue.silent_at == 0


def test_a_device_of_another_rate_gets_the_rest_at_its_rate() -> None:
    queue = PlayQueue(RATE)
    add(queue, 1, noise(1.0))
    fill(queue, RATE // 2)
    queue.retune(16_000)
    heard, _ = fill(queue, 16_000)
    assert np.abs(heard[7_900:8_000]).max() > 0
    assert not heard[8_001:].any()


def test_what_comes_before_the_device_is_known_is_played_as_it_is() -> None:
    queue, said = PlayQueue(), noise(0.1)
    add(queue, 1, said)
    queue.retune(RATE)
    heard, _ = fill(queue, len(said))
    assert np.array_equal(heard, said)


def test_sound_for_the_rate_from_before_is_brought_to_the_device_s() -> None:
    queue = PlayQueue(16_000)
    add(queue, 1, noise(1.0), RATE)
    heard, _ = fill(queue, 17_000)
    assert np.abs(heard[15_900:16_000]).max() > 0
    assert not heard[16_001:].any()
