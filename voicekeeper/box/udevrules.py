"""The udev rules that give a user the buttons of the configuration, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from voicekeeper.button.buttons import ButtonSettings
from voicekeeper.button.inputs import find_inputs, ids_of
from voicekeeper.button.rights import literal, match_of, match_of_ids, match_of_name, rule
from voicekeeper.faults import ButtonFault, ButtonMissing


def udev_rules(buttons: Iterable[ButtonSettings], group: str) -> str:
    """The text of a rules file: each evdev button may be read and grabbed by a group.

    A button that is plugged in is known by its numbers (or, having none, by its
    name), one that is not by what the configuration says of it. Raises
    ButtonFault where there is no evdev button at all, or one can't be meant.
    """
    matches = [match for button in buttons if button.kind == "evdev"
               for match in _matches(button.device)]
    if not matches:
        raise ButtonFault(
            "A service has no terminal, so the space bar can't be its button: set one of "
            "kind evdev in config.yaml (`voicekeeper doctor` lists what is plugged in).")
    lines = ["# The buttons of voicekeeper's table. Written by `voicekeeper install`."]
    lines += [rule(match, f'GROUP="{group}", MODE="0660"') for match in dict.fromkeys(matches)]
    return "\n".join(lines) + "\n"


def _matches(device: str | None) -> list[str]:
    """How udev knows the event devices of a button."""
    if device is None:
        return []
    if ids := ids_of(device):
        return [match_of_ids(*ids)]
    if device.startswith("/dev/input/by-"):
        # A link that udev itself makes, by rules that come before these.
        return [f'ENV{{DEVLINKS}}=="*{literal(device)}*"']
    try:
        return [match_of(found) for found in find_inputs(device)]
    except ButtonMissing:
        return [] if device.startswith("/") else [match_of_name(device, part=True)]
