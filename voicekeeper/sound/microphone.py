"""The microphone: always open, and heard only while the button is down.

It is open all the time so that the first word is never lost: people speak
before they press. But unless a take is open, sound goes nowhere but into a
ring of a second, where it is overwritten; nothing is looked at, sent or kept.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voicekeeper.sound import events
from voicekeeper.sound.kept import KeptStream
from voicekeeper.sound.portaudio import PORTAUDIO
from voicekeeper.sound.quiet import LevelJudge, QuietJudge
from voicekeeper.sound.settings import MicrophoneSettings
from voicekeeper.sound.soundserver import ServerWatch
from voicekeeper.sound.streams import start_stream
from voicekeeper.sound.take import Samples, Take
from voicekeeper.sound.taking import Block, OpenTake

PRE_ROLL = 0.5
"""How much of what was said before the button went down belongs to the take, seconds."""

_RING = 1.0  # seconds; more than the pre-roll, as the press is noticed a little late


class Microphone:
    """One microphone, kept open and found again when it goes away.

    `report` hears of SoundLost and SoundBack, from a thread of its own; it has
    to be quick (a queue's put). `judge` makes what tells the end of speech.
    """

    def __init__(
        self,
        settings: MicrophoneSettings,
        report: Callable[[events.SoundEvent], None],
        judge: Callable[[], QuietJudge] = LevelJudge,
    ) -> None:
        self._settings = settings
        self._report = report
        self._judge = judge
        self._server = ServerWatch("microphone")
        self._stream = KeptStream("microphone", self._start, self._listening, self._reported,
                              lambda now: self._server.astray(now=now))
        self._lock = threading.Lock()
        self._ring: deque[Block] = deque()
        self._take: OpenTake | None = None
        self._taken_until = 0.0
        self._pumps: list[threading.Thread] = []

    @property
    def device(self) -> str | None:
        """The name of the device that is open."""
        return self._stream.device

    @property
    def is_open(self) -> bool:
        """Is there a device (as far as is known)?"""
        return self._stream.is_open

    def open(self) -> None:
        """Open the device. Raises SoundFault, naming what there is, where it can't."""
        PORTAUDIO.open(self._stream)
        self._server.start()

    def close(self) -> None:
        """End an open take, let the device go and forget what is in the ring."""
        self._server.stop()
        PORTAUDIO.close(self._stream)
        with self._lock:
            take, self._take = self._take, None
            self._ring.clear()
        if take is not None:
            take.stop()
        for pump in self._pumps:
            if pump is not threading.current_thread():
                pump.join()

    def __enter__(self) -> Microphone:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def open_take(
        self,
        pressed_at: float | None = None,
        *,
        not_before: float = 0.0,
        on_block: Callable[[Samples], None] | None = None,
        on_end: Callable[[Take], None] | None = None,
    ) -> OpenTake:
        """Start a take with the PRE_ROLL before `pressed_at` (time.monotonic(); None: now).

        Nothing from before `not_before` gets into it: give the speaker's
        `silent_at`, so that the program never hears itself; nor what belonged
        to the take before. A take that is still open ends.

        The caller walks through the take for its blocks; or, with `on_block`
        or `on_end`, a thread of the microphone's own does and hands them over.
        """
        pressed = time.monotonic() if pressed_at is None else pressed_at
        take = OpenTake(
            max(pressed - PRE_ROLL, not_before, self._taken_until), self._judge(), self._end,
            pressed,
        )
        with self._lock:
            previous, self._take = self._take, take
            for block in self._ring:
                take.hear(block)
        if previous is not None:
            previous.stop()
        if on_block is not None or on_end is not None:
            pump = threading.Thread(
                target=_pump, args=(take, on_block, on_end), name="take", daemon=True
            )
            self._pumps = [*(old for old in self._pumps if old.is_alive()), pump]
            pump.start()
        return take

    def _end(self, take: OpenTake) -> None:
        with self._lock:
            self._taken_until = max(self._taken_until, take.heard_until)
            if self._take is take:
                self._take = None

    def _reported(self, event: events.SoundEvent) -> None:
        take = self._take
        if isinstance(event, events.SoundLost) and take is not None:
            take.break_off()
        self._report(event)

    def _listening(self) -> bool:
        return self._take is not None

    def _start(self) -> tuple[Any, str]:
        stream, device = start_stream("microphone", self._settings.device, self._on_sound)
        return stream, device.name

    def _on_sound(self, frames: NDArray[np.float32], when: Any, rate: int) -> None:
        now = time.monotonic()
        self._stream.tick()
        # How long the last frame has been under way, as far as the driver tells.
        delay = when.currentTime - when.inputBufferAdcTime - len(frames) / rate
        block = Block(now - min(0.5, max(0.0, delay)), frames.copy(), rate)
        with self._lock:
            self._ring.append(block)
            while self._ring[0].at < block.at - _RING:
                self._ring.popleft()
            if self._take is not None:
                self._take.hear(block)


def _pump(
    take: OpenTake,
    on_block: Callable[[Samples], None] | None,
    on_end: Callable[[Take], None] | None,
) -> None:
    try:
        for block in take:
            if on_block is not None:
                on_block(block)
    finally:
        if on_end is not None:
            on_end(take.result())
