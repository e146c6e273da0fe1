"""Short sounds that say without words: listening, taken, not understood, a question is open.

They differ in rhythm, direction and register, so that they are told apart with
eyes closed, through a small loudspeaker and by people who hear no pitch well:
listening is one short high note, taken two quick rising notes, not understood
two slow falling notes, low and reedy; a question is two quick notes of one
height and a long higher one.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from voicekeeper.sound.take import Clip, Samples

RATE = 48_000
"""Hz; what most speakers run at, so that chimes need no resampling."""

_PEAK = 0.35  # of full scale: about as loud as the voice, whose peaks are rarer
_ATTACK = 0.004  # seconds

# Shares of the fundamental and its overtones: a bell has few, a reed many odd ones.
_BELL = (1.0, 0.0, 0.25)
_REED = (1.0, 0.15, 0.5, 0.1, 0.3)


@lru_cache(maxsize=1)
def listening() -> Clip:
    """The table listens from now on."""
    return _clip(_note(1318.5, 0.09, _BELL))


@lru_cache(maxsize=1)
def taken() -> Clip:
    """What was said is taken."""
    return _clip(_note(784.0, 0.07, _BELL), _note(1174.7, 0.14, _BELL))


@lru_cache(maxsize=1)
def not_understood() -> Clip:
    """Nothing was understood and nothing changed."""
    return _clip(_note(311.1, 0.15, _REED), _note(220.0, 0.25, _REED))


@lru_cache(maxsize=1)
def asking() -> Clip:
    """A question is open: yes, no or the right words answer it."""
    return _clip(_note(587.3, 0.08, _BELL), _note(587.3, 0.08, _BELL), _note(880.0, 0.24, _BELL))


def _note(pitch: float, length: float, timbre: tuple[float, ...]) -> Samples:
    """A note of `pitch` Hz that dies away within `length` seconds."""
    time = np.arange(round(length * RATE)) / RATE
    wave = np.zeros_like(time)
    for overtone, share in enumerate(timbre, start=1):
        wave += share * np.sin(2 * np.pi * pitch * overtone * time)
    envelope = np.minimum(time / _ATTACK, 1.0) * np.exp(-2.5 * time / length)
    # The last milliseconds reach zero: a cut there would be heard as a click.
    envelope *= np.minimum((length - time) / _ATTACK, 1.0)
    return np.asarray(wave * envelope, np.float32)


def _clip(*notes: Samples) -> Clip:
    samples = np.concatenate(notes)
    samples *= _PEAK / float(np.abs(samples).max())
    return Clip(samples.astype(np.float32), RATE)
