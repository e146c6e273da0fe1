"""Sound as values: what the microphone took and what the speaker is to play."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float32]
"""One channel, -1..1, shape (frames,)."""


@dataclass(frozen=True, eq=False)
class Take:
    """What was recorded while the button was held; `truncated`: it was cut at its longest."""

    samples: Samples
    rate: int
    """Hz."""
    truncated: bool = False


@dataclass(frozen=True, eq=False)
class Clip:
    """Sound to be played."""

    samples: Samples
    rate: int
    """Hz."""
