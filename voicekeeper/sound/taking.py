"""A take while it is being made: from half a second before the button to the end of speech."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voicekeeper.sound.quiet import QuietJudge
from voicekeeper.sound.rates import Resampler, mono
from voicekeeper.sound.take import TAKE_RATE, Samples, Take

LATEST_END = 0.4
"""A take ends at the latest this long after the release, seconds."""

LONGEST = 20.0
"""No take is longer than this, seconds; a longer one is cut there."""

_LATE_SOUND = 0.25  # how long sound may take from the microphone to here
_SETTLED = 0.05  # so close to the release the last sound has to be, to tell that it is quiet
_MISSED = 0.15  # sound that ends so long before the release has stopped, not come late
_LATE_BEGINNING = 0.1  # sound that begins so long after the press began in the middle of speech
_HOLE = 0.15  # so much that is missing is a syllable; a period or two is how exact times are


@dataclass(frozen=True, eq=False)
class Block:
    """Sound as the device gave it: (frames, channels) at `rate` Hz, its last frame from `at`."""

    at: float
    frames: NDArray[np.float32]
    rate: int


@dataclass(frozen=True)
class _Stop:
    """Ends the take at once."""

    broken: bool = False


class OpenTake:
    """Sound that comes in while somebody speaks; walk through it once for its blocks.

    Each block is mono float32 at TAKE_RATE, about 20 ms long. The walk ends
    with the take: at the first QUIET_SECONDS of quiet after the release (at
    once if it is quiet already), LATEST_END after it at the latest, or when
    the take is LONGEST. Then `result` gives all of it.
    """

    def __init__(
        self, since: float, judge: QuietJudge, ended: Callable[[OpenTake], None],
        pressed: float | None = None,
    ) -> None:
        """Of what is heard from `since` on; `pressed`: when the button went down."""
        self.since = since
        self._pressed = since if pressed is None else max(since, pressed)
        self.heard_until = since
        self._judge = judge
        self._ended = ended
        self._inbox: queue.SimpleQueue[Block | float | _Stop] = queue.SimpleQueue()
        self._parts: list[Samples] = []
        self._length = 0
        self._began: float | None = None
        self._came = 0.0
        self._released: float | None = None
        self._truncated = False
        self._broken = False
        self._over_for_good = False
        self._one_walker = threading.Lock()
        self._resampler: Resampler | None = None

    def hear(self, block: Block) -> None:
        """Take in a block; called by the microphone only."""
        self._inbox.put(block)

    def release(self, at: float | None = None) -> None:
        """The button was let go, at a time of time.monotonic()."""
        self._inbox.put(time.monotonic() if at is None else at)

    def stop(self) -> None:
        """End here and now."""
        self._inbox.put(_Stop())

    def break_off(self) -> None:
        """End here: the microphone has failed."""
        self._inbox.put(_Stop(broken=True))

    def result(self) -> Take:
        """The whole take; waits for its end, and walks there if nobody else does."""
        for _ in self:
            pass
        sound = np.concatenate(self._parts) if self._parts else np.zeros(0, np.float32)
        return Take(sound, TAKE_RATE, self._truncated, self._broken)

    def __iter__(self) -> Iterator[Samples]:
        # Whoever comes second waits for the end and finds nothing left.
        with self._one_walker:
            try:
                yield from self._walk()
            finally:
                self._over_for_good = True
                self._ended(self)

    def _walk(self) -> Iterator[Samples]:
        if self._over_for_good:
            return
        while not self._over():
            try:
                came = self._inbox.get(timeout=self._patience())
            except queue.Empty:
                self._broken = self._broken or self._stopped_short()
                break
            match came:
                case Block():
                    yield from self._take_in(came)
                case _Stop(broken=broken):
                    self._broken = self._broken or broken
                    break
                case _:
                    # Only now, in turn: what was said before the release comes first.
                    self._released = came if self._released is None else self._released
        if self.missing > _HOLE:
            self._broken = True
        yield from self._keep(self._rest())

    @property
    def missing(self) -> float:
        """How much sound never came between its first and its last, seconds."""
        return 0.0 if self._began is None else self.heard_until - self._began - self._came

    def _over(self) -> bool:
        if self._truncated:
            return True
        if self._released is None or self.heard_until < self._released - _SETTLED:
            return False
        return self._judge.quiet() or self.heard_until >= self._released + LATEST_END

    def _stopped_short(self) -> bool:
        """Has the sound stopped before the button was let go?"""
        return self._released is not None and self.heard_until < self._released - _MISSED

    def _patience(self) -> float | None:
        """How long to wait for sound; for ever while the button is down."""
        if self._released is None:
            return None
        return max(0.0, self._released + LATEST_END + _LATE_SOUND - time.monotonic())

    def _take_in(self, block: Block) -> Iterator[Samples]:
        samples = mono(block.frames)
        old = round((self.since - block.at) * block.rate) + len(samples)
        if old >= len(samples):
            return
        if not self._length and block.at - len(samples) / block.rate > (
                self._pressed + _LATE_BEGINNING):
            self._broken = True
        self.heard_until = block.at
        new = (len(samples) - max(0, old)) / block.rate
        if self._began is None:
            self._began = block.at - new
        self._came += new
        if self._resampler is None or self._resampler.rate != block.rate:
            # A device that came back in the middle may have another rate.
            yield from self._keep(self._rest())
            self._resampler = Resampler(block.rate, TAKE_RATE)
        yield from self._keep(self._resampler.feed(samples[max(0, old) :]))

    def _rest(self) -> Samples:
        empty = np.zeros(0, np.float32)
        return empty if self._resampler is None else self._resampler.feed(empty, last=True)

    def _keep(self, samples: Samples) -> Iterator[Samples]:
        room = round(LONGEST * TAKE_RATE) - self._length
        if len(samples) > room:
            self._truncated = True
            samples = samples[:room]
        if len(samples):
            self._parts.append(samples)
            self._length += len(samples)
            self._judge.hear(samples)
            yield samples
