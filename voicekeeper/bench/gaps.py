"""Gaps within a reply: where the speaker was given nothing between two sounds of it."""

from __future__ import annotations

import numpy as np

from voicekeeper.sound.take import Samples

HEARD = 0.005
"""A shorter gap is not heard, seconds; and so long the softest sounds are nothing in 16 bits."""


def longest_gap(reply: Samples, rate: int) -> float:
    """How long the longest silence between the first sound of a recording and its last is, seconds.

    Silence is exactly zero, as of a sink that gets nothing. A voice is never that
    still, not even between two words.
    """
    sounding = np.flatnonzero(reply)
    if len(sounding) < 2:
        return 0.0
    return float(np.diff(sounding).max() - 1) / rate
