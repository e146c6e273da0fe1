"""The recogniser as the rest of the program sees it: a handle on Vosk's own process."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType

import numpy as np

from voicekeeper.coprocess import PATIENCE, Coprocess, Lost, Served
from voicekeeper.faults import RecogniserFault
from voicekeeper.hearing.heard import Heard, Hypothesis

_ALTERNATIVES = 10
# A little noise, as the model was taught with: of the amplitude of one step of 16 bits, and
# the same in each utterance, so that the same sound is heard the same.
_DITHER = 1.0
# Vosk's process grows with each grammar it loads; a fresh one costs less than that.
_LOADS_A_PROCESS = 4
# What it loads may come from a slow card, and that is no work; seconds.
_LOADING = 60.0


class Recogniser(Served):
    """Decodes utterances with the grammar in a model folder.

    The process starts with the first `load` and again whenever it has died or
    was found frozen (then it is ended); that is a RecogniserFault for the
    utterance it happened in, and the next one finds a working recogniser.
    """

    def __init__(self, alternatives: int = _ALTERNATIVES, patience: float = PATIENCE) -> None:
        """`alternatives` is how long the n-best lists are at most; `patience` after how many
        seconds without a sign of life the process is taken for frozen."""
        super().__init__(
            Coprocess("voicekeeper.hearing.decoder", (str(alternatives),), patience))
        self._folder: Path | None = None
        self._loads = 0
        self._noise = _dither()

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
        self._loads = 0
        self._process.close()

    def __enter__(self) -> Recogniser:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def _start_or_reload(self) -> None:
        if self._folder is None:
            raise RecogniserFault("The recogniser has no grammar to listen by.")
        try:
            self._load(self._folder)
        except Lost:
            # Something else may have ended it, as a system short of memory does.
            try:
                self._load(self._folder)
            except Lost as lost:
                raise RecogniserFault(
                    f"The recogniser cannot load the speech model ({lost}). "
                    "Run `voicekeeper setup`, which checks it and fetches it again if need be."
                ) from lost

    def _load(self, folder: Path) -> None:
        """Raises RecogniserFault; Lost where the process ends in it."""
        if self.pid is None:
            self._start()
        self._loads += 1
        self._noise = _dither()
        self._process.send(b"L", os.fsencode(folder))
        kind, trouble = self._process.answer(max(_LOADING, self.patience))
        if kind != b"R" or trouble:
            self.close()
            raise RecogniserFault(trouble.decode() or "The recogniser does not load the model.")

    def _start(self) -> None:
        self.close()
        try:
            self._process.start()
        except OSError as error:
            raise RecogniserFault(f"The recogniser cannot start: {error.strerror}.") from error

    def _send(self, kind: bytes, payload: bytes = b"") -> None:
        try:
            self._process.send(kind, payload)
        except Lost as lost:
            raise _fault(lost) from lost

    def _answer(self, expected: bytes, patience: float | None = None) -> bytes:
        try:
            kind, payload = self._process.answer(patience)
        except Lost as lost:
            raise _fault(lost) from lost
        if kind != expected:
            self.close()
            raise _fault(Lost(frozen=False))
        return payload


def _fault(lost: Lost) -> RecogniserFault:
    return RecogniserFault("The recogniser stopped answering." if lost.frozen
                           else "The recogniser stopped while listening.")


def _dither() -> np.random.Generator:
    """The same noise from its beginning on, for the next utterance."""
    return np.random.default_rng(0)
