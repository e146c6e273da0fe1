"""The input devices of a Linux machine, as the kernel lists them for everybody to read.

Listed from /sys, because what may not be read in /dev/input is silently
missing from lists that open the devices.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from voicekeeper.faults import ButtonFault

_CLASS = Path("/sys/class/input")
_NODES = Path("/dev/input")
_IDS = re.compile(r"([0-9a-f]{1,4}):([0-9a-f]{1,4})", re.IGNORECASE)


@dataclass(frozen=True)
class Input:
    """One event device: its node, its name, and whose it is (USB ids, four hex digits each)."""

    path: Path
    name: str
    vendor: str
    product: str


def inputs() -> list[Input]:
    """All event devices that have keys or buttons."""
    found = []
    for entry in sorted(_CLASS.glob("event*"), key=lambda path: int(path.name[5:] or 0)):
        device = entry / "device"
        if set(_text(device / "capabilities" / "key")) - set("0 "):
            found.append(Input(
                _NODES / entry.name, _text(device / "name"),
                _text(device / "id" / "vendor"), _text(device / "id" / "product"),
            ))
    return found


def find_inputs(wanted: str | None) -> list[Input]:
    """The event devices of one button: by path, VENDOR:PRODUCT, name or part of a name.

    Several where one pedal shows itself as several devices. Raises
    ButtonFault, naming what there is, where there is none.
    """
    present = inputs()
    for fitting in _readings(wanted, present):
        if fitting:
            return fitting
    if not present:
        which = "" if wanted is None else f" {wanted!r}"
        raise ButtonFault(f"No button{which} was found: plug it in.")
    names = ", ".join(
        f"{name!r} ({ids})" for name, ids in
        dict.fromkeys((found.name, f"{found.vendor}:{found.product}") for found in present)
    )
    raise ButtonFault(f"No button is {wanted!r}; there is {names}.")


def ids_of(wanted: str) -> tuple[str, str] | None:
    """Vendor and product, four small hex digits each, where that is what was written."""
    ids = _IDS.fullmatch(wanted)
    if ids is None:
        return None
    vendor, product = (part.lower().rjust(4, "0") for part in ids.groups())
    return vendor, product


def _readings(wanted: str | None, present: list[Input]) -> list[list[Input]]:
    if wanted is None:
        return []
    if wanted.startswith("/"):
        # Links as in /dev/input/by-id stay the same where the numbers change.
        node = Path(wanted).resolve()
        return [[found for found in present if found.path == node]]
    if ids := ids_of(wanted):
        return [[found for found in present if (found.vendor, found.product) == ids]]
    key = wanted.casefold()
    return [
        [found for found in present if found.name.casefold() == key],
        [found for found in present if key in found.name.casefold()],
    ]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
