"""The voice activity detector: what it tells, and that it keeps to itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hearing import recording

from voicekeeper.faults import RecogniserFault
from voicekeeper.hearing.detector import check_processor, new_detector
from voicekeeper.sound.files import read_take

ALONE = """
import os
from pathlib import Path
from voicekeeper.hearing.detector import new_detector
detector = new_detector()
for _ in range(20):
    detector.process_chunk(bytes(2 * detector.chunk_samples()))
print(len(list(Path("/proc/self/task").iterdir())), os.environ.get("OMP_THREAD_LIMIT"))
"""


def likelihoods(samples: np.ndarray) -> list[float]:
    detector = new_detector()
    size = detector.chunk_samples()
    scaled = (samples * 32767).astype("<i2")
    return [detector.process_chunk(scaled[at:at + size].tobytes())
            for at in range(0, len(scaled) - size + 1, size)]


def test_it_tells_speech_from_silence_and_is_the_same_again() -> None:
    spoken = read_take(recording(0)).samples
    assert max(likelihoods(spoken)) > 0.9
    assert max(likelihoods(np.zeros(32_000, np.float32))) < 0.1
    assert likelihoods(spoken) == likelihoods(spoken)


def test_it_starts_no_threads_and_leaves_others_their_number() -> None:
    """Four threads for so small a network only wait for each other."""
    env = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "7"}
    said = subprocess.run([sys.executable, "-c", ALONE], check=True, capture_output=True,
                          text=True, env=env, cwd=Path(__file__).parents[1])
    assert said.stdout.split() == ["1", "7"]


def test_a_processor_that_is_too_old_is_told_before_the_first_take(tmp_path: Path) -> None:
    """It would end the program without a word: SIGILL."""
    told = tmp_path / "cpuinfo"
    for flags in ("fpu sse2 avx avx2 fma bmi2", "fpu sse2 avx fma avx2"):
        told.write_text(f"processor\t: 0\nflags\t\t: {flags}\nbugs\t\t: none\n")
        check_processor(told)
    for flags in ("fpu sse2", "fpu sse2 avx", "fpu avx2_vnni fma"):
        told.write_text(f"processor\t: 0\nflags\t\t: {flags}\nbugs\t\t: avx2 fma\n")
        with pytest.raises(RecogniserFault, match="AVX2"):
            check_processor(told)
    told.write_text("processor\t: 0\nFeatures\t: fp asimd\n")  # a Raspberry Pi
    check_processor(told)
    check_processor(tmp_path / "none")
    check_processor()  # this one hears
