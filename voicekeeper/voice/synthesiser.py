"""Piper as the rest of the program sees it: a handle on its own process (synthesis.py)."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import numpy as np

from voicekeeper import models
from voicekeeper.coprocess import PATIENCE, Coprocess, Lost, Served
from voicekeeper.faults import VoiceFault
from voicekeeper.sound.take import Samples

# What is loaded may come from a slow card, and that is no work; seconds.
_LOADING = 60.0


class Synthesiser(Served):
    """Makes samples of phrases by one voice; safe to use from several threads, one at a time.

    Where the process has died it is started anew. One that dies on a phrase gets that
    phrase once more; one that freezes does not, as nobody waits so long for a reply.
    """

    def __init__(self, model: Path, seed: int | None = None, patience: float = PATIENCE) -> None:
        """`model` is the voice's .onnx file; `seed` fixes its variation."""
        self._model = model
        seeds = () if seed is None else (str(seed),)
        super().__init__(Coprocess("voicekeeper.voice.synthesis",
                                   (os.fspath(model), *seeds), patience))
        self._lock = threading.Lock()

    def start(self) -> None:
        """Loads the voice. Raises VoiceFault where that cannot be done."""
        with self._lock:
            self._start()

    def samples(self, text: str, speed: float, still: bool) -> Samples:
        """A phrase as Piper says it, mono at the voice's rate; speed 1 is the voice's own.

        `still`: it sounds the same each time. Raises VoiceFault.
        """
        wanted = json.dumps({"text": text, "speed": speed, "still": still}).encode()
        with self._lock:
            try:
                kind, payload = self._ask(wanted)
            except Lost as lost:
                if lost.frozen:
                    raise self._fault(str(lost)) from lost
                kind, payload = self._ask_again(wanted)
        if kind != b"C":
            raise VoiceFault(f"The voice failed on {text!r} ({payload.decode()}).")
        samples = np.frombuffer(payload, "<f4").astype(np.float32)
        if not np.isfinite(samples).all():
            raise self._fault("what it says is no sound")
        return samples

    def close(self) -> None:
        """Ends the process."""
        with self._lock:
            self._process.close()

    def _ask(self, wanted: bytes) -> tuple[bytes, bytes]:
        if self._process.pid is None:
            self._start()
        self._process.send(b"S", wanted)
        return self._process.answer()

    def _ask_again(self, wanted: bytes) -> tuple[bytes, bytes]:
        try:
            return self._ask(wanted)
        except Lost as lost:
            raise self._fault(str(lost)) from lost

    def _start(self) -> None:
        try:
            self._process.start()
            kind, payload = self._process.answer(max(_LOADING, self.patience))
        except (OSError, Lost) as error:
            raise self._damaged(str(error)) from error
        if kind != b"R":
            self._process.close()
            raise self._damaged(payload.decode())

    def _damaged(self, reason: str) -> VoiceFault:
        return VoiceFault(f"The voice {self._model} is damaged or not a Piper voice "
                          f"({reason.rstrip('.')}). {models.mend(self._model)}")

    def _fault(self, reason: str) -> VoiceFault:
        return VoiceFault(f"The voice {self._model} failed ({reason}).")
