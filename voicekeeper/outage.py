"""Microphone and speaker that are away: what is said of it aloud, and when.

While the speaker is away nothing can be said, so it is said once all is back;
a microphone alone is told at once, for nobody can ask why nothing answers. A
sound server that goes takes both with it, one shortly after the other, so a
moment is waited for what else goes or comes.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.settling import Settling
from voicekeeper.sound.events import Line

_BACK = {
    frozenset(("microphone",)): say("microphone_back"),
    frozenset(("speaker",)): say("speaker_back"),
    frozenset(("microphone", "speaker")): say("sound_back"),
}


class Outage:
    """What is away, and what of it is still to be said. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._settling = Settling(clock)
        self._away: set[Line] = set()
        self._missed: set[Line] = set()
        self._told = False

    @property
    def deaf(self) -> bool:
        """Is the microphone away?"""
        return "microphone" in self._away

    @property
    def mute(self) -> bool:
        """Is the speaker away?"""
        return "speaker" in self._away

    def lost(self, line: Line) -> None:
        """It gives no sign of life."""
        self._away.add(line)
        self._missed.add(line)
        self._wait()

    def back(self, line: Line) -> None:
        """It works again."""
        self._away.discard(line)
        self._wait()

    def told(self) -> None:
        """That the microphone is away has just been said."""
        self._told = True
        self._wait()

    def left(self) -> float | None:
        """How long until something is to be said, seconds; None: nothing will be."""
        return self._settling.left()

    def due(self) -> Sentence | None:
        """What is to be said now, once."""
        if not self._settling.over():
            return None
        if self._away:
            self._told = True
            return say("microphone_lost")
        missed, self._missed, self._told = frozenset(self._missed), set(), False
        return _BACK[missed]

    def _wait(self) -> None:
        self._settling.begin(
            not self.mute and (bool(self._missed) if not self._away else not self._told))
