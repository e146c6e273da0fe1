"""The ringing of a room taken off what was said, and a second hearing by it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest
from hearing import demo_ears, recording

from voicekeeper.bench.mixing import in_noise, in_room
from voicekeeper.hearing.decision import Understood, settle
from voicekeeper.hearing.dereverberation import dereverberated
from voicekeeper.hearing.ears import Ears
from voicekeeper.hearing.heard import Heard, Hypothesis
from voicekeeper.intents import Entry, Intent, Item
from voicekeeper.sound.files import read_take
from voicekeeper.sound.take import TAKE_RATE, Samples

SPEECH = read_take(recording(0)).samples


def ringing_room(seconds: float = 0.8) -> Samples:
    """An impulse response that falls by 60 dB in so many seconds."""
    length = round(seconds * TAKE_RATE)
    chance = np.random.default_rng(3)
    response = 0.03 * chance.standard_normal(length) * 10 ** (-3 * np.arange(length) / length)
    response[0] = 1.0
    return np.asarray(response, np.float32)


def room_with_echoes() -> Samples:
    """An impulse response of single echoes, 45 to 95 ms after the voice."""
    response = np.zeros(TAKE_RATE // 10, np.float32)
    response[[0, 720, 1120, 1520]] = 1.0, 0.6, 0.5, 0.4
    return response


RINGING = in_room(SPEECH, ringing_room())


@pytest.fixture(scope="module")
def ears() -> Iterator[Ears]:
    with demo_ears() as heard:
        yield heard


def likeness(sound: Samples) -> float:
    """How like the speech itself: correlation."""
    return float(np.corrcoef(sound, SPEECH)[0, 1])


def test_echoes_are_taken_off() -> None:
    echoing = in_room(SPEECH, room_with_echoes())[:len(SPEECH)]
    assert likeness(dereverberated(echoing)) > likeness(echoing) + 0.01


def test_what_does_not_ring_stays_nearly_as_it_is() -> None:
    assert likeness(dereverberated(SPEECH)) > 0.95


@pytest.mark.parametrize("sound", [
    np.zeros(0, np.float32), np.zeros(1, np.float32), np.zeros(TAKE_RATE, np.float32),
    SPEECH[:1000], np.ones(TAKE_RATE, np.float32), SPEECH, SPEECH[:-77],
    np.clip(40 * SPEECH, -1, 1),
])
def test_any_sound_keeps_its_length_and_its_bounds(sound: Samples) -> None:
    dry = dereverberated(sound)
    assert dry.dtype == np.float32
    assert dry.shape == sound.shape
    assert np.isfinite(dry).all()
    assert np.abs(dry).max(initial=0.0) <= 1.0


def test_only_what_rings_in_quiet_is_heard_again(ears: Ears) -> None:
    chance = np.random.default_rng(4)
    noise = np.asarray(chance.standard_normal(10 * TAKE_RATE), np.float32)
    lead = np.zeros(TAKE_RATE // 2, np.float32)
    again = {}
    for name, sound in {"dry": SPEECH, "ringing": np.concatenate([lead, RINGING]),
                        "noisy": in_noise(SPEECH, noise, 12.0, "")}.items():
        utterance = ears.utterance()
        utterance.feed_all(sound)
        again[name] = utterance.finish().again
    assert again["dry"] is None
    assert again["noisy"] is None
    assert again["ringing"] is not None
    assert again["ringing"]().text


def entry(points: int) -> Intent:
    return Entry((Item("Ana", points),))


FIVE, NINE, SIXTEEN = map(entry, (5, 9, 16))


@pytest.mark.parametrize(("second", "asked"), [
    (Understood("five", FIVE), (FIVE, NINE)),
    (Understood("nine", NINE), (NINE, FIVE)),
    (Understood("sixteen", SIXTEEN), (SIXTEEN, FIVE)),
    (Understood("", None, (SIXTEEN, NINE)), (SIXTEEN, NINE)),
    (Understood(""), (FIVE, NINE)),
])
def test_two_hearings_make_one_question(second: Understood,
                                        asked: tuple[Intent, ...]) -> None:
    settled = settle(Understood("five", None, (FIVE, NINE)), second)
    assert settled.intent is None
    assert settled.choices == asked


def test_a_second_hearing_that_dies_leaves_the_first(ears: Ears) -> None:
    def dies() -> Heard:
        pid = ears.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        utterance = ears.utterance()
        utterance.feed_all(SPEECH)
        return utterance.finish()

    doubtful = (Hypothesis("ana five", 0.0), Hypothesis("ana nine", -0.1))
    alone = ears.understand(Heard(doubtful, noisy=True))
    assert alone.choices
    assert ears.understand(Heard(doubtful, noisy=True, again=dies)) == alone
    assert ears.hear(SPEECH).intent is not None


def test_what_is_clear_is_not_heard_again(ears: Ears) -> None:
    def never() -> Heard:
        raise AssertionError("heard again")

    clear = Heard((Hypothesis("ana five", 0.0),), noisy=True, again=never)
    assert ears.understand(clear).intent == FIVE
