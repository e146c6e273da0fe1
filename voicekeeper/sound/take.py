"""The values of sound: what was said into the microphone, what goes to the speaker."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""Mono sound, one dimension, -1..1."""

TAKE_RATE = 16_000
"""The rate that takes come in, Hz: what the recogniser's models were made for."""


@dataclass(frozen=True, eq=False)
class Take:
    """Something said while the button was down.

    `samples` is mono at `rate` Hz; `truncated` tells that it reached the
    longest that a take may be and was cut there; `broken`, that the microphone
    failed in the middle: more was said, and who knows what.
    """

    samples: Samples
    rate: int = TAKE_RATE
    truncated: bool = False
    broken: bool = False

    @property
    def seconds(self) -> float:
        """How long it is, seconds."""
        return len(self.samples) / self.rate

    def __repr__(self) -> str:
        return f"Take({self.seconds:.2f} s at {self.rate} Hz{', cut' if self.truncated else ''})"


@dataclass(frozen=True, eq=False)
class Clip:
    """A whole piece of sound for the speaker: mono `samples` at `rate` Hz."""

    samples: Samples
    rate: int

    @property
    def seconds(self) -> float:
        """How long it is, seconds."""
        return len(self.samples) / self.rate

    def __repr__(self) -> str:
        return f"Clip({self.seconds:.2f} s at {self.rate} Hz)"
