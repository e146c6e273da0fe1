"""What is pressed while a take is still being heard."""

from __future__ import annotations

from voicekeeper.button.events import Key, Pressed, Released
from voicekeeper.waiting import Waiting


def waiting(*events: Pressed | Released | Key) -> Waiting:
    one = Waiting()
    for event in events:
        one.add(event)
    return one


def test_everything_comes_in_its_order_and_once() -> None:
    events: list[Pressed | Released | Key] = [
        Key("undo"), Pressed(1.0, "pedal"), Released(3.0, "pedal"),
    ]
    one = waiting(*events)
    assert one.to_speak
    assert one.taken() == events
    assert one.taken() == [] and not one.to_speak


def test_a_press_too_short_for_a_word_is_none() -> None:
    """A pedal that bounces long after it was let go must not cut the answer."""
    one = waiting(Pressed(1.0, "pedal"), Released(1.1, "pedal"))
    assert not one.to_speak and one.taken() == []


def test_the_release_of_another_button_ends_no_press() -> None:
    one = waiting(Pressed(1.0, "pedal"), Released(1.1, "headset"))
    assert one.to_speak


def test_a_key_alone_wants_no_silence() -> None:
    assert not waiting(Key("next")).to_speak
