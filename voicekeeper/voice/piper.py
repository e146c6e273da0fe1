"""The voice: Piper's synthesis, trimmed and levelled, one clip a phrase."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from voicekeeper import models
from voicekeeper.config import SPEED_LIMITS, VoiceSettings
from voicekeeper.faults import VoiceFault
from voicekeeper.sound.take import Clip, Samples
from voicekeeper.voice.phrasing import phrases
from voicekeeper.voice.synthesiser import Synthesiser

_PEAK = 0.8  # of full scale: room for what resampling adds
_LEAD_IN = 0.005  # seconds kept before the first sound
_QUIET = 1e-4  # of full scale: more than nothing in 16 bits, and a step that nobody hears
_TAIL = 0.03  # seconds kept after the last, faded out
# Measured on joe: breath and room before the first sound stay 45 dB under the loudest
# frame, and the softest first sounds (f, h, th) lie above; ends die away more slowly.
_START_LEVEL = 10 ** (-45 / 20)
_END_LEVEL = 10 ** (-50 / 20)
_FRAME = 0.005  # seconds


class Voice:
    """A loaded voice. Safe to use from several threads: it says one phrase after the other."""

    def __init__(self, synthesiser: Synthesiser, described: Mapping[str, Any],
                 settings: VoiceSettings, facts: tuple[object, ...]) -> None:
        """Use `load`."""
        self._synthesiser = synthesiser
        self._described = described
        self._settings = settings
        self._facts = facts
        self.identity = _identity(facts, settings)
        """Names voice and settings: clips of equal identity and text are interchangeable."""
        self.language = str(described["espeak"]["voice"])
        """The code of what it speaks, perhaps with more: "en-us"."""
        self._rate = int(described["audio"]["sample_rate"])

    @classmethod
    def load(cls, settings: VoiceSettings | None = None, language: str = "en",
             seed: int | None = None) -> Self:
        """The voice, ready to speak its first sentence as fast as its tenth.

        `seed` fixes its variation, where the settings let it vary. Raises VoiceFault
        where the voice is missing, damaged or of another language.
        """
        settings = settings or VoiceSettings()
        model = models.find_voice(language, settings.model)
        synthesiser = Synthesiser(model, seed)
        try:
            text = Path(f"{model}.json").read_text(encoding="utf-8")
            facts = (model.name, model.stat().st_size, text)
            voice = cls(synthesiser, json.loads(text), settings, facts)
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise VoiceFault(
                f"{model}.json does not describe a Piper voice ({error!r}). {models.mend(model)}"
            ) from error
        synthesiser.start()
        return voice

    @property
    def works(self) -> bool:
        """Whether it could speak, as far as is known."""
        return self._synthesiser.pid is not None

    def at(self, pace: float) -> Self:
        """The same voice so many times as fast, within what a voice can be set to."""
        slowest, fastest = SPEED_LIMITS
        speed = min(fastest, max(slowest, self._settings.speed * pace))
        return type(self)(self._synthesiser, self._described,
                          replace(self._settings, speed=speed), self._facts)

    def close(self) -> None:
        """Ends its process; should it be asked to speak after all, it starts again."""
        self._synthesiser.close()

    def speak(self, sentences: Sequence[str]) -> Iterator[Clip]:
        """A reply phrase by phrase (phrasing.py), each clip made when it is asked for."""
        for phrase in phrases(sentences, self.language):
            yield followed_by_quiet(self.clip(phrase.text), phrase.pause)

    def clip(self, phrase: str) -> Clip:
        """One phrase, cut to its sound and levelled; an empty clip if nothing can be said.

        Raises VoiceFault if synthesis fails.
        """
        samples = self._synthesiser.samples(_speakable(phrase), self._settings.speed,
                                            self._settings.deterministic)
        return Clip(_levelled(_trimmed(samples, self._rate)), self._rate)


def followed_by_quiet(clip: Clip, seconds: float) -> Clip:
    """The clip with some quiet after it."""
    # Not nothing: some amplifiers switch off at that, and a gap could not be told from it.
    quiet = np.full(round(seconds * clip.rate), _QUIET, np.float32)
    return Clip(np.concatenate([clip.samples, quiet]), clip.rate)


def _identity(facts: tuple[object, ...], settings: VoiceSettings) -> str:
    # The model's size stands for its contents: hashing 63 MB at each start would be felt.
    all_facts = (*facts, settings.speed, settings.deterministic)
    return hashlib.blake2b(repr(all_facts).encode(), digest_size=16).hexdigest()


def _speakable(phrase: str) -> str:
    """Without what names could smuggle in: controls, and the brackets of Piper's raw phonemes."""
    return "".join(c if c.isprintable() and c not in "[]" else " " for c in phrase)


def _trimmed(samples: Samples, rate: int) -> Samples:
    frame = round(_FRAME * rate)
    count = len(samples) // frame
    peak = float(np.abs(samples).max(initial=0.0))
    if count == 0 or peak == 0.0:
        return samples[:0]
    level = np.sqrt(np.square(samples[: count * frame].reshape(count, frame)).mean(axis=1))
    # The loudest frame itself always passes, so neither list is empty.
    start = int(np.flatnonzero(level > peak * _START_LEVEL)[0]) * frame
    end = int(np.flatnonzero(level > peak * _END_LEVEL)[-1] + 1) * frame
    cut = samples[max(0, start - round(_LEAD_IN * rate)): end + round(_TAIL * rate)].copy()
    fade = min(len(cut), round(_TAIL * rate))
    cut[len(cut) - fade:] *= np.linspace(1.0, 0.0, fade, dtype=np.float32)
    return cut


def _levelled(samples: Samples) -> Samples:
    peak = float(np.abs(samples).max(initial=0.0))
    return samples if peak == 0.0 else (samples * (_PEAK / peak)).astype(np.float32)
