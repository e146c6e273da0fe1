"""How loud a clip is: quieter as it is, louder with its peaks held below full scale."""

from __future__ import annotations

import numpy as np

from voicekeeper.sound.take import Clip, Samples

_KNEE = 0.7  # of full scale: below it a louder clip is only louder, above it is rounded off


def amplified(clip: Clip, gain: float) -> Clip:
    """The clip with its amplitude so many times as high."""
    if gain == 1.0:
        return clip
    samples = (clip.samples * np.float32(gain)).astype(np.float32)
    return Clip(samples if gain < 1.0 else _limited(samples), clip.rate)


def _limited(samples: Samples) -> Samples:
    size = np.abs(samples)
    over = np.maximum(size - _KNEE, 0.0) / (1.0 - _KNEE)
    rounded = np.where(size <= _KNEE, size, _KNEE + (1.0 - _KNEE) * np.tanh(over))
    return np.asarray(np.copysign(rounded, samples), np.float32)
