"""What the speaker is to play: pieces in order, cut short at any moment without a click."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voicekeeper.sound.rates import resample
from voicekeeper.sound.take import Samples

FADE = 0.005
"""How long the sound takes to fall silent, seconds: too short to notice, too long to click."""

_AUDIBLE = 0.005  # of full scale


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


@dataclass(eq=False)
class _Piece:
    """Sound at the queue's rate, or (without any) the end of its playback."""

    playback: Playback
    samples: Samples
    next: int = 0
    audible: int | None = None


class PlayQueue:
    """Sound that waits for the device, filled from one thread and emptied by the callback."""

    def __init__(self, rate: int = 48_000) -> None:
        self._lock = threading.Lock()
        self._pieces: deque[_Piece] = deque()
        self._rate = rate
        self._silent_at = 0.0

    @property
    def rate(self) -> int:
        """The rate the pieces have to come in, Hz."""
        return self._rate

    @property
    def idle(self) -> bool:
        """Is nothing waiting?"""
        return not self._pieces

    @property
    def silent_at(self) -> float:
        """When the last sound given to the device leaves the loudspeaker (time.monotonic())."""
        return self._silent_at

    def retune(self, rate: int) -> None:
        """The device has this rate, Hz: what waits is brought to it."""
        with self._lock:
            if rate != self._rate:
                for piece in self._pieces:
                    piece.samples = resample(piece.samples[piece.next :], self._rate, rate)
                    piece.next = 0
                    piece.audible = _first_audible(piece.samples)
                self._rate = rate

    def add(self, playback: Playback, samples: Samples, rate: int) -> None:
        """Let mono sound follow what waits."""
        while True:
            wanted = self._rate
            sound = np.clip(resample(samples, rate, wanted), -1.0, 1.0)
            piece = _Piece(playback, sound, audible=_first_audible(sound))
            with self._lock:
                if wanted == self._rate:
                    if not playback.cut and len(sound):
                        self._pieces.append(piece)
                    return

    def end(self, playback: Playback) -> None:
        """All of this playback has been added."""
        with self._lock:
            if not playback.cut:
                self._pieces.append(_Piece(playback, np.zeros(0, np.float32)))

    def fill(self, out: NDArray[np.float32], leaves_at: float) -> list[Playback]:
        """Fill a device's (frames, channels), which start to sound at `leaves_at`.

        Gives the playbacks that ended in it; the caller finishes them.
        """
        filled = 0
        ended: list[Playback] = []
        with self._lock:
            while self._pieces:
                piece = self._pieces[0]
                part = piece.samples[piece.next : piece.next + len(out) - filled]
                out[filled : filled + len(part)] = part[:, None]
                if piece.audible is not None and piece.playback.first_audible_at is None:
                    ahead = piece.audible - piece.next
                    if 0 <= ahead < len(part):
                        piece.playback.first_audible_at = (
                            leaves_at + (filled + ahead) / self._rate
                        )
                piece.next += len(part)
                filled += len(part)
                if piece.next < len(piece.samples):
                    break
                self._pieces.popleft()
                if not len(piece.samples):
                    piece.playback.ended_at = leaves_at + filled / self._rate
                    ended.append(piece.playback)
            if filled:
                self._silent_at = leaves_at + filled / self._rate
        out[filled:] = 0.0
        return ended

    def silence(self, latency: float) -> float:
        """Drop what waits, but for a short fade; gives the time from which it is silent.

        `latency` is how long the device takes to sound what it is given, seconds.
        Playbacks marked `cut` before add nothing any more.
        """
        with self._lock:
            fade = self._fade()
            self._pieces.clear()
            if fade is not None:
                self._pieces.append(fade)
                self._silent_at = max(self._silent_at, time.monotonic() + latency + FADE)
            return self._silent_at

    def _fade(self) -> _Piece | None:
        if not self._pieces or not self._pieces[0].next:
            return None
        piece = self._pieces[0]
        tail = piece.samples[piece.next : piece.next + round(FADE * self._rate)]
        ramp = np.linspace(1.0, 0.0, len(tail), dtype=np.float32)
        return _Piece(Playback(), tail * ramp) if len(tail) else None


def _first_audible(samples: Samples) -> int | None:
    loud = np.abs(samples) > _AUDIBLE
    return int(loud.argmax()) if loud.any() else None
