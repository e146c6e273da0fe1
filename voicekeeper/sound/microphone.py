"""The microphone: always open, and heard only while the button is down.

It is open all the time so that the first word is never lost: people speak
before they press. But unless a take is open, sound goes nowhere but into a
ring of a second in the sound process (inlet.py), and nothing of it comes here.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np

from voicekeeper.sound import events
from voicekeeper.sound.openline import OpenLine
from voicekeeper.sound.orders import BLOCK, BLOCK_HEAD, HEAR, IGNORE, NUMBER
from voicekeeper.sound.quiet import LevelJudge, QuietJudge
from voicekeeper.sound.settings import MicrophoneSettings
from voicekeeper.sound.take import Samples, Take
from voicekeeper.sound.taking import Block, OpenTake

PRE_ROLL = 0.5
"""How much of what was said before the button went down belongs to the take, seconds."""


class Microphone(OpenLine):
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
        super().__init__("microphone", settings.device, report)
        self._judge = judge
        self._take: OpenTake | None = None
        self._number = 0
        self._taken_until = 0.0
        self._pumps: list[threading.Thread] = []

    def close(self) -> None:
        """End an open take and let the device go."""
        super().close()
        with self._lock:
            take, self._take = self._take, None
        if take is not None:
            take.stop()
        for pump in self._pumps:
            if pump is not threading.current_thread():
                pump.join()

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
            self._number += 1
            # Where there is no sound process, the next one is told.
            if self._is_reached:
                self._post(HEAR, NUMBER.pack(self._number))
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
                self._post(IGNORE)

    def _heard_of(self, kind: bytes, payload: bytes) -> None:
        if kind == BLOCK:
            number, at, rate, channels = BLOCK_HEAD.unpack_from(payload)
            frames = np.frombuffer(payload, np.float32, offset=BLOCK_HEAD.size)
            with self._lock:
                # What was heard for the take before, this one gets from the ring.
                if self._take is not None and number == self._number:
                    self._take.hear(Block(at, frames.reshape(-1, channels), rate))

    def _order_again(self) -> None:
        # A take that was begun meanwhile wants to hear.
        if self._take is not None:
            self._post(HEAR, NUMBER.pack(self._number))

    def _lost(self, reason: str) -> None:
        take = self._take
        if take is not None:
            take.break_off()
        super()._lost(reason)


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
