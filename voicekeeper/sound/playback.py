"""A reply on its way to the speaker."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Playback:
    """One reply on its way to the speaker.

    `first_audible_at` and `ended_at` are times of time.monotonic() at which
    the first sample that is more than silence, and the last one, leave the
    loudspeaker as far as the driver tells; None until known. `cut` tells that
    it was silenced. `error` is what making its clips failed with.
    """

    def __init__(self, on_done: Callable[[Playback], None] | None = None) -> None:
        self.first_audible_at: float | None = None
        self.ended_at: float | None = None
        self.cut = False
        self.error: Exception | None = None
        self._on_done = on_done
        self._done = threading.Event()
        self._once = threading.Lock()

    @property
    def done(self) -> bool:
        """Has all of it been given to the device, or was it cut?"""
        return self._done.is_set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is done; False when it took longer than `timeout` seconds."""
        return self._done.wait(timeout)

    def finish(self) -> None:
        """Mark it done and tell whoever wanted to know; once."""
        with self._once:
            first = not self._done.is_set()
            self._done.set()
        if first and self._on_done is not None:
            self._on_done(self)
