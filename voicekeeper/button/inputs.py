"""The input devices of a Linux machine, as the kernel lists them for everybody to read.

Listed from /sys, because what may not be read in /dev/input is silently
missing from lists that open the devices.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from voicekeeper.button.keys import meaning
from voicekeeper.faults import ButtonFault, ButtonMissing

_CLASS = Path("/sys/class/input")
_NODES = Path("/dev/input")
_EVENT = re.compile(r"event(\d+)")
_IDS = re.compile(r"([0-9a-f]{1,4}):([0-9a-f]{1,4})", re.IGNORECASE)
_USB, _BLUETOOTH, _I8042 = "0003", "0005", "0011"
# The kernel's name of a HID device, which is in the path of its inputs: bus, ids, count.
_HID = re.compile(r"/[0-9A-F]{4}:[0-9A-F]{4}:[0-9A-F]{4}\.[0-9A-F]{4}/")
_WORD = 8 * struct.calcsize("l")  # bits; the kernel writes bitmaps in words of this size


@dataclass(frozen=True)
class Input:
    """One event device: its node, its name, whose it is, and its keys.

    Bus, vendor and product are four hex digits each. `unit` is the same for all
    event devices of one pedal, and another one for a second pedal of its kind.
    `written`: its name with all the kernel's blanks. `remote`: a Bluetooth remote
    control, not a headset.
    """

    path: Path
    name: str
    bus: str
    vendor: str
    product: str
    unit: str
    keys: frozenset[int]
    written: str = ""
    remote: bool = False

    @property
    def ids(self) -> str:
        """VENDOR:PRODUCT, as the configuration takes it."""
        return f"{self.vendor}:{self.product}"

    @property
    def wireless(self) -> bool:
        """Does it come by Bluetooth?"""
        return self.bus == _BLUETOOTH

    @property
    def can_be_button(self) -> bool:
        """Has it any key that means something here? A power button has none."""
        return any(meaning(code, remote=self.remote) for code in self.keys)


def event_names() -> frozenset[str]:
    """The names of all event devices there are now, such as event7. Raises ButtonFault."""
    try:
        return frozenset(path.name for path in _CLASS.iterdir() if _EVENT.fullmatch(path.name))
    except FileNotFoundError:  # a machine, or a container, without any
        return frozenset()
    except OSError as error:
        raise ButtonFault(
            f"The list of input devices ({_CLASS}) can't be read: {error.strerror or error}."
        ) from error


def inputs() -> list[Input]:
    """All event devices that have a key to be a button, in the kernel's order."""
    return [found for found in _all() if found.can_be_button]


def find_inputs(wanted: str | None) -> list[Input]:
    """The event devices of one button: by path, VENDOR:PRODUCT, name or part of a name.

    Several where one pedal shows itself as several devices, or where there are
    several of its kind. Blanks count once, as names have many. Raises
    ButtonMissing, naming what there is, where there is none, and ButtonFault
    where what fits can't be meant.
    """
    wanted = (wanted or "").strip()
    if not wanted:
        raise ButtonFault("A button of kind evdev needs a device: its name, a part of it, its "
                          "path or vendor:product (`voicekeeper doctor` lists what there is).")
    every = _all()
    present = [found for found in every if found.can_be_button]
    fitting = _fitting(wanted, present)
    if fitting:
        return fitting
    key = _plain(wanted)
    keyless = [found for found in every if not found.can_be_button
               and (key in _plain(found.name) or wanted in (str(found.path), found.ids))]
    if keyless:
        raise ButtonFault(f"The device {keyless[0].name!r} has no key that could be a button"
                          f"{_others(present)}")
    if not present:
        raise ButtonMissing(f"No button {wanted!r} was found: plug it in.")
    raise ButtonMissing(f"No button is {wanted!r}{_others(present)}")


def ids_of(wanted: str) -> tuple[str, str] | None:
    """Vendor and product, four small hex digits each, where that is what was written."""
    ids = _IDS.fullmatch(wanted)
    if ids is None:
        return None
    vendor, product = (part.lower().rjust(4, "0") for part in ids.groups())
    return vendor, product


def _fitting(wanted: str, among: list[Input]) -> list[Input]:
    if wanted.startswith("/"):
        # Links as in /dev/input/by-id stay the same where the numbers change.
        node = Path(wanted).resolve()
        return [found for found in among if found.path == node]
    if ids := ids_of(wanted):
        return [found for found in among if (found.vendor, found.product) == ids]
    key = _plain(wanted)
    named = {found.ids for found in among if _plain(found.name) == key}
    if named:
        # The kernel calls a pedal's other devices "NAME Keyboard", "NAME Mouse" and so on.
        return [found for found in among if found.ids in named
                and (_plain(found.name) == key or _plain(found.name).startswith(f"{key} "))]
    return _by_part(wanted, key, among)


def _by_part(wanted: str, key: str, among: list[Input]) -> list[Input]:
    fitting = [found for found in among if key in _plain(found.name)]
    # With the pedal unplugged "keyboard" would fit what the machine is typed on.
    own = [found for found in fitting if found.bus == _I8042]
    others = [found for found in fitting if found.bus != _I8042]
    if own and not others:
        raise ButtonMissing(f"{wanted!r} fits only the machine's own keyboard, {own[0].name!r}: "
                            "plug the button in, or give the whole name if you mean that.")
    if len({found.ids for found in others}) > 1:
        raise ButtonFault(f"Several devices have {wanted!r} in their names: {_listed(others)}. "
                          "Name one in full, or make a list of buttons.")
    return others


def _others(present: list[Input]) -> str:
    return f"; there is {_listed(present)}." if present else "."


def _listed(found: Iterable[Input]) -> str:
    return ", ".join(dict.fromkeys(f"{each.name!r} ({each.ids})" for each in found))


def _all() -> list[Input]:
    names = sorted(event_names(), key=lambda name: int(name.removeprefix("event")))
    return [_input(name) for name in names]


def _input(event: str) -> Input:
    device = _CLASS / event / "device"
    # Some makers write "Generic   USB  Joystick  ".
    written = _text(device / "name")
    name = " ".join(written.split()) or event
    bus, phys = _text(device / "id" / "bustype"), _text(device / "phys")
    uniq = _text(device / "uniq")
    unit = f"{phys} {name}"
    if bus == _USB and "/" in phys:
        unit = phys.rpartition("/")[0]  # "usb-0000:00:14.0-2/input1" is by its port
    elif bus == _BLUETOOTH and uniq:
        unit = uniq
    hid = _HID.search(f"{device.resolve()}/".upper())
    return Input(
        _NODES / event, name, bus, _text(device / "id" / "vendor"),
        _text(device / "id" / "product"), unit, _bits(_text(device / "capabilities" / "key")),
        written, remote=bus == _BLUETOOTH and hid is not None)


def _bits(bitmap: str) -> frozenset[int]:
    """The numbers of the bits that are set in a bitmap as /sys shows it, highest word first."""
    try:
        words = [int(word, 16) for word in reversed(bitmap.split())]
    except ValueError:
        return frozenset()
    return frozenset(at * _WORD + bit for at, word in enumerate(words)
                     for bit in range(_WORD) if word >> bit & 1)


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
