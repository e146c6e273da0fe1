"""Pedals, arcade buttons and headsets as Linux input devices, played by umockdev."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fake_inputs import FakeInputs, Talk

PEDAL = "PCsensor FootSwitch Keyboard"
ENCODER = "DragonRise Inc. Generic USB Joystick"
HEADSET = "Jabra Talk 45 (AVRCP)"
KEY_A, KEY_B, TRIGGER, VOLUME_UP = 30, 48, 288, 115
NEXT, PREVIOUS, PLAY_PAUSE = 163, 165, 164


@pytest.fixture
def inputs() -> Iterator[FakeInputs]:
    fake = FakeInputs()
    yield fake
    fake.close()


def reading(inputs: FakeInputs, device: str, mode: str = "hold") -> Talk:
    """A program that reads the button, once it does."""
    reader = inputs.read(("evdev", device, mode))
    assert reader.line() == "Ready"
    return reader


def told(reader: Talk) -> str:
    """The next event without its time."""
    return re.sub(r"at=[0-9.]+, ", "", reader.line())


@pytest.mark.parametrize("device", [
    "PCsensor FootSwitch Keyboard", "footswitch", "/dev/input/event7", "0c45:7403", "0C45:7403",
])
def test_a_pedal_is_found_by_name_part_path_or_ids(inputs: FakeInputs, device: str) -> None:
    inputs.plug("event3", "AT Translated Set 2 keyboard", "0001:0001")
    inputs.plug("event7", PEDAL, "0c45:7403")
    reader = reading(inputs, device)
    inputs.down("event7", KEY_B)
    assert told(reader) == f"Pressed(source='{device}')"
    inputs.up("event7", KEY_B)
    assert told(reader) == f"Released(source='{device}')"
    assert reader.end() == ["Quit()"]


def test_key_repeat_is_not_a_press(inputs: FakeInputs) -> None:
    """An arcade encoder that shows itself as a keyboard repeats while it is held."""
    inputs.plug("event4", ENCODER, "0079:0006")
    reader = reading(inputs, "DragonRise", "tap")
    inputs.play("event4", (TRIGGER, 1), (TRIGGER, 2), (TRIGGER, 2), (TRIGGER, 2))
    assert told(reader) == "Pressed(source='DragonRise')"
    inputs.up("event4", TRIGGER)
    assert reader.end() == ["Quit()"]


def test_a_bouncing_contact_presses_once_and_ends_as_it_comes_to_rest(inputs: FakeInputs) -> None:
    inputs.plug("event7", PEDAL)
    reader = reading(inputs, "footswitch")
    inputs.play("event7", (KEY_B, 1), (KEY_B, 0), (KEY_B, 1), (KEY_B, 0))
    assert told(reader) == "Pressed(source='footswitch')"
    assert told(reader) == "Released(source='footswitch')"
    assert reader.end() == ["Quit()"]


def test_two_keys_of_a_pedal_are_one_button(inputs: FakeInputs) -> None:
    inputs.plug("event7", PEDAL)
    reader = reading(inputs, "footswitch")
    inputs.play("event7", (KEY_A, 1), (KEY_B, 1), (KEY_A, 0))
    assert told(reader) == "Pressed(source='footswitch')"
    inputs.up("event7", KEY_B)
    assert told(reader) == "Released(source='footswitch')"
    reader.end()


def test_tapping_starts_and_stops(inputs: FakeInputs) -> None:
    inputs.plug("event7", PEDAL)
    reader = reading(inputs, "footswitch", "tap")
    inputs.down("event7", KEY_B)
    assert told(reader) == "Pressed(source='footswitch')"
    tap_again(inputs, "event7", KEY_B)
    assert told(reader) == "Released(source='footswitch')"
    reader.end()


def tap_again(inputs: FakeInputs, node: str, code: int) -> None:
    """Up and down, each long enough to be no bounce: a marker key tells that time went by."""
    inputs.up(node, code)
    pause()
    inputs.down(node, code)


def pause() -> None:
    """Longer than a contact bounces."""
    import threading

    from voicekeeper.button.contact import BOUNCE

    threading.Event().wait(3 * BOUNCE)


def test_a_headset_taps_whatever_the_mode_and_picks_players(inputs: FakeInputs) -> None:
    inputs.plug("event9", HEADSET, "0b0e:0420")
    reader = reading(inputs, "Jabra", "hold")
    inputs.play("event9", (VOLUME_UP, 1), (VOLUME_UP, 0), (NEXT, 1), (NEXT, 0))
    assert told(reader) == "Key(name='next')"
    inputs.play("event9", (PREVIOUS, 1), (PREVIOUS, 0))
    assert told(reader) == "Key(name='previous')"
    inputs.down("event9", PLAY_PAUSE)
    assert told(reader) == "Pressed(source='Jabra')"
    tap_again(inputs, "event9", PLAY_PAUSE)
    assert told(reader) == "Released(source='Jabra')"
    reader.end()


def test_a_pedal_unplugged_while_down_lets_go_and_is_found_again(inputs: FakeInputs) -> None:
    inputs.plug("event7", PEDAL)
    reader = reading(inputs, "footswitch")
    inputs.down("event7", KEY_B)
    assert told(reader) == "Pressed(source='footswitch')"
    inputs.unplug("event7")
    assert told(reader) == "Released(source='footswitch')"
    assert told(reader).startswith("ButtonLost(source='footswitch', reason=")
    inputs.plug("event12", PEDAL)
    assert told(reader) == "ButtonBack(source='footswitch')"
    inputs.down("event12", KEY_B)
    assert told(reader) == "Pressed(source='footswitch')"
    reader.end()


def test_several_buttons_work_at_once_and_one_that_is_missing_is_told(inputs: FakeInputs) -> None:
    inputs.plug("event7", PEDAL)
    inputs.plug("event9", HEADSET, "0b0e:0420")
    reader = inputs.read(("evdev", "footswitch", "hold"), ("evdev", "Jabra", "tap"),
                         ("evdev", "Big red button", "tap"))
    assert reader.line() == "Ready"
    assert told(reader).startswith("ButtonLost(source='Big red button', reason=\"No button is")
    inputs.down("event7", KEY_B)
    assert told(reader) == "Pressed(source='footswitch')"
    inputs.down("event9", PLAY_PAUSE)
    assert told(reader) == "Pressed(source='Jabra')"
    inputs.plug("event13", "Big red button", "1d34:000d")
    assert told(reader) == "ButtonBack(source='Big red button')"
    reader.end()


def test_a_button_that_is_not_there_is_a_fault_with_the_names_there_are(
    inputs: FakeInputs,
) -> None:
    inputs.plug("event7", PEDAL)
    fault = inputs.read(("evdev", "Big red button", "hold")).line()
    assert fault == (
        "ButtonFault: No button is 'Big red button'; "
        "there is 'PCsensor FootSwitch Keyboard' (0c45:7403)."
    )


def test_without_any_input_device_it_says_so(inputs: FakeInputs) -> None:
    fault = inputs.read(("evdev", "footswitch", "hold")).line()
    assert fault == "ButtonFault: No button 'footswitch' was found: plug it in."


def test_no_right_to_read_it_names_the_group_and_the_udev_rule(inputs: FakeInputs) -> None:
    inputs.plug("event7", PEDAL)
    inputs.forbid("event7")
    fault = inputs.read(("evdev", "footswitch", "hold"), rightless=True).line()
    assert fault.startswith("ButtonFault: No right to read the button 'PCsensor FootSwitch")
    assert "group input" in fault
    assert 'ATTRS{id/vendor}=="0c45"' in fault
