"""The recogniser as the rest of the program sees it: a handle on Vosk's own process."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType

import numpy as np

from voicekeeper.faults import RecogniserFault
from voicekeeper.hearing.decoder import read_frame, write_frame
from voicekeeper.hearing.heard import Heard, Hypothesis
from voicekeeper.hearing.pipe import PatientPipe
from voicekeeper.processes import time_of

_ALTERNATIVES = 10
# A little noise, as the model was taught with: of the amplitude of one step of 16 bits, and
# the same in each utterance, so that the same sound is heard the same.
_DITHER = 1.0
# Vosk's process grows with each grammar it loads; a fresh one costs less than that.
_LOADS_A_PROCESS = 4
# A process that neither takes nor gives anything for so long, nor works, is frozen, seconds.
# What it loads may come from a slow card, and that is no work.
_PATIENCE = 4.0
_LOADING = 60.0


class Recogniser:
    """Decodes utterances with the grammar in a model folder.

    The process starts with the first `load` and again whenever it has died or
    was found frozen (then it is ended); that is a RecogniserFault for the
    utterance it happened in, and the next one finds a working recogniser.
    """

    def __init__(self, alternatives: int = _ALTERNATIVES, patience: float = _PATIENCE) -> None:
        """`alternatives` is how long the n-best lists are at most; `patience` after how many
        seconds without a sign of life the process is taken for frozen."""
        self.patience = patience
        self._most = alternatives
        self._process: subprocess.Popen[bytes] | None = None
        self._commands: PatientPipe | None = None
        self._answers: PatientPipe | None = None
        self._folder: Path | None = None
        self._loads = 0
        self._noise = _dither()

    @property
    def pid(self) -> int | None:
        """The process's number while it runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def load(self, folder: Path) -> None:
        """Takes the grammar of a model folder. Raises RecogniserFault."""
        self._folder = folder
        if self._loads >= _LOADS_A_PROCESS:
            self.close()
        self._start_or_reload()

    def accept(self, samples: np.ndarray) -> None:
        """Takes the next samples of the utterance: mono float32 in -1..1, 16 kHz.

        Raises RecogniserFault where the process has died.
        """
        noise = self._noise.standard_normal(len(samples)) * _DITHER
        scaled = np.clip(np.rint(samples * 32767.0 + noise), -32767.0, 32767.0)
        self._send(b"A", scaled.astype("<i2").tobytes())

    def peek(self) -> str:
        """What the utterance sounds like so far, which may still change; "" for nothing.

        The filler's words are marked. Raises RecogniserFault.
        """
        self._send(b"P")
        return self._answer(b"T").decode()

    def finish(self) -> Heard:
        """Ends the utterance: what was heard. Raises RecogniserFault."""
        self._noise = _dither()
        self._send(b"E")
        payload = self._answer(b"H")
        return Heard(tuple(Hypothesis.of(text, score) for text, score in json.loads(payload)))

    def drop(self) -> None:
        """Forgets the utterance begun. Raises RecogniserFault."""
        self._noise = _dither()
        self._send(b"X")

    def restart(self) -> None:
        """A working process with the grammar loaded, whatever became of the old one."""
        if self.pid is None:
            self.close()
            self._start_or_reload()

    def close(self) -> None:
        """Ends the process."""
        process, self._process, self._loads = self._process, None, 0
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        try:
            process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __enter__(self) -> Recogniser:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def _start_or_reload(self) -> None:
        if self._folder is None:
            raise RecogniserFault("The recogniser has no grammar to listen by.")
        if self.pid is None:
            self._start()
        self._loads += 1
        self._noise = _dither()
        self._send(b"L", os.fsencode(self._folder))
        trouble = self._answer(b"R", max(_LOADING, self.patience))
        if trouble:
            raise RecogniserFault(trouble.decode())

    def _start(self) -> None:
        self.close()
        command = [sys.executable, "-m", "voicekeeper.hearing.decoder", str(self._most)]
        try:
            # A group of its own: Ctrl-C at the terminal is for the program, not for this.
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, start_new_session=True, bufsize=0)
        except OSError as error:
            raise RecogniserFault(f"The recogniser cannot start: {error.strerror}.") from error
        if process.stdin is None or process.stdout is None:
            raise RecogniserFault("The recogniser has no pipes.")
        self._process = process

        def worked() -> float | None:
            return time_of(process.pid)

        self._commands = PatientPipe(process.stdin.fileno(), self.patience, worked)
        self._answers = PatientPipe(process.stdout.fileno(), self.patience, worked)

    def _send(self, kind: bytes, payload: bytes = b"") -> None:
        if self._process is None or self._commands is None:
            raise RecogniserFault("The recogniser is not running.")
        self._commands.patience = self.patience
        try:
            write_frame(self._commands, kind, payload)
        except OSError as error:
            raise self._lost(error) from error

    def _answer(self, expected: bytes, patience: float | None = None) -> bytes:
        if self._process is None or self._answers is None:
            raise RecogniserFault("The recogniser is not running.")
        self._answers.patience = self.patience if patience is None else patience
        try:
            frame = read_frame(self._answers)
        except OSError as error:
            raise self._lost(error) from error
        if frame is None or frame[0] != expected:
            raise self._lost()
        return frame[1]

    def _lost(self, error: OSError | None = None) -> RecogniserFault:
        """The fault of a process that died or froze, which is ended by now."""
        self.close()
        frozen = isinstance(error, TimeoutError)
        return RecogniserFault("The recogniser stopped answering." if frozen
                               else "The recogniser stopped while listening.")


def _dither() -> np.random.Generator:
    """The same noise from its beginning on, for the next utterance."""
    return np.random.default_rng(0)
