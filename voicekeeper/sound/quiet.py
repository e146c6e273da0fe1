"""When has somebody stopped speaking? Judged by level, against the take itself."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from voicekeeper.sound.take import TAKE_RATE, Samples

QUIET_SECONDS = 0.1
"""How long it has to be quiet for speech to be over, seconds."""

_FRAME = TAKE_RATE // 50
_FRAMES = round(QUIET_SECONDS * 50)
_OVER_FLOOR = 2.0  # 6 dB over the quietest part is still that part's noise
_UNDER_PEAK = 0.02  # 34 dB under the loudest part no consonant is lost


class QuietJudge(Protocol):
    """Hears a take as it comes and tells whether its end is quiet."""

    def hear(self, samples: Samples) -> None:
        """Take in the next block: mono at TAKE_RATE, any length."""

    def quiet(self) -> bool:
        """Have the last QUIET_SECONDS held no speech?"""


class LevelJudge:
    """Quiet is what lies near the quietest tenth of a second, or far under the loudest."""

    def __init__(self) -> None:
        self._rest = np.zeros(0, np.float32)
        self._powers: list[float] = []
        self._floor = np.inf
        self._peak = 0.0
        self._level = np.inf

    def hear(self, samples: Samples) -> None:
        """Take in the next block."""
        sound = np.concatenate((self._rest, samples))
        whole = len(sound) // _FRAME * _FRAME
        self._rest = sound[whole:]
        for frame in sound[:whole].reshape(-1, _FRAME):
            self._powers = [*self._powers[1 - _FRAMES :], float(np.square(frame).mean())]
            if len(self._powers) == _FRAMES:
                self._level = float(np.sqrt(np.mean(self._powers)))
                self._floor = min(self._floor, self._level)
                self._peak = max(self._peak, self._level)

    def quiet(self) -> bool:
        """Is the last tenth of a second quiet? Not before there is that much sound."""
        return self._level <= max(_OVER_FLOOR * self._floor, _UNDER_PEAK * self._peak)
