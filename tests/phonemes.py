"""Speech by phonemes: names said as no spelling would have the voice say them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile

from voicekeeper import models
from voicekeeper.voice.synthesiser import Synthesiser

_RATE = 22_050  # the voice's own, Hz


class Speaker:
    """The program's voice, given what it would not let through: phonemes in [[ ]]."""

    def __init__(self) -> None:
        # Varied as people vary, but the same in each run.
        self._synthesiser = Synthesiser(models.find_voice("en"), seed=1)
        self._synthesiser.start()

    def say(self, text: str, file: Path) -> Path:
        """The text as a sound file, as loud as somebody near."""
        samples = self._synthesiser.samples(text, 1.0, still=False)
        soundfile.write(file, samples * (0.5 / np.abs(samples).max()), _RATE)
        return file
