"""The recogniser as the rest of the program sees it: a handle on Vosk's own process."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import numpy as np

from voicekeeper.faults import RecogniserFault
from voicekeeper.hearing.decoder import read_frame, write_frame
from voicekeeper.hearing.heard import Heard, Hypothesis

_ALTERNATIVES = 10
# Vosk's process grows with each grammar it loads; a fresh one costs less than that.
_LOADS_A_PROCESS = 4


class Recogniser:
    """Decodes utterances with the grammar in a model folder.

    The process starts with the first `load` and again whenever it has died; a
    death is a RecogniserFault for the utterance it happened in, and the next
    one finds a working recogniser.
    """

    def __init__(self, alternatives: int = _ALTERNATIVES) -> None:
        """`alternatives` is how long the n-best lists are at most."""
        self._most = alternatives
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: Path | None = None
        self._loads = 0

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
        scaled = np.clip(samples, -1.0, 1.0) * 32767.0
        self._send(b"A", scaled.astype("<i2").tobytes())

    def finish(self) -> Heard:
        """Ends the utterance: what was heard. Raises RecogniserFault."""
        self._send(b"E")
        payload = self._answer(b"H")
        return Heard(tuple(Hypothesis.of(text, score) for text, score in json.loads(payload)))

    def drop(self) -> None:
        """Forgets the utterance begun. Raises RecogniserFault."""
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
        self._send(b"L", os.fsencode(self._folder))
        trouble = self._answer(b"R")
        if trouble:
            raise RecogniserFault(trouble.decode())

    def _start(self) -> None:
        self.close()
        command = [sys.executable, "-m", "voicekeeper.hearing.decoder", str(self._most)]
        try:
            # A group of its own: Ctrl-C at the terminal is for the program, not for this.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, start_new_session=True)
        except OSError as error:
            raise RecogniserFault(f"The recogniser cannot start: {error.strerror}.") from error

    def _pipe(self) -> tuple[BinaryIO, BinaryIO]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise RecogniserFault("The recogniser is not running.")
        return process.stdin, process.stdout  # type: ignore[return-value]

    def _send(self, kind: bytes, payload: bytes = b"") -> None:
        commands, _ = self._pipe()
        try:
            write_frame(commands, kind, payload)
        except OSError as error:
            self._died(error)

    def _answer(self, expected: bytes) -> bytes:
        _, answers = self._pipe()
        frame = read_frame(answers)
        if frame is None or frame[0] != expected:
            self._died(None)
        else:
            return frame[1]
        raise RecogniserFault("The recogniser gave no answer.")

    def _died(self, error: OSError | None) -> None:
        self.close()
        raise RecogniserFault("The recogniser stopped while listening.") from error
