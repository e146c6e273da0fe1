"""The voice's own process: Piper behind a pipe.

Started as `python -m voicekeeper.voice.synthesis MODEL [SEED]`; piper.py talks to
it. Whatever Piper and what it is made of do (crash, hang, be ended by a system
short of memory) ends or freezes this process and no other.

Frames (frames.py) on the pipe: first, unasked, R, or F with why MODEL is no voice.
Then S for each phrase, JSON: text; speed, as a factor of the voice's own; still,
whether it shall sound the same each time. The answer is C, samples as little-endian
float32 at the voice's rate, or F with what went wrong. SEED fixes the voice's variation.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

from voicekeeper.frames import read_frame, write_frame
from voicekeeper.memory import give_back, give_back_at_once

_LARGE = 4_000_000  # bytes


def _serve(commands: BinaryIO, answers: BinaryIO, model: Path, seed: int | None) -> None:
    # The libraries' exceptions share no base class but Exception.
    try:
        piper = _load(model, seed)
        # The first synthesis sets up espeak and takes twice as long.
        _samples(piper, {"text": "One.", "speed": 1.0, "still": True})
    except Exception as error:  # noqa: BLE001 - see above
        write_frame(answers, b"F", _first_line(error).encode())
        return
    write_frame(answers, b"R")
    while (frame := read_frame(commands)) is not None:
        try:
            answer = b"C", _samples(piper, json.loads(frame[1]))
        except Exception as error:  # noqa: BLE001 - see above
            answer = b"F", _first_line(error).encode()
        write_frame(answers, *answer)


def _samples(piper: Any, wanted: dict[str, Any]) -> bytes:
    config = importlib.import_module("piper.config")
    still = 0.0 if wanted["still"] else None
    how = config.SynthesisConfig(
        length_scale=piper.config.length_scale / wanted["speed"],
        noise_scale=still,
        noise_w_scale=still,
        normalize_audio=False,
    )
    made = b"".join(chunk.audio_float_array.astype("<f4").tobytes()
                    for chunk in piper.synthesize(wanted["text"], how))
    # Every phrase has another length: without this the process grows by 100 MB.
    give_back()
    return made


def _load(model: Path, seed: int | None) -> Any:
    # While a long phrase is made, what is large goes back at once: 75 MB at most for 3 s of
    # speech instead of 105. Short phrases, for which somebody waits, have nothing so large.
    give_back_at_once(_LARGE)
    described = json.loads(Path(f"{model}.json").read_text(encoding="utf-8"))
    onnxruntime = importlib.import_module("onnxruntime")
    voice = importlib.import_module("piper.voice")
    if seed is not None:
        onnxruntime.set_seed(seed)
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


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


if __name__ == "__main__":
    _serve(sys.stdin.buffer, sys.stdout.buffer, Path(sys.argv[1]),
           int(sys.argv[2]) if len(sys.argv) > 2 else None)
