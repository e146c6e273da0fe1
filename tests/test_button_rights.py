"""Buttons that can't be read, or not all of them: what is told, and what goes on."""

from __future__ import annotations

import json
import re
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import yaml
from fake_inputs import FakeInputs

from voicekeeper.button import evdev_button
from voicekeeper.button import inputs as listing
from voicekeeper.button.evdev_button import EvdevButton
from voicekeeper.button.events import ButtonEvent, ButtonTrouble
from voicekeeper.button.trouble import PATIENCE
from voicekeeper.faults import ButtonFault

KEY_B, LEFT_BUTTON = 48, 272


def test_no_right_to_read_it_names_the_group_and_the_udev_rule(inputs: FakeInputs) -> None:
    nodes = inputs.plug("pedal")
    for node in nodes:
        inputs.forbid(node)
    why = inputs.fault( "footswitch", rightless=True)
    assert why.startswith("No right to read the button 'PCsensor FootSwitch Keyboard' "
                          "(/dev/input/event5): join the group input")
    assert ('SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/vendor}=="3553", '
            'ATTRS{id/product}=="b001", MODE="0660"') in why
    assert "/etc/udev/rules.d/70-voicekeeper.rules" in why


def test_the_rule_of_a_headset_goes_by_its_name(inputs: FakeInputs) -> None:
    """It has no numbers; and its name has two blanks."""
    inputs.forbid(inputs.plug("headset")[0])
    assert 'ATTRS{name}=="Vivan*BT600 (AVRCP)"' in inputs.fault( "Vivan BT600", rightless=True)


def test_doctor_finds_missing_rights_of_each_button_of_a_list(
    inputs: FakeInputs, tmp_path: Path
) -> None:
    _keyboard, mouse, _joystick = inputs.plug("pedal")
    inputs.forbid(inputs.plug("headset", 9)[0])
    inputs.plug("shutter", 10)
    inputs.forbid(mouse)
    found = doctor(inputs, tmp_path, "PCsensor FootSwitch", "AVRCP", "AB Shutter3")
    assert [finding["ok"] for finding in found] == [False, False, True]
    assert "'PCsensor FootSwitch Mouse' (/dev/input/event6)" in found[0]["found"]
    assert 'ATTRS{id/vendor}=="3553", ATTRS{id/product}=="b001", MODE=' in found[0]["do"]
    assert 'ATTRS{name}=="Vivan*BT600 (AVRCP)", MODE=' in found[1]["do"]


def test_doctor_says_once_to_plug_a_missing_button_in(inputs: FakeInputs, tmp_path: Path) -> None:
    found, = doctor(inputs, tmp_path, "footswitch")
    assert found["found"] == "No button 'footswitch' was found"
    assert found["do"] == (f"Plug it in, or correct button: device: in {tmp_path}/config.yaml "
                           "(docs/button.md).")
    inputs.plug("laptop")
    found, = doctor(inputs, tmp_path, "keyboard")
    assert found["found"].startswith("'keyboard' fits only the machine's own keyboard, ")
    assert "plug" not in found["found"]
    assert found["do"] == "Plug the button in, or give the whole name if you mean that."


def doctor(inputs: FakeInputs, folder: Path, *devices: str) -> list[dict[str, Any]]:
    """What `voicekeeper doctor` finds of these buttons."""
    settings = folder / "config.yaml"
    settings.write_text(yaml.safe_dump({
        "button": [{"kind": "evdev", "device": device} for device in devices],
        "hearing": {"model": "none"},  # speaking and hearing need not be tried here
    }))
    told = inputs.run(
        sys.executable, "-m", "voicekeeper", "doctor", "--json", "--config", str(settings),
        "--data", str(folder / "data"), rightless=True).end()
    return [finding for finding in map(json.loads, told) if finding["part"] == "button"]


def test_the_installed_rules_are_for_the_devices_that_there_are(
    inputs: FakeInputs, tmp_path: Path
) -> None:
    inputs.plug("laptop", 0)
    inputs.plug("pedal", 9)
    inputs.plug("headset", 15)
    assert installed(inputs, tmp_path, "footswitch", "Vivan BT600 (AVRCP)", "Red") == [
        'ATTRS{id/vendor}=="3553", ATTRS{id/product}=="b001"',
        'ATTRS{name}=="Vivan*BT600 (AVRCP)"', 'ATTRS{name}=="*Red*"']
    assert installed(inputs, tmp_path, "footswitch", "power") == []  # nobody's button


