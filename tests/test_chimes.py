"""Chimes: sounds that nobody confuses."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from voicekeeper.sound.take import Clip
from voicekeeper.voice import chimes

ALL = [chimes.listening, chimes.taken, chimes.not_understood, chimes.asking]


def pitch(samples: np.ndarray, rate: int) -> float:
    """The strongest frequency, in Hz."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), rate))
    return float(np.argmax(spectrum))


def start_and_end(clip: Clip) -> tuple[float, float]:
    part = len(clip.samples) // 3
    return (pitch(clip.samples[:part], clip.rate), pitch(clip.samples[-part:], clip.rate))


@pytest.mark.parametrize("chime", ALL)
def test_a_chime_is_short_clean_and_of_one_loudness(chime: Callable[[], Clip]) -> None:
    clip = chime()
    assert len(clip.samples) / clip.rate <= 0.4
    assert clip.samples.dtype == np.float32
    assert np.abs(clip.samples).max() == pytest.approx(0.35, abs=0.01)
    assert abs(clip.samples[0]) < 1e-3
    assert abs(clip.samples[-1]) < 1e-2


def test_listening_stays_taken_rises_not_understood_falls() -> None:
    start, end = start_and_end(chimes.listening())
    assert start == pytest.approx(end, rel=0.02)
    start, end = start_and_end(chimes.taken())
    assert end > 1.3 * start
    start, end = start_and_end(chimes.not_understood())
    assert end < 0.8 * start


def test_not_understood_is_far_lower_and_longer_than_the_others() -> None:
    low = chimes.not_understood()
    for other in (chimes.listening(), chimes.taken()):
        assert max(start_and_end(low)) < 0.5 * min(start_and_end(other))
        assert len(low.samples) > 1.5 * len(other.samples)


def test_a_question_is_three_notes_of_which_the_last_is_higher_and_longer() -> None:
    """Unlike taken, which is two that rise at once."""
    clip = chimes.asking()
    note = round(0.08 * clip.rate)
    first, second = pitch(clip.samples[:note], clip.rate), pitch(clip.samples[note:2 * note],
                                                                 clip.rate)
    last = clip.samples[2 * note:]
    assert first == pytest.approx(second, rel=0.02)
    assert pitch(last, clip.rate) > 1.3 * second
    assert len(last) > 2 * note
