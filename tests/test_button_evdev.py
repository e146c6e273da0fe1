"""What is done with pedals, arcade buttons and headsets, played by umockdev."""

from __future__ import annotations

import re
import threading

import pytest
from fake_inputs import FakeInputs, Talk

from voicekeeper.button.contact import BOUNCE

KEY_A, KEY_B, CTRL, F15, TRIGGER, ENTER = 30, 48, 29, 185, 288, 28
VOLUME_UP, UNDO = 115, 131
EV_SYN, SYN_DROPPED, EV_KEY = 0, 3, 1


def reading(inputs: FakeInputs, device: str, mode: str = "hold") -> Talk:
    """A program that reads the button, once it does."""
    reader = inputs.read(("evdev", device, mode))
    assert reader.line() == "Ready"
    return reader


def told(reader: Talk) -> str:
    """The next event without its time and its source."""
    return re.sub(r"source='[^']*'(, )?", "", reader.event())


def source(line: str) -> str:
    """What kind of event, of which button."""
    return re.sub(r"(\w+)\(.*source='([^']*)'.*", r"\1 \2", line)


def pause() -> None:
    """Longer than a contact bounces."""
    threading.Event().wait(3 * BOUNCE)


PEDALS = [("pedal", KEY_B), ("dictation-pedal", F15), ("encoder-keyboard", CTRL),
          ("encoder-joystick", TRIGGER), ("gpio-button", ENTER)]
NAMES = {"pedal": "footswitch", "dictation-pedal": "VEC VEC USB Footpedal",
         "encoder-keyboard": "d209:420", "encoder-joystick": "Generic USB Joystick",
         "gpio-button": "button@11", "headset": "Vivan BT600", "shutter": "AB Shutter3"}


@pytest.mark.parametrize(("device", "code"), PEDALS)
def test_held_it_listens_until_it_is_let_go(inputs: FakeInputs, device: str, code: int) -> None:
    node = inputs.plug(device)[0]
    reader = reading(inputs, NAMES[device])
    for _ in range(2):
        inputs.down(node, code)
        assert told(reader) == "Pressed()"
        pause()
        inputs.up(node, code)
        assert told(reader) == "Released()"
        pause()
    assert reader.end() == ["Quit()"]


@pytest.mark.parametrize(("device", "code"), PEDALS)
def test_tapped_it_listens_until_the_next_tap(inputs: FakeInputs, device: str, code: int) -> None:
    node = inputs.plug(device)[0]
    reader = reading(inputs, NAMES[device], "tap")
    for event in ("Pressed()", "Released()", "Pressed()"):
        inputs.down(node, code)
        assert told(reader) == event
        pause()
        inputs.up(node, code)
        pause()
    assert reader.end() == ["Quit()"]


@pytest.mark.parametrize("recording", [
    "pedal-press", "pedal-bounce", "encoder-keyboard-hold", "encoder-joystick-press",
])
def test_a_press_is_one_press_whatever_repeats_bounces_or_trembles(
    inputs: FakeInputs, recording: str
) -> None:
    """Key repeat is the kernel's, value 2; the joystick's axis moves 60 times meanwhile."""
    device = recording.rpartition("-")[0]
    node = inputs.plug(device)[0]
    reader = reading(inputs, NAMES[device])
    inputs.play(node, recording)
    assert [told(reader), told(reader)] == ["Pressed()", "Released()"]
    assert reader.end() == ["Quit()"]


def test_the_recordings_are_what_umockdev_plays_itself(inputs: FakeInputs) -> None:
    node = inputs.plug("pedal")[0]
    reader = reading(inputs, "footswitch")
    inputs.replay(node, "pedal-press")
    assert [told(reader), told(reader)] == ["Pressed()", "Released()"]
    reader.end()


def test_key_repeat_does_not_tap(inputs: FakeInputs) -> None:
    node = inputs.plug("encoder-keyboard")[0]
    reader = reading(inputs, "IPAC 2", "tap")
    inputs.play(node, "encoder-keyboard-hold")
    assert told(reader) == "Pressed()"
    assert reader.end() == ["Quit()"]


def test_down_and_up_at_once_is_a_press_and_a_release(inputs: FakeInputs) -> None:
    """So does a pedal that is set to type a text; bounces come to rest the same way."""
    node = inputs.plug("pedal")[0]
    reader = reading(inputs, "footswitch")
    inputs.edges(node, (KEY_B, 1), (KEY_B, 0), (KEY_B, 1), (KEY_B, 0))
    assert [told(reader), told(reader)] == ["Pressed()", "Released()"]
    assert reader.end() == ["Quit()"]