def installed(inputs: FakeInputs, folder: Path, *devices: str) -> list[str]:
    """What udev is told of these buttons' devices, where a service is installed for them."""
    settings = folder / "config.yaml"
    settings.write_text(yaml.safe_dump(
        {"button": [{"kind": "evdev", "device": device} for device in devices]}))
    card = folder / f"card of {len(devices)}"
    inputs.run(sys.executable, "-m", "voicekeeper", "install", "--config", str(settings),
               "--root", str(card)).end()
    rules = card / "etc/udev/rules.d/70-voicekeeper.rules"
    return re.findall(r'"event\*", (.*), GROUP=', rules.read_text()) if rules.exists() else []


def test_with_the_right_to_some_of_its_devices_only_those_are_used_and_it_is_told(
    inputs: FakeInputs,
) -> None:
    keyboard, mouse, _ = inputs.plug("pedal")
    inputs.forbid(mouse)
    reader = inputs.read(("evdev", "footswitch", "hold"), rightless=True)
    assert reader.line() == "Ready"
    assert reader.event().startswith("ButtonTrouble(source='footswitch', reason='No right to read "
                                   "the button \\'PCsensor FootSwitch Mouse\\' ")
    inputs.down(keyboard, KEY_B)
    assert reader.event() == "Pressed(source='footswitch')"
    inputs.allow(mouse)
    inputs.wait_for_a_look()
    inputs.down(mouse, LEFT_BUTTON)
    inputs.up(keyboard, KEY_B)
    inputs.up(mouse, LEFT_BUTTON)
    assert reader.event() == "Released(source='footswitch')"
    assert reader.end() == ["Quit()"]


def test_a_button_that_comes_without_the_right_to_it_is_told_and_tried_again(
    inputs: FakeInputs,
) -> None:
    inputs.plug("headset", 9)
    reader = inputs.read(("evdev", "AVRCP", "tap"), ("evdev", "Footpedal", "hold"),
                         rightless=True)
    assert reader.line() == "Ready"
    assert reader.event().startswith("ButtonLost(source='Footpedal'")
    with reader.frozen():
        node = inputs.plug("dictation-pedal", 15)[0]
        inputs.forbid(node)
    assert reader.event().startswith("ButtonTrouble(source='Footpedal', reason='No right to read")
    inputs.allow(node)
    assert reader.event() == "ButtonBack(source='Footpedal')"
    assert reader.end() == ["Quit()"]


def test_a_button_without_the_right_to_it_is_told_once(inputs: FakeInputs) -> None:
    inputs.plug("headset", 9)
    node = inputs.plug("dictation-pedal", 15)[0]
    inputs.forbid(node)
    reader = inputs.read(("evdev", "AVRCP", "tap"), ("evdev", "Footpedal", "hold"),
                         rightless=True)
    assert reader.line() == "Ready"
    assert "No right to read" in reader.event()
    threading.Event().wait(1.2 * PATIENCE)
    inputs.allow(node)
    assert reader.event() == "ButtonBack(source='Footpedal')"
    assert reader.end() == ["Quit()"]


def test_a_device_that_is_gone_when_it_is_opened_keeps_nothing_else_from_working(
    inputs: FakeInputs,
) -> None:
    keyboard, mouse, _ = inputs.plug("pedal")
    inputs.lose(mouse)
    reader = inputs.read(("evdev", "footswitch", "hold"))
    assert reader.line() == "Ready"
    assert reader.event().startswith("ButtonTrouble(source='footswitch', reason=\"The button "
                                   "'PCsensor FootSwitch Mouse' (/dev/input/event6) can't be")
    inputs.down(keyboard, KEY_B)
    assert reader.event() == "Pressed(source='footswitch')"
    assert reader.end() == ["Quit()"]


def test_what_another_program_has_grabbed_is_told_and_the_rest_is_used(
    inputs: FakeInputs,
) -> None:
    keyboard, mouse, joystick = inputs.plug("pedal")
    reader = inputs.read(("evdev", "footswitch", "hold"), grabbed=[mouse])
    assert reader.line() == "Ready"
    assert "FootSwitch Mouse' (/dev/input/event6) is in use by another program" in reader.event()
    inputs.down(keyboard, KEY_B)
    assert reader.event() == "Pressed(source='footswitch')"
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
