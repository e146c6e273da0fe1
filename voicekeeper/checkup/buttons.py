"""Each button as it is set: there, readable, free; and the rights of whoever runs the program."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from voicekeeper.button.buttons import ButtonSettings
from voicekeeper.button.evdev_button import EvdevButton
from voicekeeper.button.events import ButtonEvent, ButtonTrouble
from voicekeeper.button.inputs import Input, find_inputs, inputs
from voicekeeper.checkup import holders
from voicekeeper.checkup.finding import Finding, as_finding
from voicekeeper.checkup.sound import has_sound_server
from voicekeeper.config import Config
from voicekeeper.faults import ButtonFault

_PLUG = "Plug it in, or correct button: device: in config.yaml (docs/button.md)."


def button_findings(buttons: Sequence[ButtonSettings]) -> Iterator[Finding]:
    """Each button as configured, and what other input devices there are to name."""
    before: set[Path] = set()
    for settings in buttons:
        finding = _button(settings)
        if finding.ok and settings.kind == "evdev":
            nodes = {found.path for found in find_inputs(settings.device)}
            if nodes & before:
                finding = Finding("button", False, f"{settings.device} is named twice",
                                  "Name each button once in config.yaml.")
            before |= nodes
        yield finding


def _button(settings: ButtonSettings) -> Finding:
    if settings.kind == "keyboard":
        return _keyboard()
    try:
        found = find_inputs(settings.device)
    except ButtonFault as fault:
        return _not_found(fault)
    # Opened as the table opens it: also a button that may be read can be another program's.
    told: list[ButtonEvent] = []
    button = EvdevButton(settings.device, settings.mode, told.append)
    try:
        button.open()
    except ButtonFault as fault:
        return _held(found, settings) or as_finding("button", fault, _PLUG)
    button.close()
    for event in told:
        if isinstance(event, ButtonTrouble):  # with one of a pedal's several devices
            return as_finding("button", ButtonFault(event.reason), _PLUG)
    return Finding("button", True, f"{found[0].name}, {settings.mode}")


def _not_found(fault: ButtonFault) -> Finding:
    """What was looked for, apart from the fault's own advice to plug it in."""
    sentence = str(fault).rstrip(".")
    found, plug, advice = sentence.rpartition(": plug ")
    if not plug or advice == "it in":
        return Finding("button", False, found or sentence, _PLUG)
    return Finding("button", False, found, f"Plug {advice}.")


def _keyboard() -> Finding:
    if not sys.stdin.isatty():
        return Finding("button", False, "the keyboard's space bar, but this is no terminal",
                       "Run it in a terminal, or set an evdev button in config.yaml.")
    names = ", ".join(repr(name) for name in dict.fromkeys(found.name for found in inputs()))
    return Finding("button", True, "the space bar" + (f" (others: {names})" if names else ""))


def _held(found: list[Input], settings: ButtonSettings) -> Finding | None:
    """A button that may be read, but is grabbed by a program: perhaps by the table itself."""
    if not all(os.access(one.path, os.R_OK) for one in found):
        return None
    name = found[0].name
    users = [process for one in found for process in holders.holders(one.path)]
    # Another user's programs show what they have open to nobody but root.
    for process in users or holders.tables():
        if holders.is_table(process):
            return Finding("button", True, f"{name}, {settings.mode}; the table that runs has it "
                                           f"(process {process})")
    if not users:
        return None
    return Finding("button", False,
                   f"{name} is held by {holders.name_of(users[0])} (process {users[0]})",
                   "End that program.")


def permissions_finding(config: Config) -> Finding:
    """The rights to read buttons and to use sound cards, where they are needed."""
    user = _user()
    if any(button.kind == "evdev" for button in config.button):
        nodes = sorted(Path("/dev/input").glob("event*"))
        if nodes and not any(os.access(node, os.R_OK) for node in nodes):
            return Finding(
                "permissions", False, "no right to read /dev/input",
                f"Run `sudo usermod -aG input {user}`, then log out and in again "
                "(or add the udev rule of docs/button.md).",
            )
    cards = sorted(Path("/dev/snd").glob("pcm*"))
    if cards and not has_sound_server() and not any(os.access(card, os.W_OK) for card in cards):
        return Finding(
            "permissions", False, "no right to use the sound cards in /dev/snd",
            f"Run `sudo usermod -aG audio {user}`, then log out and in again.",
        )
    return Finding("permissions", True, f"{user} may use sound and buttons")


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as containers have them
        return str(os.getuid())
