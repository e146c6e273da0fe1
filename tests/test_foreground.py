"""Somebody who talks in the background is told from who speaks into the microphone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hearing import DEMO, demo_ears, recording

from voicekeeper.bench.mixing import in_noise
from voicekeeper.hearing.ears import Ears
from voicekeeper.hearing.foreground import Foreground, extent, smoothed
from voicekeeper.hearing.speech import SpeechCutter
from voicekeeper.sound.files import read_take

LINES = range(len(DEMO["lines"]))
CHUNK = 0.032


def said(number: int) -> np.ndarray:
    return read_take(recording(number)).samples


@pytest.fixture(scope="module")
def table() -> Iterator[Ears]:
    with demo_ears() as heard:
        yield heard


@pytest.mark.parametrize("number", LINES)
def test_talk_far_below_changes_nothing(table: Ears, number: int) -> None:
    """Another line of the game, said over and over at the next table, 24 dB below."""
    talk = np.concatenate([said((number + n) % len(LINES)) for n in (3, 5)])
    alone = table.hear(said(number))
    beside = table.hear(in_noise(said(number), talk, 24, "next table"))
    assert beside.intent == alone.intent or alone.intent in beside.choices


@pytest.mark.parametrize("blocks", [160, 640, 5000, 10**6])
def test_what_is_fed_does_not_depend_on_the_blocks(blocks: int) -> None:
    """Where the utterance begins anew, what counts is what is fed from there on."""
    take = in_noise(said(0), said(3), 20, "next table")
    assert np.array_equal(fed(take, blocks), fed(take, 512))


def fed(take: np.ndarray, size: int) -> np.ndarray:
    cutter = SpeechCutter()
    pieces = [piece for start in range(0, len(take), size)
              for piece in cutter.feed(take[start:start + size])]
    pieces += cutter.finish()
    last = max((n for n, piece in enumerate(pieces) if piece.anew), default=0)
    return np.concatenate([piece.samples for piece in pieces[last:]])


def levels_of(*parts: tuple[float, float]) -> np.ndarray:
    """A track of levels (dB) from parts of (seconds, level)."""
    return np.concatenate([np.full(round(seconds / CHUNK), level) for seconds, level in parts])


TALKED = levels_of((0.6, -32.0), (1.0, -20.0), (0.6, -32.0))
SOFT_WORD = levels_of((0.6, -70.0), (0.3, -32.0), (1.0, -20.0), (0.3, -32.0), (0.6, -70.0))


def test_talk_from_the_beginning_is_background() -> None:
    found = extent(TALKED, np.ones(len(TALKED)), CHUNK, Foreground())
    assert found.talk
    assert found.first == pytest.approx(0.6 / CHUNK, abs=1)
    assert found.last == pytest.approx(1.6 / CHUNK, abs=1)


def test_a_soft_word_at_the_very_beginning_is_of_the_utterance() -> None:
    """As where a recording is cut close: 7 dB is how words of a sentence differ."""
    track = levels_of((0.6, -27.0), (1.0, -20.0), (0.6, -27.0))
    found = extent(track, np.ones(len(track)), CHUNK, Foreground())
    assert not found.talk
    assert (found.first, found.last) == (0, len(track) - 1)


def test_a_soft_word_after_quiet_is_of_the_utterance() -> None:
    speech = (SOFT_WORD > -60).astype(float)
    found = extent(SOFT_WORD, speech, CHUNK, Foreground())
    assert not found.talk
    assert found.first == pytest.approx(0.6 / CHUNK, abs=2)
    assert found.last == pytest.approx(2.2 / CHUNK, abs=2)


def test_noise_that_is_no_talk_cuts_nothing_near_the_speech() -> None:
    speech = (TALKED > -25).astype(float)
    found = extent(TALKED, speech, CHUNK, Foreground())
    assert not found.talk
    assert (found.first, found.last) == (0, len(TALKED) - 1)


def test_a_knock_on_the_table_is_not_the_loudest_speech() -> None:
    knocked = SOFT_WORD.copy()
    knocked[5] = -1.0
    speech = (SOFT_WORD > -60).astype(float)
    found = extent(knocked, speech, CHUNK, Foreground())
    assert found.last == extent(SOFT_WORD, speech, CHUNK, Foreground()).last


def test_a_room_that_rings_is_told_from_one_that_does_not() -> None:
    """Words fall silent at once in the one, and 15 dB in a fifth of a second in the other."""
    dry, ringing = SpeechCutter(), SpeechCutter()
    words = said(0)
    time = np.arange(16_000) / 16_000
    echo = np.random.default_rng(1).standard_normal(16_000) * 10 ** (-3 * time / 0.9)
    echo[0] = 20
    for cutter, take in ((dry, words), (ringing, np.convolve(words, echo / 60))):
        for start in range(0, len(take), 640):
            list(cutter.feed(take[start:start + 640].astype(np.float32)))
        list(cutter.finish())
    assert not dry.ringing
    assert ringing.ringing


def test_levels_of_silence_are_finite() -> None:
    assert np.isfinite(smoothed(np.zeros(5))).all()
