"""What the speaker is to play: pieces in order, cut short at any moment without a click.

In the sound process, which knows nothing of numpy: that would be a third of its memory.
"""

from __future__ import annotations

import threading
import time
from array import array
from collections import deque
from dataclasses import dataclass

FADE = 0.005
"""How long the sound takes to fall silent, seconds: too short to notice, too long to click."""


@dataclass(frozen=True)
class Mark:
    """That a reply begins to be audible, or that it is over, at a time of time.monotonic()."""

    reply: int
    at: float
    over: bool = False


@dataclass(eq=False)
class _Piece:
    """Sound at the queue's rate, or (without any) the end of its reply."""

    reply: int
    samples: array[float]
    audible: int | None = None
    next: int = 0


class PlayQueue:
    """Sound that waits for the device, filled from one thread and emptied by the callback.

    Replies have numbers, each higher than those before. Until a device's rate is known
    (0) it is that of what comes.
    """

    def __init__(self, rate: int = 0) -> None:
        self._lock = threading.Lock()
        self._pieces: deque[_Piece] = deque()
        self._rate = rate
        self._silent_at = 0.0
        self._cut = -1
        self._begun = -1

    @property
    def rate(self) -> int:
        """The rate at which the device is filled, Hz."""
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
                # Nothing waits where no rate is known yet.
                for piece in self._pieces:
                    if piece.audible is not None:
                        ahead = max(0, piece.audible - piece.next)
                        piece.audible = ahead * rate // self._rate
                    piece.samples = _brought(piece.samples[piece.next:], self._rate, rate)
                    piece.next = 0
                self._rate = rate

    def add(self, reply: int, samples: array[float], rate: int, audible: int | None = None
            ) -> None:
        """Let mono sound follow what waits; `audible`: its first sample that can be heard."""
        with self._lock:
            if reply <= self._cut or not samples:
                return
            self._rate = self._rate or rate
            if rate != self._rate:
                samples = _brought(samples, rate, self._rate)
                audible = None if audible is None else audible * self._rate // rate
            self._pieces.append(_Piece(reply, samples, audible))

    def end(self, reply: int) -> None:
        """All of this reply has been added."""
        with self._lock:
            if reply > self._cut:
                self._pieces.append(_Piece(reply, array("f")))

    def fill(self, out: memoryview[float], channels: int, leaves_at: float) -> list[Mark]:
        """Fill a device's interleaved float32 samples, which start to sound at `leaves_at`.

        Gives which replies begin to be audible in it, and which are over.
        """
        count = len(out) // channels
        filled = 0
        marks: list[Mark] = []
        with self._lock:
            while self._pieces:
                piece = self._pieces[0]
                here = min(len(piece.samples) - piece.next, count - filled)
                part = memoryview(piece.samples)[piece.next:piece.next + here]
                for channel in range(channels):
                    # A memory that has no steps is copied at once.
                    at = slice(filled * channels + channel, (filled + here) * channels,
                               channels if channels > 1 else None)
                    out[at] = part
                if piece.audible is not None and piece.reply > self._begun:
                    ahead = piece.audible - piece.next
                    if 0 <= ahead < here:
                        self._begun = piece.reply
                        marks.append(Mark(piece.reply, leaves_at + (filled + ahead) / self._rate))
                piece.next += here
                filled += here
                if piece.next < len(piece.samples):
                    break
                self._pieces.popleft()
                if not piece.samples:
                    marks.append(Mark(piece.reply, leaves_at + filled / self._rate, over=True))
            if filled:
                self._silent_at = leaves_at + filled / self._rate
        make_silent(out[filled * channels:])
        return marks

    def silence(self, upto: int, latency: float) -> float:
        """Drop what waits, but for a short fade; gives the time from which it is silent.

        Nothing is added any more to the replies up to this number. `latency` is how
        long the device takes to sound what it is given, seconds.
        """
        with self._lock:
            self._cut = max(self._cut, upto)
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
        length = round(FADE * self._rate)
        tail = piece.samples[piece.next:piece.next + length]
        for following in list(self._pieces)[1:]:
            # It comes in slices, and is cut anywhere.
            if len(tail) < length and following.reply == piece.reply:
                tail += following.samples[:length - len(tail)]
        steps = max(1, len(tail) - 1)
        ramp = (sample * (1 - at / steps) for at, sample in enumerate(tail))
        return _Piece(piece.reply, array("f", ramp)) if tail else None


def make_silent(out: memoryview[float]) -> None:
    """Fill a device's samples with zeros."""
    plain = out.cast("B")
    plain[:] = bytes(len(plain))


def _brought(samples: array[float], rate: int, wanted: int) -> array[float]:
    # A device came back with another rate: so seldom that it may take a while.
    import numpy as np

    from voicekeeper.sound.rates import resample

    sound = resample(np.frombuffer(samples, np.float32), rate, wanted)
    return array("f", sound.tobytes())
