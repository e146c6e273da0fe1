"""When the table speaks up by itself, by a clock that stands still until it is moved."""

from __future__ import annotations

import pytest
from stopped_clock import Clock

from voicekeeper.deadlines import Deadlines


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def deadlines(clock: Clock) -> Deadlines:
    return Deadlines(20.0, 60.0, clock)


def test_nothing_is_due_before_a_reply(deadlines: Deadlines) -> None:
    assert deadlines.left() is None
    assert deadlines.due() is None


def test_a_question_lapses(deadlines: Deadlines, clock: Clock) -> None:
    deadlines.quiet(asking=True, unfinished="Marco")
    clock.now += 19
    assert deadlines.left() == 1
    assert deadlines.due() is None
    clock.now += 1
    assert deadlines.due() == "lapse"
    assert deadlines.due() is None
    assert deadlines.left() is None


def test_a_round_half_entered_is_reminded_of_once(deadlines: Deadlines, clock: Clock) -> None:
    deadlines.quiet(asking=False, unfinished="Marco and Leo")
    clock.now += 60
    assert deadlines.due() == "prompt"
    deadlines.quiet(asking=False, unfinished="Marco and Leo")
    assert deadlines.left() is None
    deadlines.quiet(asking=False, unfinished="Leo")
    assert deadlines.left() == 60


def test_whoever_speaks_stops_it_and_the_time_begins_anew(
    deadlines: Deadlines, clock: Clock
) -> None:
    deadlines.quiet(asking=False, unfinished="Marco")
    clock.now += 50
    deadlines.stop()
    assert deadlines.left() is None
    clock.now += 50
    assert deadlines.due() is None
    deadlines.quiet(asking=False, unfinished="Marco")
    assert deadlines.left() == 60


def test_a_round_that_lacks_nothing_is_left_alone(deadlines: Deadlines) -> None:
    deadlines.quiet(asking=False, unfinished=None)
    assert deadlines.left() is None


def test_it_can_be_off(clock: Clock) -> None:
    deadlines = Deadlines(20.0, None, clock)
    deadlines.quiet(asking=False, unfinished="Marco")
    assert deadlines.left() is None
    deadlines.quiet(asking=True, unfinished="Marco")
    assert deadlines.left() == 20
