"""What buttons tell the table. Times are those of time.monotonic(), in seconds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

KeyName = Literal["next", "previous", "undo"]


@dataclass(frozen=True)
class Pressed:
    """Somebody wants to speak: a button went down, or was tapped to start.

    `held`: it is held down until they have spoken.
    """

    at: float
    source: str
    held: bool = field(default=False, compare=False, repr=False)


@dataclass(frozen=True)
class Released:
    """They have spoken: the button was let go, or tapped to stop."""

    at: float
    source: str


@dataclass(frozen=True)
class Key:
    """A headset's or the keyboard's key for something else than speaking."""

    name: KeyName


@dataclass(frozen=True)
class ButtonLost:
    """A button can't be read any more; `reason` is one plain sentence. It is being looked for."""

    source: str
    reason: str


@dataclass(frozen=True)
class ButtonTrouble:
    """Something about a button that is to be told: `reason` is one plain sentence.

    What works of it goes on working; what does not is tried again.
    """

    source: str
    reason: str


@dataclass(frozen=True)
class ButtonBack:
    """A button that was lost, or was not there yet, works."""

    source: str


@dataclass(frozen=True)
class Quit:
    """Somebody wants to leave: q, Ctrl-C or Ctrl-D at the keyboard, or the terminal is gone."""


ButtonEvent = Pressed | Released | Key | ButtonLost | ButtonTrouble | ButtonBack | Quit
