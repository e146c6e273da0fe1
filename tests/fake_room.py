"""The fake room that tests share with the bench, and what is looked for in its recordings."""

from __future__ import annotations

import numpy as np

from voicekeeper.bench.fake_room import MICROPHONE, RATE, SPEAKER, FakeRoom, Recording
from voicekeeper.sound.take import Samples

__all__ = ["MICROPHONE", "RATE", "SPEAKER", "FakeRoom", "Recording", "heard_whole", "locate",
           "noise"]


def noise(seconds: float, rate: int = RATE, seed: int = 1, band: float = 7000.0) -> Samples:
    """Noise below `band` Hz at a level that clips nowhere: finds its place in any recording."""
    count = int(seconds * rate)
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(count))
    spectrum[np.fft.rfftfreq(count, 1 / rate) > band] = 0
    sound = np.fft.irfft(spectrum, count)
    return np.asarray(0.5 * sound / np.abs(sound).max(), np.float32)


def locate(wanted: Samples, recorded: Samples) -> tuple[int, float]:
    """Where `wanted` begins in `recorded` (samples) and how alike the two are there (0..1).

    Found to an eighth of a sample: on its way through two rates sound may be
    shifted by less than one, and that does not make it another sound.
    """
    size = 1 << (len(recorded) + len(wanted)).bit_length()
    finer = 8
    match = finer * np.fft.irfft(
        np.fft.rfft(recorded.astype(float), size)
        * np.conj(np.fft.rfft(wanted.astype(float), size)), finer * size,
    )[: finer * max(1, len(recorded))]
    best = int(np.argmax(match))
    at = best // finer
    part = recorded[at : at + len(wanted)].astype(float)
    loudness = float(np.linalg.norm(part) * np.linalg.norm(wanted))
    return at, float(match[best]) / loudness if loudness else 0.0


def heard_whole(wanted: Samples, recorded: Samples, rate: int = RATE) -> bool:
    """Is all of `wanted` in the recording, in order?

    Judged in pieces of 50 ms, four of five alike to 0.99 and none later than
    two seconds after the one before: the room's server is an ordinary process,
    and on a busy machine it stumbles, or the output has to be brought back.
    """
    size = rate // 20
    pieces = range(0, len(wanted) - size + 1, size)
    here, _ = locate(wanted[: 4 * size], recorded)
    alike = 0
    for start in pieces:
        before = max(0, here - size)
        nearby = recorded[before : here + size + 2 * rate]
        at, likeness = locate(wanted[start : start + size], nearby)
        if likeness > 0.99:
            alike += 1
            here = before + at
        here += size
    return alike >= 0.8 * len(pieces)
