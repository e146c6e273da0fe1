"""The engines that speak: text to samples, each by its own program or package."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
import soundfile
import soxr

from corpus.lines import Manner, Recording
from corpus.prepare import KOKORO_MODEL, KOKORO_VOICES, python_of

RATE = 16_000  # Hz; what the recogniser takes
_WORDS_A_MINUTE = 175  # espeak-ng's own speed
_LIMITS = (0.5, 2.0)  # of Kokoro's speed
_HISS = 10 ** (-72 / 20)  # of full scale: no room is as silent as a row of zeros
_SILENT = 10 ** (-50 / 20)  # below the peak; what engines leave round the words


class EngineFault(Exception):
    """An engine that is missing or failed; the sentence says which and why."""


@dataclass(frozen=True)
class _Spoken:
    samples: np.ndarray  # float32, mono
    rate: int


class Engines:
    """All engines, started when they are first needed. `folder` is what prepare.py made."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kokoro: subprocess.Popen[bytes] | None = None
        self._piper: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self._kokoro is not None and self._kokoro.stdin is not None:
            self._kokoro.stdin.close()
            self._kokoro.wait()

    def make(self, recording: Recording) -> np.ndarray:
        """A recording's samples at RATE, with quiet round them. Raises EngineFault."""
        line, speaker, manner = recording.line, recording.speaker, recording.manner
        text = line.text[:1].upper() + line.text[1:] + ("?" if line.asks else ".")
        # What is raised is played faster, so it is spoken slower before.
        speed = manner.speed / manner.pitch
        match speaker.engine:
            case "kokoro":
                spoken = self._by_kokoro(text, speaker.voice, speed)
            case "piper":
                spoken = self._by_piper(text, speaker.voice, speed, manner)
            case "flite":
                spoken = _by_program(["flite", "-voice", speaker.voice, "--setf",
                                      f"duration_stretch={1 / speed:.3f}", "-t", text, "-o"])
            case "festival":
                spoken = _by_program(["text2wave", "-eval", f"(voice_{speaker.voice})", "-eval",
                                      f"(Parameter.set 'Duration_Stretch {1 / speed:.3f})", "-o"],
                                     text)
            case "espeak":
                spoken = _by_program(["espeak-ng", "-v", speaker.voice, "-s",
                                      str(round(_WORDS_A_MINUTE * speed)), text, "-w"])
            case other:
                raise EngineFault(f"There is no engine {other!r}.")
        samples = soxr.resample(spoken.samples, spoken.rate * manner.pitch, RATE)
        return _laid_out(samples.astype(np.float32), recording)

    def _by_kokoro(self, text: str, voice: str, speed: float) -> _Spoken:
        process = self._kokoro or self._start_kokoro()
        if process.stdin is None or process.stdout is None:
            raise EngineFault("Kokoro was started without pipes.")
        speed = min(max(speed, _LIMITS[0]), _LIMITS[1])
        # b is for British; all others read American English, with their own accent.
        accent = "en-gb" if voice.startswith("b") else "en-us"
        asked = {"text": text, "voice": voice, "accent": accent, "speed": speed}
        process.stdin.write(f"{json.dumps(asked)}\n".encode())
        process.stdin.flush()
        head = process.stdout.readline().split()
        if len(head) != 2:
            raise EngineFault(f"Kokoro failed on {text!r} by {voice}.")
        rate, count = int(head[0]), int(head[1])
        data = process.stdout.read(4 * count)
        return _Spoken(np.frombuffer(data, "<f4").copy(), rate)

    def _start_kokoro(self) -> subprocess.Popen[bytes]:
        python = python_of(self._folder)
        if not python.exists():
            raise EngineFault(f"Kokoro is not in {self._folder}; make_speech.py --prepare "
                              "fetches it.")
        worker = Path(__file__).with_name("kokoro_worker.py")
        self._kokoro = subprocess.Popen(
            [python, worker, self._folder / KOKORO_MODEL, self._folder / KOKORO_VOICES],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return self._kokoro

    def _by_piper(self, text: str, voice: str, speed: float, manner: Manner) -> _Spoken:
        import onnxruntime
        from piper.config import SynthesisConfig
        from piper.voice import PiperVoice

        from voicekeeper import models

        onnxruntime.set_seed(manner.seed)
        if voice not in self._piper:
            # The only voice that is packaged is the program's own.
            self._piper[voice] = PiperVoice.load(models.find_voice("en", None))
        piper = self._piper[voice]
        config = SynthesisConfig(length_scale=piper.config.length_scale / speed,
                                 noise_scale=manner.liveliness)
        chunks = [chunk.audio_float_array for chunk in piper.synthesize(text, config)]
        return _Spoken(np.concatenate(chunks), int(piper.config.sample_rate))


def _by_program(command: list[str], spoken: str | None = None) -> _Spoken:
    """Runs a command that writes the sound file named last."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "said.wav"
        try:
            done = subprocess.run([*command, str(path)], input=spoken, capture_output=True,
                                  text=True, check=False)
        except FileNotFoundError as error:
            raise EngineFault(f"{command[0]} is not installed.") from error
        if done.returncode or not path.exists():
            raise EngineFault(f"{command[0]} failed: {done.stderr.strip()[-300:]}")
        samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    return _Spoken(samples.mean(axis=1), rate)


def _laid_out(samples: np.ndarray, recording: Recording) -> np.ndarray:
    """The words at their level, with the recording's own quiet round them."""
    level = np.abs(samples)
    peak = float(level.max(initial=0.0))
    if peak == 0.0:
        raise EngineFault(f"{recording.speaker.name} said nothing for {recording.line.text!r}.")
    loud = np.flatnonzero(level > peak * _SILENT)
    words = samples[loud[0]:loud[-1] + 1] * (recording.manner.peak / peak)
    before, after = (np.zeros(round(s * RATE), np.float32)
                     for s in (recording.manner.before, recording.manner.after))
    whole = np.concatenate([before, words, after])
    hiss = np.random.default_rng(recording.manner.seed).normal(0.0, _HISS, len(whole))
    return np.clip(whole + hiss, -1.0, 1.0).astype(np.float32)

