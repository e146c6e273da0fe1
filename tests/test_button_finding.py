"""Which devices are a button, and which must not be."""

from __future__ import annotations

import re

import pytest
from fake_inputs import FakeInputs, Talk

from voicekeeper.button.keys import meaning

KEY_B, LEFT_BUTTON, GAMEPAD_A = 48, 272, 304


def reading(inputs: FakeInputs, *devices: str) -> Talk:
    """A program that reads these buttons, once it does."""
    reader = inputs.read(*(("evdev", device, "hold") for device in devices))
    assert reader.line() == "Ready"
    return reader


@pytest.mark.parametrize("device", [
    "PCsensor FootSwitch Keyboard", "PCsensor FootSwitch", "pcsensor  footswitch", "footswitch",
    " FootSwitch ", "/dev/input/event9", "3553:b001", "3553:B001",
])
def test_a_pedal_is_found_by_name_part_path_or_ids(inputs: FakeInputs, device: str) -> None:
    """By the name that lsusb shows, too, which is that of its joystick only."""
    inputs.plug("laptop", 0)
    node = inputs.plug("pedal", 9)[0]
    reader = reading(inputs, device)
    inputs.down(node, KEY_B)
    assert reader.event().startswith("Pressed(source=")
    inputs.up(node, KEY_B)
    assert reader.event().startswith("Released(source=")
    assert reader.end() == ["Quit()"]


def test_names_of_others_may_be_odd(inputs: FakeInputs) -> None:
    """No name at all, bytes that are no text, an entry of the list that is no device."""
    nodes = inputs.plug("pedal")
    inputs.name(inputs.plug("encoder-joystick", 15)[0], b"")
    inputs.name(inputs.plug("dictation-pedal", 16)[0], b"Pedal \xff\xfe\n")
    inputs.list("eventful")
    inputs.list("event")
    inputs.list("event99")  # gone again by the time one looks closer
    inputs.list("js0")
    reader = reading(inputs, "footswitch", "event15")
    inputs.down(nodes[0], KEY_B)
    assert reader.event() == "Pressed(source='footswitch')"
    inputs.down("event15", 288)
    assert reader.event() == "Pressed(source='event15')"
    reader.end()


def test_a_button_that_is_not_there_is_a_fault_with_the_names_there_are(
    inputs: FakeInputs,
) -> None:
    inputs.plug("laptop", 0)
    inputs.plug("dictation-pedal", 9)
    assert inputs.fault( "Big red button") == (
        "No button is 'Big red button'; there is 'AT Translated Set 2 keyboard' (0001:0001), "
        "'Logitech USB Optical Mouse' (046d:c077), 'VEC VEC USB Footpedal' (05f3:00ff).")


def test_without_any_input_device_it_says_so(inputs: FakeInputs) -> None:
    assert inputs.fault( "footswitch") == "No button 'footswitch' was found: plug it in."


def test_without_a_device_it_says_what_to_name(inputs: FakeInputs) -> None:
    inputs.plug("pedal")
    assert inputs.fault( "").startswith("A button of kind evdev needs a device: its name")


@pytest.mark.parametrize("device", ["Power Button", "power", "Lid Switch", "Video Bus",
                                    "/dev/input/event3", "0000:0006"])
def test_what_has_no_key_for_it_is_no_button(inputs: FakeInputs, device: str) -> None:
    """Power, sleep, brightness and the like would do something else than the table asks for."""
    inputs.plug("laptop", 0)
    assert re.match(r"The device '(Power Button|Lid Switch|Video Bus)' has no key that could be a "
                    "button; there is 'AT ", inputs.fault( device))


def test_a_part_of_a_name_never_means_the_machines_own_keyboard(inputs: FakeInputs) -> None:
    """It would be grabbed when the pedal is unplugged, and with it the key to leave."""
    inputs.plug("laptop", 0)
    assert inputs.fault( "keyboard").startswith(
        "'keyboard' fits only the machine's own keyboard, 'AT Translated Set 2 keyboard': ")
    nodes = inputs.plug("pedal", 9)
    reader = reading(inputs, "keyboard")
    inputs.down(nodes[0], KEY_B)
    assert reader.event() == "Pressed(source='keyboard')"
    inputs.unplug(*nodes)
    assert reader.event() == "Released(source='keyboard')"
    assert reader.event().startswith("ButtonLost(source='keyboard'")
    inputs.down("event2", KEY_B)
    inputs.plug("pedal", 19)
    assert reader.event() == "ButtonBack(source='keyboard')"
    assert reader.end() == ["Quit()"]


