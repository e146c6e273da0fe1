#!/usr/bin/env python3
"""Records the lines of demo/script.yaml with the program's own voice, into demo/.

Run it in the program's environment after changing the script:

    .venv/bin/python scripts/record_demo.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile
import soxr
import yaml

from voicekeeper.config import VoiceSettings
from voicekeeper.voice.piper import Voice

DEMO = Path(__file__).resolve().parent.parent / "demo"
RATE = 16_000  # Hz; what the recogniser takes
QUIET = 0.15  # seconds before and after, as between a press and the first word


def main() -> None:
    script = yaml.safe_load((DEMO / "script.yaml").read_text(encoding="utf-8"))
    voices: dict[float, Voice] = {}
    size = 0
    for line in script["lines"]:
        speed = float(line["speed"])
        # The voice's natural variation, but the same each time.
        voice = voices.get(speed) or Voice.load(VoiceSettings(speed=speed), seed=7)
        voices[speed] = voice
        clip = voice.clip(line["say"])
        quiet = np.zeros(round(QUIET * RATE), np.float32)
        samples = np.concatenate([quiet, soxr.resample(clip.samples, clip.rate, RATE), quiet])
        file = DEMO / line["file"]
        soundfile.write(file, samples, RATE, subtype="PCM_16")
        size += file.stat().st_size
        print(f"{file.name}  {len(samples) / RATE:4.1f} s  {line['say']}")
    print(f"{size / 1000:.0f} kB in all")


if __name__ == "__main__":
    main()
