"""The recogniser's own process: Vosk behind a pipe.

Started as `python -m voicekeeper.hearing.decoder`; recogniser.py talks to it.
Vosk and kaldifst both carry OpenFst and corrupt memory when they share a
process, so nothing here may import kaldifst, or anything that does. A crash
of Vosk ends this process and no other.

Frames (frames.py) on the pipe, both ways:

    L  load the model folder named in the payload        answered by R
    A  samples, 16 kHz mono int16                        not answered
    P  peek: what it sounds like so far                  answered by T
    E  end of the utterance                              answered by H
    X  drop the utterance                                not answered

R is empty (ready) or holds what went wrong. T holds a text, which may still
change. H holds JSON: a list of
[text, score], best first; scores are natural-log likelihoods of which only
differences mean something.
"""

from __future__ import annotations

import json
import sys
from typing import BinaryIO

from voicekeeper.frames import read_frame, write_frame

RATE = 16_000


def _serve(commands: BinaryIO, answers: BinaryIO, alternatives: int) -> None:
    import vosk

    vosk.SetLogLevel(-1)
    model = recogniser = None
    while (frame := read_frame(commands)) is not None:
        kind, payload = frame
        if kind == b"L":
            # By path only: a language or a name would make Vosk go to the network.
            recogniser = None
            model = vosk.Model(model_path=payload.decode())
            write_frame(answers, b"R")
        elif model is None:
            raise ValueError("no model is loaded")
        elif kind == b"A":
            if recogniser is None:
                # A new one for each utterance; its state would not be clean.
                recogniser = vosk.KaldiRecognizer(model, RATE)
                recogniser.SetMaxAlternatives(alternatives)
            recogniser.AcceptWaveform(payload)
        elif kind == b"P":
            so_far = json.loads(recogniser.PartialResult()) if recogniser else {}
            write_frame(answers, b"T", so_far.get("partial", "").strip().encode())
        elif kind == b"E":
            result = json.loads(recogniser.FinalResult()) if recogniser else {}
            heard = [[a["text"].strip(), a["confidence"]] for a in result.get("alternatives", ())]
            recogniser = None
            write_frame(answers, b"H", json.dumps(heard).encode())
        elif kind == b"X":
            recogniser = None


if __name__ == "__main__":
    _serve(sys.stdin.buffer, sys.stdout.buffer, int(sys.argv[1]))
