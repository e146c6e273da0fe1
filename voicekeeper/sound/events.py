"""What sound tells the table: a device that went away, and one that came back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Line = Literal["microphone", "speaker"]


@dataclass(frozen=True)
class SoundLost:
    """The microphone or speaker gives no sign of life; it is being looked for.

    `reason` is one plain sentence for the user.
    """

    line: Line
    reason: str


@dataclass(frozen=True)
class SoundBack:
    """The microphone or speaker works again, on the device with this name."""

    line: Line
    device: str


SoundEvent = SoundLost | SoundBack