def test_whoever_means_the_keyboard_or_a_mouse_names_it(inputs: FakeInputs) -> None:
    inputs.plug("laptop", 0)
    reader = reading(inputs, "AT Translated Set 2 keyboard", "046d:c077")
    inputs.down("event2", KEY_B)
    assert reader.event() == "Pressed(source='AT Translated Set 2 keyboard')"
    inputs.down("event4", LEFT_BUTTON)
    assert reader.event() == "Pressed(source='046d:c077')"
    reader.end()


def test_a_part_that_fits_different_devices_is_asked_back(inputs: FakeInputs) -> None:
    inputs.plug("laptop", 0)
    inputs.plug("encoder-joystick", 9)
    assert inputs.fault( "usb") == (
        "Several devices have 'usb' in their names: 'Logitech USB Optical Mouse' (046d:c077), "
        "'DragonRise Inc. Generic USB Joystick' (0079:0006). Name one in full, or make a list of "
        "buttons.")


def test_another_device_with_the_same_part_does_not_disturb_the_one_in_use(
    inputs: FakeInputs,
) -> None:
    node = inputs.plug("encoder-joystick", 9)[0]
    reader = reading(inputs, "usb")
    other = inputs.plug("dictation-pedal", 15)[0]
    inputs.wait_for_a_look()
    inputs.down(other, 184)
    inputs.down(node, 288)
    assert reader.event() == "Pressed(source='usb')"
    assert reader.end() == ["Quit()"]


def test_a_device_of_a_pedal_that_appears_later_is_read_too(inputs: FakeInputs) -> None:
    """The kernel makes one after the other, and udev opens each in its own time."""
    inputs.plug("pedal", only=[2])
    reader = reading(inputs, "footswitch")
    keyboard = inputs.plug("pedal", only=[0])[0]
    inputs.wait_for_a_look()
    inputs.down(keyboard, KEY_B)
    assert reader.event() == "Pressed(source='footswitch')"
    inputs.unplug(keyboard)  # and only that: nobody can let go of it any more
    assert reader.event() == "Released(source='footswitch')"
    inputs.down("event7", GAMEPAD_A)
    assert reader.event() == "Pressed(source='footswitch')"
    assert reader.end() == ["Quit()"]


def test_several_buttons_work_at_once_and_one_that_comes_later_joins_in(
    inputs: FakeInputs,
) -> None:
    pedal, headset = inputs.plug("pedal")[0], inputs.plug("headset", 9)[0]
    reader = inputs.read(("evdev", "footswitch", "hold"), ("evdev", "AVRCP", "hold"),
                         ("evdev", "AB Shutter3", "tap"))
    assert reader.line() == "Ready"
    assert reader.event().startswith("ButtonLost(source='AB Shutter3', reason=\"No button is")
    inputs.down(pedal, KEY_B)
    assert reader.event() == "Pressed(source='footswitch')"
    inputs.play(headset, "headset-play")
    assert reader.event() == "Pressed(source='AVRCP')"
    shutter = inputs.plug("shutter", 13)[0]
    assert reader.event() == "ButtonBack(source='AB Shutter3')"
    inputs.play(shutter, "shutter-press")
    assert reader.event() == "Pressed(source='AB Shutter3')"
    reader.end()


def test_keys_have_one_meaning_each() -> None:
    assert {meaning(code) for code in (164, 166, 200, 201, 207)} == {"tapped"}
    assert [meaning(code) for code in (163, 165, 131, 168)] == ["next", "previous", "undo", "undo"]
    assert {meaning(code) for code in (113, 114, 115, 116, 142, 224, 225, 248)} == {None}
    assert meaning(115, remote=True) == meaning(30) == meaning(288) == "button"
