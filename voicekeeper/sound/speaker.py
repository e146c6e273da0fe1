"""The speaker: its output always open, silent when there is nothing to say.

It stays open because HDMI and Bluetooth swallow the first second after a pause.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from voicekeeper.sound import events
from voicekeeper.sound.kept import KeptStream
from voicekeeper.sound.playback import Playback, PlayQueue
from voicekeeper.sound.portaudio import PORTAUDIO
from voicekeeper.sound.settings import SpeakerSettings
from voicekeeper.sound.soundserver import ServerWatch
from voicekeeper.sound.streams import start_stream
from voicekeeper.sound.take import Clip


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


class Speaker:
    """One speaker, kept open and found again when it goes away.

    `report` hears of SoundLost and SoundBack, from a thread of its own; it has
    to be quick (a queue's put). While the device is away, what is to be played
    waits for it, unless it is silenced.
    """

    def __init__(
        self, settings: SpeakerSettings, report: Callable[[events.SoundEvent], None]
    ) -> None:
        self._settings = settings
        self._server = ServerWatch("speaker")
        self._stream = KeptStream("speaker", self._start, self._playing, report,
                                  lambda now: self._server.astray(now=now))
        self._queue = PlayQueue()
        self._latency = 0.0
        self._orders: queue.SimpleQueue[tuple[Playback, Iterable[Clip]] | None]
        self._orders = queue.SimpleQueue()
        self._open_playbacks: set[Playback] = set()
        self._feeder: threading.Thread | None = None

    @property
    def device(self) -> str | None:
        """The name of the device that is open."""
        return self._stream.device

    @property
    def is_open(self) -> bool:
        """Is there a device (as far as is known)?"""
        return self._stream.is_open

    @property
    def latency(self) -> float:
        """How long the device takes to sound what it is given, seconds."""
        return self._latency

    @property
    def silent_at(self) -> float:
        """When the last sound ends or ended, as far as it has been given to the device."""
        return self._queue.silent_at

    def open(self) -> None:
        """Open the device. Raises SoundFault, naming what there is, where it can't."""
        PORTAUDIO.open(self._stream)
        self._server.start()
        self._feeder = threading.Thread(target=self._feed, name="speaker", daemon=True)
        self._feeder.start()

    def close(self) -> None:
        """Drop what has not been said, and let the device go."""
        self.silence()
        self._server.stop()
        PORTAUDIO.close(self._stream)
        feeder, self._feeder = self._feeder, None
        if feeder is not None:
            self._orders.put(None)
            feeder.join()

    def __enter__(self) -> Speaker:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def play(
        self, clips: Iterable[Clip], on_done: Callable[[Playback], None] | None = None
    ) -> Playback:
        """Say these clips, after what is being said; returns at once.

        The clips are taken in a thread of the speaker's own and sound as soon
        as they are there: the first while the second is being made. A clip is
        whole and has no gap. `on_done` is called once all is with the device
        or was cut, perhaps from the sound thread: it has to be quick (a
        queue's put). A fault in making the clips is the playback's `error`;
        what was made before it is said.
        """
        playback = Playback(on_done)
        self._open_playbacks.add(playback)
        self._orders.put((playback, clips))
        return playback

    def silence(self) -> float:
        """Say no more: silent within 50 ms, the rest is dropped.

        Gives the time (time.monotonic()) from which nothing is heard.
        """
        dropped = list(self._open_playbacks)
        for playback in dropped:
            playback.cut = True
        silent_at = self._queue.silence(self._latency)
        for playback in dropped:
            self._finish(playback)
        return silent_at

    def _playing(self) -> bool:
        return not self._queue.idle

    def _finish(self, playback: Playback) -> None:
        self._open_playbacks.discard(playback)
        playback.finish()

    def _feed(self) -> None:
        while (order := self._orders.get()) is not None:
            playback, clips = order
            try:
                for clip in clips:
                    if playback.cut:
                        break
                    self._queue.add(playback, clip.samples, clip.rate)
            except Exception as error:  # noqa: BLE001 - whoever made the clips learns it
                playback.error = error
            self._queue.end(playback)

    def _start(self) -> tuple[Any, str]:
        stream, device = start_stream("speaker", self._settings.device, self._on_sound)
        self._queue.retune(round(stream.samplerate))
        self._latency = float(stream.latency)
        return stream, device.name

    def _on_sound(self, frames: NDArray[np.float32], when: Any, rate: int) -> None:
        now = time.monotonic()
        self._stream.tick()
        if rate != self._queue.rate:
            frames[:] = 0.0  # a device of another rate: what waits is being brought to it
            return
        delay = min(0.5, max(0.0, when.outputBufferDacTime - when.currentTime))
        for playback in self._queue.fill(frames, now + delay):
            self._finish(playback)
