"""What is said of microphone and speaker that went away or came back, and when."""

from __future__ import annotations

import pytest
from stopped_clock import Clock

from voicekeeper.outage import Outage
from voicekeeper.settling import SETTLES_AFTER
from voicekeeper.sound.events import Line


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def outage(clock: Clock) -> Outage:
    return Outage(clock)


def said(outage: Outage, clock: Clock) -> str | None:
    """What is said of it after a moment, if anything."""
    left = outage.left()
    if left is None:
        return None
    clock.now += left
    sentence = outage.due()
    assert sentence is not None
    return sentence.key


def test_nothing_is_said_where_nothing_is_missing(outage: Outage, clock: Clock) -> None:
    assert outage.left() is None
    assert outage.due() is None
    assert not outage.deaf and not outage.mute


def test_a_microphone_is_told_when_it_goes_and_when_it_comes(
    outage: Outage, clock: Clock
) -> None:
    for _ in range(2):
        outage.lost("microphone")
        assert (outage.deaf, outage.mute) == (True, False)
        assert said(outage, clock) == "microphone_lost"
        assert said(outage, clock) is None
        outage.back("microphone")
        assert (outage.deaf, outage.mute) == (False, False)
        assert said(outage, clock) == "microphone_back"
        assert said(outage, clock) is None


def test_nothing_is_said_without_a_speaker(outage: Outage, clock: Clock) -> None:
    outage.lost("speaker")
    assert outage.mute
    assert said(outage, clock) is None
    outage.back("speaker")
    assert said(outage, clock) == "speaker_back"


@pytest.mark.parametrize("first", ["microphone", "speaker"])
@pytest.mark.parametrize("back_first", ["microphone", "speaker"])
def test_both_together_are_told_once(
    outage: Outage, clock: Clock, first: Line, back_first: Line
) -> None:
    both: tuple[Line, Line] = ("microphone", "speaker")
    for line in sorted(both, key=first.__ne__):
        outage.lost(line)
        clock.now += SETTLES_AFTER / 2
        assert outage.due() is None
    assert outage.left() is None
    for line in sorted(both, key=back_first.__ne__):
        outage.back(line)
        clock.now += SETTLES_AFTER / 2
        assert outage.due() is None
    assert said(outage, clock) == "sound_back"
    assert said(outage, clock) is None


def test_a_speaker_that_comes_back_alone_tells_that_the_microphone_has_not(
    outage: Outage, clock: Clock
) -> None:
    outage.lost("microphone")
    outage.lost("speaker")
    outage.back("speaker")
    assert said(outage, clock) == "microphone_lost"
    outage.back("microphone")
    assert said(outage, clock) == "sound_back"


def test_what_an_answer_has_told_is_not_told_again(outage: Outage, clock: Clock) -> None:
    outage.lost("microphone")
    outage.told()
    assert said(outage, clock) is None
    outage.back("microphone")
    assert said(outage, clock) == "microphone_back"


def test_a_moment_without_microphone_is_told_once(outage: Outage, clock: Clock) -> None:
    outage.lost("microphone")
    outage.back("microphone")
    assert said(outage, clock) == "microphone_back"
    assert said(outage, clock) is None
