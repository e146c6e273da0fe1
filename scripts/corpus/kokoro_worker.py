#!/usr/bin/env python3
"""Speaks with Kokoro, in the environment of its own where kokoro-onnx is installed.

Arguments: the model and the voices. Each line of standard input is a JSON
object (text, voice, accent, speed); the answer is a line with the rate (Hz) and
the number of samples, then the samples as little-endian float32.
"""

from __future__ import annotations

import json
import sys

import numpy as np
import onnxruntime
from kokoro_onnx import Kokoro


def main(model: str, voices: str) -> None:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # a second one costs more than it gains
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    kokoro = Kokoro.from_session(session, voices)
    for line in sys.stdin:
        asked = json.loads(line)
        samples, rate = kokoro.create(asked["text"], voice=asked["voice"], speed=asked["speed"],
                                      lang=asked["accent"])
        out = sys.stdout.buffer
        out.write(f"{rate} {len(samples)}\n".encode())
        out.write(np.asarray(samples, "<f4").tobytes())
        out.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
