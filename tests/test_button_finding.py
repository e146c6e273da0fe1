"""Which devices are a button, which must not be, and what is told where it can't be read."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_inputs import FakeInputs, Talk

from voicekeeper.button import evdev_button
from voicekeeper.button import inputs as listing
from voicekeeper.button.evdev_button import EvdevButton
from voicekeeper.button.events import ButtonEvent, ButtonTrouble
from voicekeeper.button.keys import meaning
from voicekeeper.button.trouble import PATIENCE
from voicekeeper.faults import ButtonFault

KEY_B, LEFT_BUTTON, GAMEPAD_A, PLAY = 48, 272, 304, 200


@pytest.fixture
def inputs() -> Iterator[FakeInputs]:
    fake = FakeInputs()
    yield fake
    fake.close()


def reading(inputs: FakeInputs, *devices: str, mode: str = "hold") -> Talk:
    """A program that reads these buttons, once it does."""
    reader = inputs.read(*(("evdev", device, mode) for device in devices))
    assert reader.line() == "Ready"
    return reader


def told(reader: Talk) -> str:
    """The next event without its time."""
    return re.sub(r"at=[0-9.]+, ", "", reader.line())


def fault(inputs: FakeInputs, device: str, *, rightless: bool = False) -> str:
    """Why this is no button."""
    line = inputs.read(("evdev", device, "hold"), rightless=rightless).line()
    assert line.startswith("ButtonFault: ")
    return line.removeprefix("ButtonFault: ")


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
    assert told(reader).startswith("Pressed(source=")
    inputs.up(node, KEY_B)
    assert told(reader).startswith("Released(source=")
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
    assert told(reader) == "Pressed(source='footswitch')"
    inputs.down("event15", 288)
    assert told(reader) == "Pressed(source='event15')"
    reader.end()


def test_a_button_that_is_not_there_is_a_fault_with_the_names_there_are(
    inputs: FakeInputs,
) -> None:
    inputs.plug("laptop", 0)
    inputs.plug("dictation-pedal", 9)
    assert fault(inputs, "Big red button") == (
        "No button is 'Big red button'; there is 'AT Translated Set 2 keyboard' (0001:0001), "
        "'Logitech USB Optical Mouse' (046d:c077), 'VEC VEC USB Footpedal' (05f3:00ff).")


def test_without_any_input_device_it_says_so(inputs: FakeInputs) -> None:
    assert fault(inputs, "footswitch") == "No button 'footswitch' was found: plug it in."


def test_without_a_device_it_says_what_to_name(inputs: FakeInputs) -> None:
    inputs.plug("pedal")
    assert fault(inputs, "").startswith("A button of kind evdev needs a device: its name")


@pytest.mark.parametrize("device", ["Power Button", "power", "Lid Switch", "Video Bus",
                                    "/dev/input/event3", "0000:0006"])
def test_what_has_no_key_for_it_is_no_button(inputs: FakeInputs, device: str) -> None:
    """Power, sleep, brightness and the like would do something else than the table asks for."""
    inputs.plug("laptop", 0)
    assert re.match(r"The device '(Power Button|Lid Switch|Video Bus)' has no key that could be a "
                    "button; there is 'AT ", fault(inputs, device))


def test_a_part_of_a_name_never_means_the_machines_own_keyboard(inputs: FakeInputs) -> None:
    """It would be grabbed when the pedal is unplugged, and with it the key to leave."""
    inputs.plug("laptop", 0)
    assert fault(inputs, "keyboard").startswith(
        "'keyboard' fits only the machine's own keyboard, 'AT Translated Set 2 keyboard': ")
    nodes = inputs.plug("pedal", 9)
    reader = reading(inputs, "keyboard")
    inputs.down(nodes[0], KEY_B)
    assert told(reader) == "Pressed(source='keyboard')"
    inputs.unplug(*nodes)
    assert told(reader) == "Released(source='keyboard')"
    assert told(reader).startswith("ButtonLost(source='keyboard'")
    inputs.down("event2", KEY_B)
    inputs.plug("pedal", 19)
    assert told(reader) == "ButtonBack(source='keyboard')"
    assert reader.end() == ["Quit()"]


def test_whoever_means_the_keyboard_or_a_mouse_names_it(inputs: FakeInputs) -> None:
    inputs.plug("laptop", 0)
    reader = reading(inputs, "AT Translated Set 2 keyboard", "046d:c077")
    inputs.down("event2", KEY_B)
    assert told(reader) == "Pressed(source='AT Translated Set 2 keyboard')"
    inputs.down("event4", LEFT_BUTTON)
    assert told(reader) == "Pressed(source='046d:c077')"
    reader.end()


def test_a_part_that_fits_different_devices_is_asked_back(inputs: FakeInputs) -> None:
    inputs.plug("laptop", 0)
    inputs.plug("encoder-joystick", 9)
    assert fault(inputs, "usb") == (
        "Several devices have 'usb' in their names: 'Logitech USB Optical Mouse' (046d:c077), "
        "'DragonRise Inc. Generic USB Joystick' (0079:0006). Name one in full, or make a list of "
        "buttons.")


def test_another_device_with_the_same_part_does_not_disturb_the_one_in_use(
    inputs: FakeInputs,
) -> None:
    node = inputs.plug("encoder-joystick", 9)[0]
    reader = reading(inputs, "usb")
    other = inputs.plug("dictation-pedal", 15)[0]
    wait_for_a_look()
    inputs.down(other, 184)
    inputs.down(node, 288)
    assert told(reader) == "Pressed(source='usb')"
    assert reader.end() == ["Quit()"]


def wait_for_a_look() -> None:
    """Until it has been looked for more buttons, twice."""
    threading.Event().wait(2.2 * evdev_button.LOOK_EVERY)


def test_a_device_of_a_pedal_that_appears_later_is_read_too(inputs: FakeInputs) -> None:
    """The kernel makes one after the other, and udev opens each in its own time."""
    inputs.plug("pedal", only=[2])
    reader = reading(inputs, "footswitch")
    keyboard = inputs.plug("pedal", only=[0])[0]
    wait_for_a_look()
    inputs.down(keyboard, KEY_B)
    assert told(reader) == "Pressed(source='footswitch')"
    inputs.unplug(keyboard)  # and only that: nobody can let go of it any more
    assert told(reader) == "Released(source='footswitch')"
    inputs.down("event7", GAMEPAD_A)
    assert told(reader) == "Pressed(source='footswitch')"
    assert reader.end() == ["Quit()"]


def test_several_buttons_work_at_once_and_one_that_comes_later_joins_in(
    inputs: FakeInputs,
) -> None:
    pedal, headset = inputs.plug("pedal")[0], inputs.plug("headset", 9)[0]
    reader = inputs.read(("evdev", "footswitch", "hold"), ("evdev", "AVRCP", "hold"),
                         ("evdev", "AB Shutter3", "tap"))
    assert reader.line() == "Ready"
    assert told(reader).startswith("ButtonLost(source='AB Shutter3', reason=\"No button is")
    inputs.down(pedal, KEY_B)
    assert told(reader) == "Pressed(source='footswitch')"
    inputs.play(headset, "headset-play")
    assert told(reader) == "Pressed(source='AVRCP')"
    shutter = inputs.plug("shutter", 13)[0]
    assert told(reader) == "ButtonBack(source='AB Shutter3')"
    inputs.play(shutter, "shutter-press")
    assert told(reader) == "Pressed(source='AB Shutter3')"
    reader.end()


def test_no_right_to_read_it_names_the_group_and_the_udev_rule(inputs: FakeInputs) -> None:
    nodes = inputs.plug("pedal")
    for node in nodes:
        inputs.forbid(node)
    why = fault(inputs, "footswitch", rightless=True)
    assert why.startswith("No right to read the button 'PCsensor FootSwitch Keyboard' "
                          "(/dev/input/event5): join the group input")
    assert ('SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="3553", '
            'ATTRS{id/product}=="b001", MODE="0660"') in why
    assert "/etc/udev/rules.d/70-voicekeeper.rules" in why


def test_the_rule_of_a_headset_goes_by_its_name(inputs: FakeInputs) -> None:
    """It has no numbers; and its name has two blanks."""
    inputs.forbid(inputs.plug("headset")[0])
    assert 'ATTRS{name}=="Vivan  BT600 (AVRCP)"' in fault(inputs, "Vivan BT600", rightless=True)


def test_with_the_right_to_some_of_its_devices_only_those_are_used_and_it_is_told(
    inputs: FakeInputs,
) -> None:
    keyboard, mouse, _ = inputs.plug("pedal")
    inputs.forbid(mouse)
    reader = inputs.read(("evdev", "footswitch", "hold"), rightless=True)
    assert reader.line() == "Ready"
    assert told(reader).startswith("ButtonTrouble(source='footswitch', reason='No right to read "
                                   "the button \\'PCsensor FootSwitch Mouse\\' ")
    inputs.down(keyboard, KEY_B)
    assert told(reader) == "Pressed(source='footswitch')"
    inputs.allow(mouse)
    wait_for_a_look()
    inputs.down(mouse, LEFT_BUTTON)
    inputs.up(keyboard, KEY_B)
    inputs.up(mouse, LEFT_BUTTON)
    assert told(reader) == "Released(source='footswitch')"
    assert reader.end() == ["Quit()"]


def test_a_button_that_comes_without_the_right_to_it_is_told_and_tried_again(
    inputs: FakeInputs,
) -> None:
    inputs.plug("headset", 9)
    reader = inputs.read(("evdev", "AVRCP", "tap"), ("evdev", "Footpedal", "hold"),
                         rightless=True)
    assert reader.line() == "Ready"
    assert told(reader).startswith("ButtonLost(source='Footpedal'")
    with reader.frozen():
        node = inputs.plug("dictation-pedal", 15)[0]
        inputs.forbid(node)
    assert told(reader).startswith("ButtonTrouble(source='Footpedal', reason='No right to read")
    inputs.allow(node)
    assert told(reader) == "ButtonBack(source='Footpedal')"
    assert reader.end() == ["Quit()"]


def test_a_button_without_the_right_to_it_is_told_once(inputs: FakeInputs) -> None:
    inputs.plug("headset", 9)
    node = inputs.plug("dictation-pedal", 15)[0]
    inputs.forbid(node)
    reader = inputs.read(("evdev", "AVRCP", "tap"), ("evdev", "Footpedal", "hold"),
                         rightless=True)
    assert reader.line() == "Ready"
    assert "No right to read" in told(reader)
    threading.Event().wait(1.2 * PATIENCE)
    inputs.allow(node)
    assert told(reader) == "ButtonBack(source='Footpedal')"
    assert reader.end() == ["Quit()"]


def test_a_device_that_is_gone_when_it_is_opened_keeps_nothing_else_from_working(
    inputs: FakeInputs,
) -> None:
    keyboard, mouse, _ = inputs.plug("pedal")
    inputs.lose(mouse)
    reader = reading(inputs, "footswitch")
    assert told(reader).startswith("ButtonTrouble(source='footswitch', reason=\"The button "
                                   "'PCsensor FootSwitch Mouse' (/dev/input/event6) can't be")
    inputs.down(keyboard, KEY_B)
    assert told(reader) == "Pressed(source='footswitch')"
    assert reader.end() == ["Quit()"]


def test_what_another_program_has_grabbed_is_told_and_the_rest_is_used(
    inputs: FakeInputs,
) -> None:
    keyboard, mouse, joystick = inputs.plug("pedal")
    reader = inputs.read(("evdev", "footswitch", "hold"), grabbed=[mouse])
    assert reader.line() == "Ready"
    assert "FootSwitch Mouse' (/dev/input/event6) is in use by another program" in told(reader)
    inputs.down(keyboard, KEY_B)
    assert told(reader) == "Pressed(source='footswitch')"
    reader.end()
    nothing = inputs.read(("evdev", "footswitch", "hold"), grabbed=[keyboard, mouse, joystick])
    assert "is in use by another program, or named twice" in nothing.line()


def test_a_fault_that_nobody_thought_of_is_told_once_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No exception may end the thread that reads the button: it would be dead without a word."""
    tried, events = threading.Semaphore(0), list[ButtonEvent]()

    def find(wanted: str) -> None:
        tried.release()
        raise TypeError("the stars were wrong")

    monkeypatch.setattr(evdev_button, "find_inputs", find)
    monkeypatch.setattr(evdev_button, "LOOK_EVERY", 0.01)
    button = EvdevButton("pedal", "hold", events.append)
    button.open(despite=ButtonFault("No button."))
    try:
        assert all(tried.acquire(timeout=20) for _ in range(5))
    finally:
        button.close()
    assert events == [ButtonTrouble("pedal", "The button 'pedal' failed (TypeError: the stars "
                                             "were wrong); it is tried again.")]


def test_a_list_of_devices_that_cannot_be_read_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listing, "_CLASS", Path("/proc/self/status"))  # no folder
    with pytest.raises(ButtonFault, match="list of input devices"):
        listing.find_inputs("pedal")


def test_keys_have_one_meaning_each() -> None:
    assert {meaning(code) for code in (164, 166, 200, 201, 207)} == {"tapped"}
    assert [meaning(code) for code in (163, 165, 131, 168)] == ["next", "previous", "undo", "undo"]
    assert {meaning(code) for code in (113, 114, 115, 116, 142, 224, 225, 248)} == {None}
    assert meaning(115, remote=True) == meaning(30) == meaning(288) == "button"