def test_two_keys_of_a_pedal_are_one_button_on_whichever_of_its_devices(
    inputs: FakeInputs,
) -> None:
    keyboard, mouse, _ = inputs.plug("pedal")
    reader = reading(inputs, "footswitch")
    inputs.edges(keyboard, (KEY_A, 1), (KEY_B, 1), (KEY_A, 0))
    assert told(reader) == "Pressed()"
    inputs.down(mouse, 272)
    inputs.up(keyboard, KEY_B)
    pause()
    inputs.up(mouse, 272)
    assert told(reader) == "Released()"
    assert reader.end() == ["Quit()"]


def test_two_of_a_kind_are_two_people_with_a_button_each(inputs: FakeInputs) -> None:
    """Which lets the table listen to who was first until this one has let go."""
    (here, *_), (there, *others) = inputs.plug("pedal"), inputs.plug("pedal", 15, port="6")
    reader = reading(inputs, "3553:b001")
    inputs.down(here, KEY_B)
    assert source(reader.line()) == "Pressed 3553:b001"
    inputs.down(there, KEY_B)
    assert source(reader.line()) == "Pressed 3553:b001 (2)"
    inputs.up(here, KEY_B)
    assert source(reader.line()) == "Released 3553:b001"
    inputs.unplug(there, *others)
    assert source(reader.line()) == "Released 3553:b001 (2)"
    assert source(reader.line()) == "ButtonLost 3553:b001 (2)"
    inputs.down(here, KEY_B)
    assert source(reader.line()) == "Pressed 3553:b001"
    inputs.plug("pedal", 25, port="6")
    assert source(reader.line()) == "ButtonBack 3553:b001 (2)"
    assert reader.end() == ["Quit()"]


@pytest.mark.parametrize("mode", ["hold", "tap"])
def test_a_headset_taps_whatever_the_mode(inputs: FakeInputs, mode: str) -> None:
    """It says play or pause by what it takes to be playing, and lets go by itself."""
    node = inputs.plug("headset")[0]
    reader = reading(inputs, "Vivan BT600 (AVRCP)", mode)
    for recording, event in (("headset-play", "Pressed()"), ("headset-pause", "Released()"),
                             ("headset-hold", "Pressed()"), ("headset-pause", "Released()")):
        inputs.play(node, recording)
        assert told(reader) == event
        pause()
    assert reader.end() == ["Quit()"]


@pytest.mark.parametrize("mode", ["hold", "tap"])
def test_a_headset_picks_players_and_takes_back(inputs: FakeInputs, mode: str) -> None:
    node = inputs.plug("headset")[0]
    reader = reading(inputs, "AVRCP", mode)
    for recording, name in (("next", "next"), ("previous", "previous"), ("rewind", "undo")):
        inputs.play(node, f"headset-{recording}")
        assert reader.line() == f"Key(name='{name}')"
    inputs.edges(node, (VOLUME_UP, 1), (VOLUME_UP, 0))
    assert reader.end() == ["Quit()"]


def test_taps_that_are_read_late_are_all_there(inputs: FakeInputs) -> None:
    """On a machine that is too busy: by the kernel's times, not by those of reading."""
    node = inputs.plug("headset")[0]
    reader = reading(inputs, "AVRCP")
    with reader.frozen():
        for _ in range(3):
            inputs.play(node, "headset-play")
            pause()
    assert [told(reader) for _ in range(3)] == ["Pressed()", "Released()", "Pressed()"]
    assert reader.end() == ["Quit()"]


def test_an_undo_key_takes_back(inputs: FakeInputs) -> None:
    *_, consumer, _ = inputs.plug("encoder-keyboard")
    reader = reading(inputs, "IPAC 2")
    inputs.edges(consumer, (UNDO, 1), (UNDO, 2), (UNDO, 0))
    assert reader.line() == "Key(name='undo')"
    assert reader.end() == ["Quit()"]


def test_the_button_of_a_remote_shutter_says_volume_up(inputs: FakeInputs) -> None:
    node = inputs.plug("shutter")[0]
    reader = reading(inputs, "AB Shutter3", "tap")
    for event in ("Pressed()", "Released()"):
        inputs.play(node, "shutter-press")
        assert told(reader) == event
        pause()
    assert reader.end() == ["Quit()"]


