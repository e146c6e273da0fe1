"""The udev rules that give a user the buttons of the configuration, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from voicekeeper.button.buttons import ButtonSettings
from voicekeeper.button.inputs import find_inputs, ids_of
from voicekeeper.faults import ButtonFault

# What means something in a pattern of udev's stands for any one character instead.
_SPECIAL = re.compile(r'[*?\[\]|"\\]')


def udev_rules(buttons: Iterable[ButtonSettings], group: str) -> str:
    """The text of a rules file: each evdev button may be read and grabbed by a group.

    A button that is plugged in is named as the kernel names it; one that is not
    by what the configuration says of it. Raises ButtonFault where there is no
    evdev button at all.
    """
    matches = [match for button in buttons if button.kind == "evdev"
               for match in _matches(button.device)]
    if not matches:
        raise ButtonFault(
            "A service has no terminal, so the space bar can't be its button: set one of "
            "kind evdev in config.yaml (`voicekeeper doctor` lists what is plugged in).")
    lines = ["# The buttons of voicekeeper's table. Written by `voicekeeper install`."]
    lines += [f'SUBSYSTEM=="input", KERNEL=="event*", {match}, GROUP="{group}", MODE="0660"'
              for match in dict.fromkeys(matches)]
    return "\n".join(lines) + "\n"


def _matches(device: str | None) -> list[str]:
    """How udev knows the event devices of a button."""
    if device is None:
        return []
    if ids := ids_of(device):
        vendor, product = ids
        return [f'ATTRS{{id/vendor}}=="{vendor}", ATTRS{{id/product}}=="{product}"']
    if device.startswith("/dev/input/by-"):
        # A link that udev itself makes, by rules that come before these.
        return [f'ENV{{DEVLINKS}}=="*{_literal(device)}*"']
    try:
        names = [found.name for found in find_inputs(device)]
    except ButtonFault:
        return [] if device.startswith("/") else [f'ATTRS{{name}}=="*{_literal(device)}*"']
    return [f'ATTRS{{name}}=="{_literal(name)}"' for name in names]


def _literal(text: str) -> str:
    return _SPECIAL.sub("?", text)
