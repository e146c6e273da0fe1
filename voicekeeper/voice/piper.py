"""The voice: Piper's synthesis, trimmed and levelled, one clip a phrase."""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np

from voicekeeper import models
from voicekeeper.config import SPEED_LIMITS, VoiceSettings
from voicekeeper.faults import VoiceFault
from voicekeeper.sound.take import Clip, Samples
from voicekeeper.voice.phrasing import phrases

_PEAK = 0.8  # of full scale: room for what resampling adds
_LEAD_IN = 0.005  # seconds kept before the first sound
_TAIL = 0.03  # seconds kept after the last, faded out
# Measured on joe: breath and room before the first sound stay 45 dB under the loudest
# frame, and the softest first sounds (f, h, th) lie above; ends die away more slowly.
_START_LEVEL = 10 ** (-45 / 20)
_END_LEVEL = 10 ** (-50 / 20)
_FRAME = 0.005  # seconds
_MMAP_THRESHOLD = -3  # glibc's M_MMAP_THRESHOLD
_LARGE = 4_000_000  # bytes


class Voice:
    """A loaded voice. `speak` may be called from one thread while another one speaks too."""

    def __init__(self, piper: Any, settings: VoiceSettings, facts: tuple[object, ...]) -> None:
        self._piper = piper
        self._settings = settings
        self._facts = facts
        self.identity = _identity(facts, settings)
        """Names voice and settings: clips of equal identity and text are interchangeable."""

    @classmethod
    def load(cls, settings: VoiceSettings | None = None, language: str = "en") -> Self:
        """The voice, ready to speak its first sentence as fast as its tenth.

        Raises VoiceFault where the voice is missing, damaged or of another language.
        """
        settings = settings or VoiceSettings()
        model = models.find_voice(language, settings.model)
        description = Path(f"{model}.json")
        try:
            described = description.read_text(encoding="utf-8")
            piper = _load(model, json.loads(described))
        # onnxruntime's exceptions share no base class but Exception.
        except Exception as error:
            raise VoiceFault(f"The voice {model} is damaged or not a Piper voice "
                             f"({_first_line(error)}). Run `voicekeeper setup`.") from error
        facts = (model.name, model.stat().st_size, described)
        voice = cls(piper, settings, facts)
        voice.clip("One.")  # The first synthesis sets up espeak and takes twice as long.
        return voice

    @property
    def language(self) -> str:
        """The code of what it speaks, perhaps with more: "en-us"."""
        return str(self._piper.config.espeak_voice)

    def at(self, pace: float) -> Self:
        """The same voice so many times as fast, within what a voice can be set to."""
        slowest, fastest = SPEED_LIMITS
        speed = min(fastest, max(slowest, self._settings.speed * pace))
        return type(self)(self._piper, replace(self._settings, speed=speed), self._facts)

    def speak(self, sentences: Sequence[str]) -> Iterator[Clip]:
        """A reply phrase by phrase (phrasing.py), each clip made when it is asked for."""
        for phrase in phrases(sentences, self.language):
            yield followed_by_quiet(self.clip(phrase.text), phrase.pause)

    def clip(self, phrase: str) -> Clip:
        """One phrase, cut to its sound and levelled; an empty clip if nothing can be said.

        Raises VoiceFault if synthesis fails.
        """
        try:
            chunks = [chunk.audio_float_array
                      for chunk in self._piper.synthesize(_speakable(phrase), self._synthesis())]
        except Exception as error:  # see load()
            raise VoiceFault(f"The voice failed on {phrase!r} ({_first_line(error)}).") from error
        _give_back_memory()
        rate = int(self._piper.config.sample_rate)
        samples = np.concatenate([np.zeros(0, np.float32), *chunks])
        return Clip(_levelled(_trimmed(samples, rate)), rate)

    def _synthesis(self) -> Any:
        config = importlib.import_module("piper.config")
        still = 0.0 if self._settings.deterministic else None
        return config.SynthesisConfig(
            length_scale=self._piper.config.length_scale / self._settings.speed,
            noise_scale=still,
            noise_w_scale=still,
            normalize_audio=False,
        )


def followed_by_quiet(clip: Clip, seconds: float) -> Clip:
    """The clip with some quiet after it."""
    quiet = np.zeros(round(seconds * clip.rate), np.float32)
    return Clip(np.concatenate([clip.samples, quiet]), clip.rate)


def _load(model: Path, described: dict[str, Any]) -> Any:
    _give_back_large_blocks()
    # Imported here: onnxruntime takes a quarter of a second that only a speaking program pays.
    onnxruntime = importlib.import_module("onnxruntime")
    voice = importlib.import_module("piper.voice")
    options = onnxruntime.SessionOptions()
    # A second thread halves the time to the first sound; more than two gain little.
    options.intra_op_num_threads = min(2, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    # Threads that spin while they wait take a busy machine's time from themselves.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Every sentence has another length: the arena and the memory patterns kept 70 MB
    # for sizes that never came again, and cost three times the time.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    # Optimising the graph takes 0.2 s at each start and gained nothing measurable.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(
        str(model), sess_options=options, providers=["CPUExecutionProvider"]
    )
    return voice.PiperVoice(session=session, config=voice.PiperConfig.from_dict(described))


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


@cache
def _glibc() -> ctypes.CDLL | None:
    """The C library, where the program runs on glibc."""
    try:
        library = ctypes.CDLL(None)
        library.malloc_trim, library.mallopt  # noqa: B018 - other libraries have neither
    except (OSError, AttributeError, TypeError):
        return None
    return library


def _give_back_memory() -> None:
    # Every phrase has another length, and what onnxruntime frees between them stays with
    # glibc in pieces: without this the process grows by 100 MB; it takes 2 to 5 ms.
    if (library := _glibc()) is not None:
        library.malloc_trim(0)


def _give_back_large_blocks() -> None:
    # While a long phrase is made, what is large goes back at once: 75 MB at most for 3 s of
    # speech instead of 105. Short phrases, for which somebody waits, have nothing so large.
    if (library := _glibc()) is not None:
        library.mallopt(_MMAP_THRESHOLD, _LARGE)


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]
