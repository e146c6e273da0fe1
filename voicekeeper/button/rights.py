"""The right to read a button: how udev knows an input device, and the rule that opens it."""

from __future__ import annotations

import re

from voicekeeper.button.inputs import Input

# What means something in a pattern of udev's stands for any one character instead, and several
# blanks, of which people and terminals make one, for any number of characters.
_SPECIAL = re.compile(r'[*?\[\]|"\\]')
_BLANKS = re.compile(r"\s{2,}")
RULES_FILE = "/etc/udev/rules.d/70-voicekeeper.rules"


def rule(match: str, giving: str) -> str:
    """A line of a rules file: whom the event devices that match are given to."""
    return f'SUBSYSTEM=="input", KERNEL=="event*", {match}, {giving}'


def match_of(found: Input) -> str:
    """How udev knows this device: by its two numbers, or by its name where it has none."""
    if found.ids == "0000:0000":
        return match_of_name(found.written)
    return match_of_ids(found.vendor, found.product)


def match_of_ids(vendor: str, product: str) -> str:
    """How udev knows the devices of this vendor and product, four hex digits each."""
    return f'ATTRS{{id/vendor}}=="{vendor}", ATTRS{{id/product}}=="{product}"'


def match_of_name(name: str, *, part: bool = False) -> str:
    """How udev knows the devices of this name, or with this part of a name."""
    pattern = literal(name)
    return f'ATTRS{{name}}=="*{pattern}*"' if part else f'ATTRS{{name}}=="{pattern}"'


def literal(text: str) -> str:
    """A text as a pattern that says no more than the text."""
    return _BLANKS.sub("*", _SPECIAL.sub("?", text))


def how_to_read(found: Input) -> str:
    """What to do where a device may not be read; begins with a small letter, without a stop."""
    line = rule(match_of(found), 'MODE="0660", GROUP="input", TAG+="uaccess"')
    return ("join the group input (sudo usermod -aG input $USER, then log in again) or add the "
            f"udev rule {line} in {RULES_FILE}")
