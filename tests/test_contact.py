"""Edges of a contact: bounces, holding and tapping."""

from __future__ import annotations

from voicekeeper.button.contact import BOUNCE, Contact
from voicekeeper.button.events import Pressed, Released


def test_holding_presses_and_releases() -> None:
    contact = Contact("pedal", "hold")
    assert contact.change(True, 1.0) == [Pressed(1.0, "pedal")]
    assert contact.change(False, 2.0) == [Released(2.0, "pedal")]
    assert contact.due is None


def test_tapping_presses_with_one_tap_and_releases_with_the_next() -> None:
    contact = Contact("pedal", "tap")
    assert contact.change(True, 1.0) == [Pressed(1.0, "pedal")]
    assert contact.change(False, 1.1) == []
    assert contact.change(True, 3.0) == [Released(3.0, "pedal")]
    assert contact.change(False, 3.1) == []


def test_a_bounce_is_nothing() -> None:
    contact = Contact("pedal", "hold")
    contact.change(True, 1.0)
    assert contact.change(False, 1.005) == []
    assert contact.change(True, 1.01) == []
    assert contact.due is None


def test_a_contact_that_comes_to_rest_otherwise_is_believed_when_bouncing_is_over() -> None:
    contact = Contact("pedal", "hold")
    contact.change(True, 1.0)
    assert contact.change(False, 1.005) == []
    assert contact.due == 1.0 + BOUNCE
    assert contact.settle(1.01) == []
    assert contact.settle(1.0 + BOUNCE) == [Released(1.0 + BOUNCE, "pedal")]


def test_letting_go_releases_what_was_pressed_and_nothing_else() -> None:
    contact = Contact("pedal", "tap")
    assert contact.let_go(0.5) == []
    contact.change(True, 1.0)
    contact.change(False, 1.1)
    assert contact.let_go(2.0) == [Released(2.0, "pedal")]
    assert contact.change(True, 3.0) == [Pressed(3.0, "pedal")]


def test_what_a_press_began_may_end_by_itself_and_the_next_tap_begins_anew() -> None:
    """After the longest take; or it began none, as somebody else was speaking."""
    contact = Contact("headset", "tap")
    pressed = Pressed(1.0, "headset")
    assert contact.change(True, 1.0) == [pressed]
    contact.change(False, 1.1)
    contact.forget(pressed)
    assert contact.change(True, 22.0) == [Pressed(22.0, "headset")]
    contact.change(False, 22.1)
    contact.forget(pressed)  # of long ago: the later one stands
    assert contact.change(True, 24.0) == [Released(24.0, "headset")]


def test_a_held_contact_that_is_forgotten_releases_nothing() -> None:
    contact = Contact("pedal", "hold")
    (pressed,) = contact.change(True, 1.0)
    assert isinstance(pressed, Pressed)
    contact.forget(pressed)
    assert contact.change(False, 25.0) == []
    assert contact.change(True, 26.0) == [Pressed(26.0, "pedal")]


def test_what_is_told_late_is_taken_in_the_order_it_happened() -> None:
    """Two taps of a headset, each down and up at once, read by a program that was kept waiting."""
    contact = Contact("headset", "tap")
    assert contact.change(True, 1.0) == [Pressed(1.0, "headset")]
    assert contact.change(False, 1.0) == []
    assert contact.change(True, 1.5) == [Released(1.5, "headset")]
    assert contact.change(False, 1.5) == []


def test_a_release_within_a_bounce_is_not_lost_to_the_next_press() -> None:
    contact = Contact("pedal", "hold")
    contact.change(True, 1.0)
    assert contact.change(False, 1.01) == []
    assert contact.change(True, 2.0) == [
        Released(1.0 + BOUNCE, "pedal"), Pressed(2.0, "pedal")]
