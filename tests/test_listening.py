"""While the button is held: what was said is guessed at in pauses, and at nothing else."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest
from fake_room import noise
from hearing import DEMO, demo_ears, recording

from voicekeeper.faults import RecogniserFault
from voicekeeper.hearing.heard import Heard, Hypothesis
from voicekeeper.hearing.recogniser import Recogniser
from voicekeeper.hearing.utterance import Utterance
from voicekeeper.listening import Guessed, Listening, TakeHeard
from voicekeeper.sound.files import read_take
from voicekeeper.sound.take import TAKE_RATE, Samples, Take

BLOCK = 320


def heard(text: str) -> Heard:
    return Heard((Hypothesis(text, 0.0),))


class Told(Utterance):
    """An utterance of which is known what it sounds like; it counts the guesses."""

    def __init__(self, *texts: str, fault: str = "") -> None:
        super().__init__(Recogniser())
        self.texts, self.fault = list(texts), fault
        self.guesses = 0

    def feed(self, block: np.ndarray) -> None:
        pass

    def guess(self) -> Heard:
        self.guesses += 1
        if self.fault:
            raise RecogniserFault(self.fault)
        return heard(self.texts[min(self.guesses, len(self.texts)) - 1])

    def finish(self) -> Heard:
        return heard("at the end")

    def once_more(self, samples: np.ndarray) -> Heard:
        if self.fault:
            raise RecogniserFault(self.fault)
        return heard("once more")


def events_of(utterance: Utterance, *parts: Samples) -> list[TakeHeard | Guessed]:
    events: list[TakeHeard | Guessed] = []
    listening = Listening(lambda: utterance, events.append)
    sound = np.concatenate(parts)
    for start in range(0, len(sound), BLOCK):
        listening.feed(sound[start:start + BLOCK])
    listening.finish(Take(sound))
    return events


def texts(events: list[TakeHeard | Guessed]) -> list[str]:
    return [event.heard.text for event in events]


def speech(seconds: float) -> Samples:
    return noise(seconds, TAKE_RATE)


def quiet(seconds: float) -> Samples:
    return noise(seconds, TAKE_RATE, seed=2) * np.float32(0.002)


def test_in_a_pause_it_is_guessed_once() -> None:
    events = events_of(Told("ana five"), quiet(0.1), speech(0.8), quiet(0.9))
    assert texts(events) == ["ana five", "at the end"]
    assert isinstance(events[0], Guessed)
    assert isinstance(events[1], TakeHeard)


def test_who_goes_on_talking_is_not_guessed_at() -> None:
    assert texts(events_of(Told("ana"), quiet(0.1), speech(0.5), quiet(0.12), speech(0.5))) == [
        "at the end"]


def test_another_pause_is_another_guess() -> None:
    utterance = Told("ana five", "ana five", "ana five marco six", "ana five marco six")
    assert texts(events_of(utterance, quiet(0.1), speech(0.5), quiet(0.5), speech(0.5),
                           quiet(0.5))) == ["ana five", "ana five marco six", "at the end"]


def test_a_longer_pause_puts_a_guess_right() -> None:
    assert texts(events_of(Told("ana", "ana twenty"), quiet(0.1), speech(0.5), quiet(0.6))) == [
        "ana", "ana twenty", "at the end"]


def test_a_recogniser_that_dies_on_a_guess_is_told_at_the_end() -> None:
    (event,) = events_of(Told(fault="It died."), quiet(0.1), speech(0.5), quiet(0.5))
    assert isinstance(event, TakeHeard)
    assert str(event.trouble) == "It died."


@pytest.mark.parametrize("trouble", [signal.SIGKILL, signal.SIGSEGV])
def test_a_recogniser_that_dies_in_a_take_is_started_anew_and_hears_all_of_it(
    trouble: signal.Signals,
) -> None:
    said = np.pad(read_take(recording(0)).samples, (TAKE_RATE // 3, TAKE_RATE // 2))
    events: list[TakeHeard | Guessed] = []
    with demo_ears() as ears:
        listening = Listening(ears.utterance, events.append)
        for start in range(0, len(said), BLOCK):
            if start // BLOCK == len(said) // BLOCK // 2 and ears.pid is not None:
                os.kill(ears.pid, trouble)
            listening.feed(said[start:start + BLOCK])
        listening.finish(Take(said))
        event = events[-1]
        assert isinstance(event, TakeHeard)
        assert event.trouble is None
        assert "stopped while listening" in str(event.mended)
        again = ears.utterance()
        again.feed_all(said)
        assert event.heard.hypotheses == again.finish().hypotheses


@pytest.mark.parametrize("number", [0, 2, 7])
def test_after_half_a_second_the_true_recogniser_has_guessed_it(number: int) -> None:
    """And the guess takes nothing away from what is heard at the end."""
    said = np.pad(read_take(recording(number)).samples, (TAKE_RATE // 3, TAKE_RATE // 2))
    said += 0.1 * quiet(len(said) / TAKE_RATE)[:len(said)]
    with demo_ears() as ears:
        events = events_of(ears.utterance(), said)
        *guessed, at_the_end = texts(events)
        assert guessed[-1] == at_the_end
        alone = ears.utterance()
        alone.feed_all(said)
        assert alone.finish().text == at_the_end
    assert DEMO["lines"][number]["say"].split()[-1].lower().split("-")[-1] in at_the_end


@pytest.mark.parametrize("loud", [0.1, 12.0], ids=["in a quiet room", "in noise"])
@pytest.mark.parametrize("number", [1, 5])
def test_live_and_from_a_file_it_is_heard_the_same_to_the_last_digit(
    number: int, loud: float
) -> None:
    """Whatever the microphone's blocks, the guesses, and what was heard or dropped before."""
    said = np.pad(read_take(recording(number)).samples, (TAKE_RATE // 3, TAKE_RATE))
    said += loud * quiet(len(said) / TAKE_RATE)[:len(said)]
    with demo_ears() as ears:
        live = events_of(ears.utterance(), said)[-1].heard
        ears.utterance().feed_all(said[:len(said) // 2])
        ears.utterance().drop()
        again = ears.utterance()
        again.feed_all(said)
        as_heard = again.finish()
    with demo_ears() as ears:
        of_a_file = ears.utterance()
        of_a_file.feed_all(said)
        later = of_a_file.finish()
    assert live.text
    assert (live.hypotheses, live.noisy, live.speech) == (
        later.hypotheses, later.noisy, later.speech)
    assert as_heard.hypotheses == later.hypotheses


def test_before_anybody_speaks_nothing_is_guessed() -> None:
    with demo_ears() as ears:
        (event,) = events_of(ears.utterance(), quiet(1.0))
    assert isinstance(event, TakeHeard)
