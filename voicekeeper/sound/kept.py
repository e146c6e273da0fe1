"""A stream that is to stay open: its device, its signs of life, and whether it is lost.

A lost device is often silent: no exception, the stream "active", no flags.
Only the age of the last callback tells, and each stream has its own: the
output can die alone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from voicekeeper.faults import SoundFault
from voicekeeper.sound import events

DEAD_AFTER = 0.5
"""A stream whose last callback is older than this is lost, seconds."""

FIRST_WITHIN = 1.0
"""A stream that has not called back within this after it was opened is no good, seconds."""

CLOSED_WITHIN = 1.0
"""How long a stream may take to close before it is given up, seconds."""


@dataclass(eq=False)
class KeptStream:
    """One stream that is to stay open, whatever happens to its device.

    `start` opens and starts it and gives it back with the device's name, or
    raises SoundFault; `busy` tells that it should not be interrupted now;
    `report` hears of loss and return; `astray` tells, as a clause, why its device
    is gone though it runs (asked anew where it gets True). The callback calls
    `tick` each time. `told_lost`: its loss is known already, its return is to be told.
    """

    line: events.Line
    start: Callable[[], tuple[Any, str]]
    busy: Callable[[], bool]
    report: Callable[[events.SoundEvent], None]
    astray: Callable[[bool], str | None] = lambda _: None
    device: str | None = None
    told_lost: bool = False
    given_up: bool = False
    retry_at: float = 0.0
    lost_at: float = field(default_factory=time.monotonic)
    _begun: float = 0.0
    _running: Any = field(default=None, repr=False)
    _beat: float = 0.0
    _first: threading.Event = field(default_factory=threading.Event, repr=False)

    @property
    def is_open(self) -> bool:
        """Does it run (as far as is known)?"""
        return self._running is not None

    def tick(self) -> None:
        """A sign of life, from the callback."""
        self._beat = time.monotonic()
        self._first.set()

    def lost(self, now: float) -> bool:
        """Is it open, but without a sign of life?"""
        return self.is_open and now - self._beat > DEAD_AFTER

    def alive(self, now: float) -> bool:
        """Is it open, and has it shown so just now?"""
        return self.is_open and now - self._beat < DEAD_AFTER / 2

    def why_astray(self, *, now: bool = False) -> str | None:
        """What to tell where it runs elsewhere than on its device; `now`: asked anew."""
        why = self.astray(now) if self.is_open else None
        return why and f"The {self.line} {self.device!r} is gone: {why}."

    def begin(self) -> None:
        """Open, start, and wait for the first sign of life. Raises SoundFault."""
        self._first.clear()
        self._running, self.device = self.start()
        if not self._first.wait(FIRST_WITHIN):
            self.drop()
            raise SoundFault(f"The {self.line} {self.device!r} opens, but gives no sign of life.")
        self._begun = self._beat

    def tell_lost(self, reason: str) -> None:
        """Report it as lost, once until it is back."""
        self.retry_at = 0.0
        if not self.told_lost:
            self.told_lost = True
            self.lost_at = time.monotonic()
            self.report(events.SoundLost(self.line, reason))

    def tell_back(self, now: float) -> None:
        """Report it as back, if it was lost and has worked for a while.

        Not sooner: a speaker that somebody else has taken takes what fills its
        buffer, and stops again.
        """
        if self.told_lost and self.alive(now) and now - self._begun > DEAD_AFTER:
            self.told_lost = False
            self.report(events.SoundBack(self.line, str(self.device)))

    def drop(self) -> bool:
        """Abort and close, dead or alive; False where that does not come back.

        PortAudio 19.6 and 19.7 go round for ever when an ALSA device goes at
        an unlucky moment, and abort then never returns (its issue 1037); a
        sound server that is frozen holds it up until it thaws.
        """
        stream, self._running = self._running, None
        if stream is None:
            return True

        def close() -> None:
            stream.abort()
            stream.close()

        closer = threading.Thread(target=close, name=f"{self.line} closing", daemon=True)
        closer.start()
        closer.join(CLOSED_WITHIN)
        return not closer.is_alive()
