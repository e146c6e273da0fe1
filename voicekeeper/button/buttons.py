"""The buttons of a table: their settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class ButtonSettings:
    """One button: the keyboard's space bar, or an evdev device by name, path or vendor:product."""

    kind: Literal["keyboard", "evdev"] = "keyboard"
    device: str | None = None
    mode: Literal["hold", "tap"] = "tap"