@pytest.mark.parametrize("mode", ["hold", "tap"])
def test_unplugged_while_down_it_lets_go_and_is_found_again(
    inputs: FakeInputs, mode: str
) -> None:
    nodes = inputs.plug("pedal")
    reader = reading(inputs, "footswitch", mode)
    inputs.down(nodes[0], KEY_B)
    assert told(reader) == "Pressed()"
    inputs.unplug(*nodes)
    assert told(reader) == "Released()"
    assert told(reader) == ("ButtonLost(reason=\"The button 'footswitch' is gone: it was "
                            "unplugged. Plug it in again.\")")
    again = inputs.plug("pedal", 12)[0]
    assert told(reader) == "ButtonBack()"
    inputs.down(again, KEY_B)
    assert told(reader) == "Pressed()"
    assert reader.end() == ["Quit()"]


def test_a_headset_out_of_reach_in_the_middle_of_a_take_ends_it(inputs: FakeInputs) -> None:
    node = inputs.plug("headset")[0]
    reader = reading(inputs, "AVRCP")
    inputs.play(node, "headset-play")
    assert told(reader) == "Pressed()"
    inputs.unplug(node)
    assert told(reader) == "Released()"
    assert "switch it on, or come nearer" in told(reader)
    inputs.play(inputs.plug("headset", 12)[0], "headset-play")
    assert [told(reader), told(reader)] == ["ButtonBack()", "Pressed()"]
    assert reader.end() == ["Quit()"]


@pytest.mark.parametrize("mode", ["hold", "tap"])
def test_held_since_before_it_was_there_it_counts_once_let_go(
    inputs: FakeInputs, mode: str
) -> None:
    """Plugged back with a foot on it: the kernel repeats a key whose press nobody saw."""
    nodes = inputs.plug("pedal", held=(KEY_B,))
    reader = reading(inputs, "footswitch", mode)
    inputs.edges(nodes[0], (KEY_B, 2), (KEY_B, 2), (KEY_B, 0))
    pause()
    inputs.down(nodes[0], KEY_B)
    assert told(reader) == "Pressed()"
    assert reader.end() == ["Quit()"]


def test_a_release_missed_when_the_kernels_queue_ran_over_is_asked_for(
    inputs: FakeInputs,
) -> None:
    node = inputs.plug("pedal")[0]
    reader = reading(inputs, "footswitch")
    inputs.down(node, KEY_B)
    assert told(reader) == "Pressed()"
    pause()
    # What comes after the notice in the same breath is older than the answer.
    inputs.events(node, (EV_SYN, SYN_DROPPED, 0), (EV_KEY, KEY_B, 1), (EV_SYN, 0, 0))
    assert told(reader) == "Released()"
    assert reader.end() == ["Quit()"]


def test_a_press_missed_when_the_kernels_queue_ran_over_is_asked_for(inputs: FakeInputs) -> None:
    node = inputs.plug("pedal", held=(KEY_B,))[0]
    reader = reading(inputs, "footswitch")
    inputs.events(node, (EV_SYN, SYN_DROPPED, 0))  # held all the time: nobody's press
    pause()
    inputs.up(node, KEY_B)
    pause()
    inputs.events(node, (EV_SYN, SYN_DROPPED, 0), (EV_KEY, KEY_B, 0), (EV_SYN, 0, 0))
    assert told(reader) == "Pressed()"
    assert reader.end() == ["Quit()"]


def test_a_take_that_ended_by_itself_leaves_the_next_tap_to_begin_one(
    inputs: FakeInputs,
) -> None:
    """After 20 s; so does a press that began none, as somebody else was speaking."""
    node = inputs.plug("headset")[0]
    reader = reading(inputs, "AVRCP")
    for _ in range(2):
        inputs.play(node, "headset-play")
        assert told(reader) == "Pressed()"
        pause()
        reader.tell("forget")
        assert reader.line() == "forgotten"
    assert reader.end() == ["Quit()"]


def test_a_pedal_still_down_after_the_longest_take_is_pressed_anew_only_by_pressing(
    inputs: FakeInputs,
) -> None:
    node = inputs.plug("pedal")[0]
    reader = reading(inputs, "footswitch")
    inputs.down(node, KEY_B)
    assert told(reader) == "Pressed()"
    reader.tell("forget")
    assert reader.line() == "forgotten"
    inputs.edges(node, (KEY_B, 2), (KEY_B, 2))
    inputs.up(node, KEY_B)
    pause()
    inputs.down(node, KEY_B)
    assert told(reader) == "Pressed()"
    inputs.up(node, KEY_B)
    assert told(reader) == "Released()"
    assert reader.end() == ["Quit()"]
