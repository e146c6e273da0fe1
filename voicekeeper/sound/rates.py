"""Mono, and from one sample rate to another."""

from __future__ import annotations

import numpy as np
import soxr
from numpy.typing import NDArray

from voicekeeper.sound.take import Samples


def mono(frames: NDArray[np.float32]) -> Samples:
    """The mean of all channels of (frames, channels) or of what is mono already."""
    if frames.ndim == 1:
        return frames
    return frames[:, 0] if frames.shape[1] == 1 else frames.mean(axis=1, dtype=np.float32)


def resample(samples: Samples, rate: int, wanted: int) -> Samples:
    """Whole mono sound of `rate` Hz at `wanted` Hz."""
    if rate == wanted or not len(samples):
        return samples
    return np.asarray(soxr.resample(samples, rate, wanted), np.float32)


class Resampler:
    """Mono sound that comes in blocks, from one rate to another without seams."""

    def __init__(self, rate: int, wanted: int) -> None:
        self.rate = rate
        self._stream = (
            None if rate == wanted else soxr.ResampleStream(rate, wanted, 1, dtype="float32")
        )

    def feed(self, samples: Samples, last: bool = False) -> Samples:
        """What is ready once this block is in; `last` gives the rest."""
        if self._stream is None:
            return samples
        return np.asarray(self._stream.resample_chunk(samples, last), np.float32)
