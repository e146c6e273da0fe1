"""How loud a take is, and what is wrong with the microphone that it came from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from voicekeeper.sound.take import TAKE_RATE, Samples

Trouble = Literal["dead", "clipped"]

_FRAME = TAKE_RATE // 50
_DEAD = 1e-4  # of full scale, -80 dB: any open microphone makes more noise than that
_LOUD = 0.1
_TOP = 0.95  # where a take was brought to another rate, its flat tops are not quite flat
# Speech is near its loudest for a moment only; cut off at its top, for much longer.
_CLIPPED = 0.01


@dataclass(frozen=True)
class Levels:
    """Levels in dB of full scale: the highest sample, the loudest fifth of a take and its
    quietest tenth, by pieces of 20 ms. -inf where there is no sound."""

    peak: float
    speech: float
    quiet: float


def levels_of(samples: Samples) -> Levels:
    """The levels of a take: mono float32 in -1..1, 16 kHz."""
    if not len(samples):
        return Levels(-math.inf, -math.inf, -math.inf)
    whole = max(1, len(samples) // _FRAME)
    powers = np.sort([float(np.square(part, dtype=np.float64).mean())
                      for part in np.array_split(samples, whole)])
    loudest = powers[-max(1, len(powers) // 5):].mean()
    quietest = powers[:max(1, len(powers) // 10)].mean()
    peak = float(np.abs(samples).max())
    return Levels(_decibels(peak * peak), _decibels(loudest), _decibels(quietest))


def trouble_of(samples: Samples) -> Trouble | None:
    """Whether a take (mono float32 in -1..1) is dead silent or cut off at full scale.

    None where it is neither, or too short to tell.
    """
    if not len(samples):
        return None
    size = np.abs(samples)
    if float(size.max()) < _DEAD:
        return "dead"
    # What is spoken, without the pauses in between.
    loud = size > _LOUD
    return "clipped" if loud.any() and float((size[loud] >= _TOP).mean()) > _CLIPPED else None


def _decibels(power: float) -> float:
    return 10 * math.log10(power) if power > 0 else -math.inf
