"""Who speaks into the microphone, and who in the background: told apart by their levels.

The one whose score it is sits nearer than the neighbouring table and the radio.
What is far below the loudest speech of a take is not of the utterance, before it
and after it; and where somebody was talking already when the take began, nor is
what is hardly louder than that. Between the first and the last loud sound nothing
is left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

_FALL = 20.0  # dB
_RINGING_FROM = 14.0  # dB below the loudest

Track = npt.NDArray[np.float64]
"""One number for each chunk of a take."""


@dataclass(frozen=True)
class Foreground:
    """Measured constants (docs/hearing.md); levels in dB, times in seconds.

    below: what is so far below the loudest speech is background; before,
    after: what is kept of it at most before and after the rest, for soft
    consonants and the room's echo; sure: what is kept of it at least; rise: and
    where it gets louder by so much farther away than that, it is another sound.
    Where there is talk in the background: talk,
    talk_chunks: what the detector has to say of how many chunks at the take's
    beginning for it to be talk; beginning: how much of it is looked at; apart:
    how far below the loudest it has to be; above: how far above that talk the
    utterance begins; near: but never less than this below the loudest;
    around_talk: what is kept before and after.
    """

    below: float = 18.0
    before: float = 0.4
    after: float = 0.6
    sure: float = 0.2
    rise: float = 6.0
    talk: float = 0.5
    talk_chunks: int = 3
    beginning: float = 0.6
    apart: float = 9.0
    above: float = 5.0
    near: float = 6.0
    around_talk: float = 0.1


@dataclass(frozen=True)
class Extent:
    """The chunks from `first` to `last` (both included) are loud enough to be of the
    utterance; `before`, `after`: how many may be kept beside them, at most; `talk`: whether
    somebody talks in the background."""

    first: int
    last: int
    before: int
    after: int
    talk: bool


def smoothed(energies: npt.ArrayLike) -> Track:
    """Levels (dB) of chunks by their energies, each with its neighbours: a click is no word."""
    padded = np.pad(np.asarray(energies, np.float64), 1, mode="edge")
    return 10.0 * np.log10((padded[:-2] + padded[1:-1] + padded[2:]) / 3 + 1e-10)


def extent(levels: Track, speech: Track, chunk: float, how: Foreground) -> Extent:
    """Where the foreground is. `levels` as `smoothed` gives them, `speech`: how likely each
    chunk is speech, by the detector (0..1); `chunk`: seconds. At least one chunk."""
    loudest = _loudest(levels, speech)
    onset = int(np.argmax(levels >= min(loudest - how.near, levels.max())))
    # The rise of the first loud word is not what was there before it.
    beginning = slice(0, max(0, min(round(how.beginning / chunk), onset - 3)))
    talking = speech[beginning] >= how.talk
    if np.count_nonzero(talking) >= how.talk_chunks:
        background = float(levels[beginning][talking].max())
        if loudest - background >= how.apart:
            least = max(loudest - how.below, min(background + how.above, loudest - how.near))
            first, last = _loud(levels, least)
            around = round(how.around_talk / chunk)
            return Extent(first, last, around, around, talk=True)
    first, last = _loud(levels, loudest - how.below)
    sure = round(how.sure / chunk)
    before = _same_sound(levels[:first][::-1], sure, round(how.before / chunk), how.rise)
    after = _same_sound(levels[last + 1:], sure, round(how.after / chunk), how.rise)
    return Extent(first, last, before, after, talk=False)


def fastest_fall(levels: Track) -> float:
    """In how many chunks the level falls by _FALL where it does so fastest after loud sound;
    inf where it never does. In a room that rings it never falls fast."""
    if not len(levels):
        return math.inf
    found = math.inf
    for start in np.flatnonzero(levels >= levels.max() - _RINGING_FROM):
        fallen = levels[start:] <= levels[start] - _FALL
        if fallen.any():
            found = min(found, int(np.argmax(fallen)))
    return found


def _loud(levels: Track, least: float) -> tuple[int, int]:
    """The first and the last chunk of at least this level; of the highest where none is."""
    loud = np.flatnonzero(levels >= min(least, levels.max()))
    return int(loud[0]), int(loud[-1])


def _same_sound(levels: Track, sure: int, most: int, rise: float) -> int:
    """How many chunks away from the speech (the nearest first) another sound sets in; `most`
    where none does. A consonant nearer than `sure` may be louder than the gap before it."""
    away = levels[:most]
    lowest = np.minimum.accumulate(away)
    others = np.flatnonzero(away[sure:] >= lowest[sure:] + rise)
    if not len(others):
        return most
    return max(sure, int(np.argmin(away[:sure + int(others[0])])))


def _loudest(levels: Track, speech: Track) -> float:
    """The level of the loudest speech; of all sound where none is surely speech."""
    certain = levels[speech >= 0.5]
    # A knock on the table may be louder; speech is loud for more than a moment.
    return float(np.sort(certain)[-min(3, len(certain))] if len(certain) else levels.max())
