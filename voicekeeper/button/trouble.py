"""Something that keeps a button from working, and when it is told."""

from __future__ import annotations

import time

from voicekeeper.button.events import ButtonEvent, ButtonTrouble

PATIENCE = 1.5
"""So long after a device was plugged in udev may take to give the right to it, seconds."""


class Trouble:
    """Something that keeps a button from working: told once, when it has lasted."""

    def __init__(self) -> None:
        self._told = ""
        self._text = ""
        self._since = 0.0

    @property
    def standing(self) -> bool:
        """Is there any?"""
        return bool(self._text)

    def stands(self, source: str, text: str) -> list[ButtonEvent]:
        """There is; it is told if it has been for a while."""
        if text != self._text:
            self._text, self._since = text, time.monotonic()
        lasted = time.monotonic() - self._since >= PATIENCE
        return self.tell(source, text) if lasted else []

    def tell(self, source: str, text: str) -> list[ButtonEvent]:
        """There is, and it is told at once."""
        if text == self._told:
            return []
        self._told = text
        return [ButtonTrouble(source, text)]

    def over(self) -> None:
        """There is none any more."""
        self._told = self._text = ""
