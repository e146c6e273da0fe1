"""The speaker: its output always open, silent when there is nothing to say.

It stays open because HDMI and Bluetooth swallow the first second after a pause.
The sound process (outlet.py) has it, and is given sound as soon as there is some.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from voicekeeper.sound import events
from voicekeeper.sound.openline import OpenLine
from voicekeeper.sound.orders import (
    ADD,
    ADD_HEAD,
    END,
    MARK,
    MARK_HEAD,
    NUMBER,
    SILENCE,
    SILENT,
    SILENT_HEAD,
)
from voicekeeper.sound.playback import Playback
from voicekeeper.sound.playqueue import FADE
from voicekeeper.sound.rates import resample
from voicekeeper.sound.settings import SpeakerSettings
from voicekeeper.sound.take import Clip, Samples

_AUDIBLE = 0.005  # of full scale
_SLICE = 0.5  # seconds; so large that its memory is given back at once (memory.py)
_SILENT_WITHIN = 0.3  # seconds


class Output(Protocol):
    """Where replies go: a Speaker, or a WavSpeaker that writes them to a file."""

    def open(self) -> None:
        """Make ready. Raises SoundFault."""

    def close(self) -> None:
        """Drop what is not said yet and let go."""

    def play(
        self, clips: Iterable[Clip], on_done: Callable[[Playback], None] | None = None
    ) -> Playback:
        """Say these clips, one after the other."""

    def silence(self) -> float:
        """Say no more; gives the time from which it is silent."""

    @property
    def latency(self) -> float:
        """How long it takes to sound what it is given, seconds."""

    @property
    def silent_at(self) -> float:
        """When the last sound ends or ended, a time of time.monotonic(); 0 before the first."""


@dataclass(eq=False)
class _Reply:
    """A playback that is not over: the orders that were given for it, to be given again."""

    playback: Playback
    orders: list[tuple[bytes, bytes]] = field(default_factory=list)


class Speaker(OpenLine):
    """One speaker, kept open and found again when it goes away.

    `report` hears of SoundLost and SoundBack, from a thread of its own; it has
    to be quick (a queue's put). While the device is away, what is to be played
    waits for it, unless it is silenced.
    """

    def __init__(
        self, settings: SpeakerSettings, report: Callable[[events.SoundEvent], None]
    ) -> None:
        super().__init__("speaker", settings.device, report)
        self._rate = 48_000
        self._latency = 0.0
        self._silent_at = 0.0
        self._replies: dict[int, _Reply] = {}
        self._number = 0
        self._silenced: queue.SimpleQueue[tuple[int, float]] = queue.SimpleQueue()
        self._makers: queue.SimpleQueue[tuple[int, Iterable[Clip]] | None]
        self._makers = queue.SimpleQueue()
        self._feeder: threading.Thread | None = None

    @property
    def latency(self) -> float:
        """How long the device takes to sound what it is given, seconds."""
        return self._latency

    @property
    def silent_at(self) -> float:
        """When the last reply that was given to the device ends or ended there."""
        return self._silent_at

    def open(self) -> None:
        """Open the device. Raises SoundFault, naming what there is, where it can't."""
        super().open()
        self._feeder = threading.Thread(target=self._feed, name="speaker", daemon=True)
        self._feeder.start()

    def close(self) -> None:
        """Drop what has not been said, and let the device go."""
        self.silence()
        super().close()
        feeder, self._feeder = self._feeder, None
        if feeder is not None:
            self._makers.put(None)
            feeder.join()

    def play(
        self, clips: Iterable[Clip], on_done: Callable[[Playback], None] | None = None
    ) -> Playback:
        """Say these clips, after what is being said; returns at once.

        The clips are taken in a thread of the speaker's own and sound as soon
        as they are there: the first while the second is being made. A clip is
        whole and has no gap. `on_done` is called once all is with the device
        or was cut, perhaps from the sound's thread: it has to be quick (a
        queue's put). A fault in making the clips is the playback's `error`;
        what was made before it is said.
        """
        playback = Playback(on_done)
        with self._lock:
            self._number += 1
            number = self._number
            self._replies[number] = _Reply(playback)
        self._makers.put((number, clips))
        return playback

    def silence(self) -> float:
        """Say no more: silent within 50 ms, the rest is dropped.

        Gives the time (time.monotonic()) from which nothing is heard.
        """
        with self._lock:
            dropped, self._replies = list(self._replies.values()), {}
            upto = self._number
            for reply in dropped:
                reply.playback.cut = True
            asked = self._is_reached
            if asked:
                self._post(SILENCE, NUMBER.pack(upto))
        if asked:
            self._silent_at = self._told_silent(upto)
        for reply in dropped:
            reply.playback.finish()
        return self._silent_at

    def _heard_of(self, kind: bytes, payload: bytes) -> None:
        if kind == MARK:
            self._marked(*MARK_HEAD.unpack(payload))
        elif kind == SILENT:
            self._silenced.put(SILENT_HEAD.unpack(payload))

    def _tuned(self, rate: int, latency: float) -> None:
        self._rate, self._latency = rate, latency

    def _order_again(self) -> None:
        # What was not said to its end waits there.
        for reply in self._replies.values():
            for order in reply.orders:
                self._post(*order)

    def _told_silent(self, upto: int) -> float:
        until = time.monotonic() + _SILENT_WITHIN
        while (left := until - time.monotonic()) > 0:
            try:
                number, silent_at = self._silenced.get(timeout=left)
            except queue.Empty:
                break
            if number == upto:
                return silent_at
        return time.monotonic() + self._latency + FADE

    def _marked(self, number: int, over: bool, at: float) -> None:
        with self._lock:
            reply = self._replies.get(number)
            if reply is not None and over:
                del self._replies[number]
        if over:
            self._silent_at = max(self._silent_at, at)
        if reply is None:
            return
        if not over:
            reply.playback.first_audible_at = reply.playback.first_audible_at or at
            return
        reply.playback.ended_at = at
        reply.playback.finish()

    def _feed(self) -> None:
        while (making := self._makers.get()) is not None:
            number, clips = making
            reply = self._replies.get(number)
            if reply is None:
                continue  # silenced before it began
            try:
                for clip in clips:
                    if reply.playback.cut:
                        break
                    self._add(number, clip)
            except Exception as error:  # noqa: BLE001 - whoever made the clips learns it
                reply.playback.error = error
            self._give(number, END, NUMBER.pack(number))

    def _add(self, number: int, clip: Clip) -> None:
        rate = self._rate
        sound = np.clip(resample(clip.samples, clip.rate, rate), -1.0, 1.0)
        step = round(_SLICE * rate)
        for begin in range(0, len(sound), step):
            part = sound[begin:begin + step]
            head = ADD_HEAD.pack(number, rate, _first_audible(part))
            self._give(number, ADD, head + part.astype("<f4").tobytes())

    def _give(self, number: int, kind: bytes, payload: bytes) -> None:
        with self._lock:
            # One that has been silenced gets no more.
            if (reply := self._replies.get(number)) is not None:
                reply.orders.append((kind, payload))
                if self._is_reached:
                    self._post(kind, payload)


def _first_audible(samples: Samples) -> int:
    loud = np.abs(samples) > _AUDIBLE
    return int(loud.argmax()) if loud.any() else -1
