"""What is pressed while a take is still being heard: it waits for its turn, and is not lost."""

from __future__ import annotations

from voicekeeper.button.events import Key, Pressed, Released

SHORTEST_PRESS = 0.3
"""A press shorter than this can't hold a word, seconds."""


class Waiting:
    """Presses, releases and keys in the order they came, but for what was a slip."""

    def __init__(self) -> None:
        self._events: list[Pressed | Released | Key] = []

    def add(self, event: Pressed | Released | Key) -> None:
        """One more. A press too short for a word, as of a pedal that bounces, is none."""
        for pressed in self._events:
            if (isinstance(event, Released) and isinstance(pressed, Pressed)
                    and pressed.source == event.source
                    and event.at - pressed.at < SHORTEST_PRESS):
                self._events.remove(pressed)
                return
        self._events.append(event)

    @property
    def to_speak(self) -> bool:
        """Does somebody hold a button, or has held one, to say something?"""
        return any(isinstance(event, Pressed) for event in self._events)

    def taken(self) -> list[Pressed | Released | Key]:
        """All of them; none waits any more."""
        events, self._events = self._events, []
        return events
