"""When it is said aloud that there is no button."""

from __future__ import annotations

from stopped_clock import Clock

from voicekeeper.buttonless import Buttonless
from voicekeeper.settling import SETTLES_AFTER


def said(buttonless: Buttonless, clock: Clock) -> str | None:
    """What is said once it is time for it."""
    left = buttonless.left()
    if left is None:
        return None
    assert left == SETTLES_AFTER and buttonless.due() is None
    clock.now += left
    sentence = buttonless.due()
    return None if sentence is None else sentence.key


def test_that_the_last_button_is_gone_is_said_once_and_that_one_works_again() -> None:
    clock = Clock(0.0)
    buttonless = Buttonless(clock)
    for usable, sentence in ((True, None), (False, "button_lost"), (False, None),
                             (True, "button_back"), (True, None)):
        buttonless.now(usable)
        assert said(buttonless, clock) == sentence
        assert buttonless.left() is None


def test_a_short_loose_contact_is_not_worth_a_word() -> None:
    clock = Clock(0.0)
    buttonless = Buttonless(clock)
    buttonless.now(False)
    clock.now += SETTLES_AFTER / 2
    buttonless.now(True)
    assert buttonless.left() is None and buttonless.due() is None
