"""A press of the button: how long it lasts, and what that means where no word is heard."""

from __future__ import annotations

from dataclasses import dataclass

from voicekeeper.button.events import Pressed

# Nobody holds the button for so long without a word but to have the box switched off, seconds.
_LONG = 8.0

# Whoever taps so soon after a take has ended by itself did not know that yet, seconds.
_CLOSING_TAP = 1.5


@dataclass
class Press:
    """One press, from going down until its take is heard."""

    pressed: Pressed
    length: float | None = None
    """How long the button was down, seconds; None while it is."""

    @property
    def released(self) -> bool:
        """Has the button been let go, or tapped a second time?"""
        return self.length is not None

    @property
    def released_at(self) -> float | None:
        """When that was (time.monotonic())."""
        return None if self.length is None else self.pressed.at + self.length

    @property
    def was_long(self) -> bool:
        """Was it held for so long that the box is to be switched off?"""
        return self.length is not None and self.length >= _LONG

    @property
    def still_down(self) -> bool:
        """Is it held still, though its take is over?"""
        return self.length is None and self.pressed.held

    def release(self, source: str, at: float) -> bool:
        """That a button was let go; was it this one?"""
        if self.released or source != self.pressed.source:
            return False
        self.length = at - self.pressed.at
        return True


class ClosingTap:
    """The tap that was to end a take which has just ended by itself: it begins no other."""

    def __init__(self) -> None:
        self._source = ""
        self._until = 0.0

    def expect(self, press: Press, now: float) -> None:
        """A take has ended: is there such a tap to come?"""
        if not press.released and not press.pressed.held:
            self._source, self._until = press.pressed.source, now + _CLOSING_TAP

    def is_it(self, pressed: Pressed) -> bool:
        """Is this that tap? Only the first press after the take can be."""
        source, until = self._source, self._until
        self._source = ""
        return bool(source) and pressed.source == source and pressed.at < until
