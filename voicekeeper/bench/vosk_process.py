"""Stock Vosk in a process of its own, for comparison: open, or biased to a list of words.

Started as `python -m voicekeeper.bench.vosk_process MODEL`; VoskProcess (in
rivals.py) talks to it. Like hearing/decoder.py it may import nothing that
imports kaldifst. Frames are as there:

    G  the words of a list, parted by spaces; empty: open     answered by R
    A  samples, 16 kHz mono int16                             not answered
    E  end of the utterance                                   answered by H: the text
"""

from __future__ import annotations

import json
import sys
from typing import BinaryIO

from voicekeeper.frames import read_frame, write_frame
from voicekeeper.hearing.decoder import RATE

UNKNOWN = "[unk]"
"""What stands in a text for words that are not in the list."""


def _serve(commands: BinaryIO, answers: BinaryIO, folder: str) -> None:
    import vosk

    vosk.SetLogLevel(-1)
    model = vosk.Model(model_path=folder)
    words: list[str] = []
    recogniser = None
    while (frame := read_frame(commands)) is not None:
        kind, payload = frame
        if kind == b"G":
            words = payload.decode().split()
            write_frame(answers, b"R")
        elif kind == b"A":
            if recogniser is None:
                grammar = (json.dumps([*words, UNKNOWN], ensure_ascii=False),) if words else ()
                recogniser = vosk.KaldiRecognizer(model, RATE, *grammar)
            recogniser.AcceptWaveform(payload)
        elif kind == b"E":
            text = json.loads(recogniser.FinalResult())["text"] if recogniser else ""
            recogniser = None
            write_frame(answers, b"H", text.encode())


if __name__ == "__main__":
    _serve(sys.stdin.buffer, sys.stdout.buffer, sys.argv[1])
