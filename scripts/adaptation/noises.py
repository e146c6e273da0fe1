"""Noises of a table, made by chance: hiss and hum, cutlery, music, people who talk.

Beside these, recordings of the user's own can be given; those that the figures
are measured with must not be among them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

RATE = 16_000
_LENGTH = 8 * RATE
_BANKED = 120
_RENEWED = 0.1  # how often a clip of the bank is made anew
_RECORDED = 0.4  # the share of recordings, where there are any
_KINDS = ("babble", "babble", "coloured", "cutlery", "music", "two", "two")
_SCALE = (0, 2, 3, 4, 5, 7, 9, 10, 12, 16, 19)  # semitones

Sound = npt.NDArray[np.float32]


class Noises:
    """A bank of noises that is renewed bit by bit. `talk` is what babble is mixed of."""

    def __init__(self, chance: np.random.Generator, talk: Sequence[Sound],
                 recorded: Sequence[Sound] = ()) -> None:
        self._chance, self._talk, self._recorded = chance, talk, recorded
        self._bank: list[Sound] = []

    def noise(self, length: int) -> Sound:
        """A noise of `length` samples, its mean square 1 or thereabouts."""
        if len(self._bank) < _BANKED:
            self._bank.append(self._fresh())
        elif self._chance.random() < _RENEWED:
            self._bank[self._chance.integers(_BANKED)] = self._fresh()
        clip = self._bank[self._chance.integers(len(self._bank))]
        if length >= _LENGTH:
            return np.resize(clip, length)
        start = self._chance.integers(0, _LENGTH - length)
        return clip[start:start + length].copy()

    def _fresh(self) -> Sound:
        if self._recorded and self._chance.random() < _RECORDED:
            return _level(self._recording())
        kind = str(self._chance.choice(_KINDS))
        if kind != "two":
            return self._made(kind)
        kinds = self._chance.choice(sorted(set(_KINDS) - {"two"}), 2, replace=False)
        mixed: Sound = sum(  # type: ignore[assignment]
            self._made(str(k)) * np.float32(self._chance.uniform(0.1, 1)) for k in kinds)
        return mixed

    def _made(self, kind: str) -> Sound:
        made = {"babble": self._babble, "coloured": self._coloured, "cutlery": self._cutlery,
                "music": self._music}[kind]()
        return _level(made.astype(np.float32))

    def _recording(self) -> Sound:
        clip = self._recorded[int(self._chance.integers(len(self._recorded)))]
        start = int(self._chance.integers(len(clip)))
        return np.take(clip, np.arange(start, start + _LENGTH), mode="wrap")

    def _coloured(self) -> npt.NDArray[np.float64]:
        """Hiss with a slope and a few humps in its spectrum, now and then swelling."""
        chance = self._chance
        frequencies = np.fft.rfftfreq(_LENGTH, 1 / RATE)
        shape = (np.maximum(frequencies, 40) / 1000) ** (-chance.uniform(0, 1))
        for _ in range(chance.integers(0, 4)):
            middle, width = chance.uniform(100, 6000), chance.uniform(50, 1500)
            hump = np.exp(-(((frequencies - middle) / width) ** 2))
            shape = shape * (1 + chance.uniform(0, 6) * hump)
        noise = np.fft.irfft(np.fft.rfft(chance.standard_normal(_LENGTH)) * shape, _LENGTH)
        if chance.random() < 0.5:
            points = _LENGTH // 4000
            noise = noise * np.interp(np.arange(_LENGTH), np.linspace(0, _LENGTH, points),
                                      chance.uniform(0.2, 1, points))
        return noise

    def _cutlery(self) -> npt.NDArray[np.float64]:
        """Knocks and clinks: damped tones at any time."""
        chance = self._chance
        noise = np.zeros(_LENGTH)
        for _ in range(chance.integers(8, 60)):
            time = np.arange(int(chance.uniform(0.02, 0.4) * RATE)) / RATE
            clink = np.zeros(len(time))
            for _ in range(chance.integers(1, 6)):
                tone = np.sin(2 * np.pi * chance.uniform(300, 7000) * time + chance.uniform(0, 6))
                clink += chance.uniform(0.2, 1) * tone * np.exp(-time / chance.uniform(0.005, 0.12))
            if chance.random() < 0.4:
                clink += (chance.standard_normal(len(time))
                          * np.exp(-time / chance.uniform(0.003, 0.05)))
            _add(noise, clink * chance.uniform(0.1, 1), int(chance.integers(0, _LENGTH)))
        return noise

    def _music(self) -> npt.NDArray[np.float64]:
        """Chords of plucked tones in a steady beat, with a drum now and then."""
        chance = self._chance
        noise, at = np.zeros(_LENGTH), 0
        base, dullness = chance.uniform(80, 300), chance.uniform(0.3, 1.2)
        beat = int(chance.uniform(0.15, 0.6) * RATE)
        while at < _LENGTH:
            for step in chance.choice(_SCALE, chance.integers(1, 5)):
                time = np.arange(int(beat * chance.uniform(0.8, 4))) / RATE
                tone = np.zeros(len(time))
                for harmonic in range(1, 9):
                    frequency = base * 2 ** (step / 12) * harmonic
                    if frequency < RATE / 2:
                        tone += np.sin(2 * np.pi * frequency * time) / harmonic**dullness
                rise = np.minimum(1, time / 0.01)
                _add(noise, tone * rise * np.exp(-time / chance.uniform(0.1, 1)), at)
            if chance.random() < 0.5:
                drum = chance.standard_normal(3000) * np.exp(
                    -np.arange(3000) / chance.uniform(200, 1200))
                _add(noise, drum * chance.uniform(0.5, 4), at)
            at += beat
        return noise

    def _babble(self) -> npt.NDArray[np.float64]:
        """One to eight people who talk on and on, most often somewhere in a room."""
        chance = self._chance
        noise = np.zeros(_LENGTH)
        for _ in range(chance.integers(1, 9)):
            loudness, at = chance.uniform(0.3, 1), -int(chance.integers(0, RATE))
            while at < _LENGTH:
                said = _level(self._talk[int(chance.integers(len(self._talk)))])
                _add(noise, said * loudness, at)
                at += len(said) + int(chance.uniform(0, 0.3) * RATE)
        if chance.random() < 0.7:
            return in_a_room(noise.astype(np.float32), chance).astype(np.float64)
        return noise


def in_a_room(sound: Sound, chance: np.random.Generator) -> Sound:
    """Sound with the echo of a room by chance: 0.12 to 1.3 s until it is 60 dB down.

    The voice itself may be weaker than what the walls throw back, and what they
    throw back first may be louder than it: as where somebody speaks past the microphone.
    """
    lasts = chance.uniform(0.12, 0.6) if chance.random() < 0.6 else chance.uniform(0.5, 1.3)
    time = np.arange(int(lasts * RATE)) / RATE
    # High tones die away sooner than low ones.
    low, high = (chance.standard_normal(len(time)) * np.exp(-6.9 * time / decay)
                 for decay in (lasts, lasts * chance.uniform(0.3, 0.9)))
    echo = np.convolve(low, np.ones(6) / 6, "same") * 2 + high * chance.uniform(0.1, 1)
    # It takes a while to build up.
    echo *= 1 - np.exp(-time / chance.uniform(0.0005, 0.03))
    echo[:int(chance.uniform(0.001, 0.008) * RATE)] = 0
    echo *= 10 ** (-chance.uniform(-9, 14) / 20) / np.sqrt(np.square(echo).sum())
    walls = np.minimum((chance.uniform(0.002, 0.09, chance.integers(0, 12)) * RATE).astype(int),
                       len(time) - 1)
    loudest = chance.uniform(0.2, 1.3) if chance.random() < 0.4 else 0.5
    np.add.at(echo, walls, loudest * chance.uniform(-1, 1, len(walls)))
    echo[0] = 1
    size = len(sound) + len(echo)
    wet = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(echo, size), size)
    return wet[:len(sound)].astype(np.float32)


def _add(to: npt.NDArray[np.float64], sound: npt.NDArray[np.floating], at: int) -> None:
    first, last = max(0, at), min(len(to), at + len(sound))
    if last > first:
        to[first:last] += sound[first - at:last - at]


def _level(sound: Sound) -> Sound:
    return sound / np.float32(np.sqrt(np.square(sound).mean()) + 1e-9)
