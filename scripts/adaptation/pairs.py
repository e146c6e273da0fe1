"""Pairs to learn from: the features of clean speech and of the same in noise."""

from __future__ import annotations

from collections.abc import Sequence

import kaldi_native_fbank
import numpy as np
import numpy.typing as npt
import soxr

from adaptation.network import EVERY, FEATURES, LEFT, RIGHT
from adaptation.noises import RATE, Noises, Sound, in_a_room

TIME = 198
"""Frames (10 ms) of one pair that have an output."""
_SPEEDS = (1, 1, 1, 0.92, 0.96, 1.05, 1.1, 1.16)  # talkers of other sizes; above 1: smaller
_CLEAN = 0.2  # the share that stays clean, so that quiet rooms lose nothing
_ECHO = 0.6
_DULL = 0.15
_NOISE = (-1, 27)  # dB, signal to noise
_HARDLY = (27, 50)  # the same where there is hardly any
_IN_QUIET = 0.15
_SHORT = 0.9  # seconds; shorter recordings are said two in a row, most often

Features = npt.NDArray[np.float32]


class Pairs:
    """Draws pairs from recordings of clean speech (mono, 16 kHz)."""

    def __init__(self, speech: Sequence[Sound], noises: Noises, chance: np.random.Generator
                 ) -> None:
        self._speech, self._noises, self._chance = speech, noises, chance

    def batch(self, size: int) -> tuple[Features, Features]:
        """Clean and noisy features, each [size, LEFT + TIME + RIGHT, 40]."""
        clean, noisy = zip(*(self._pair() for _ in range(size)), strict=True)
        return np.stack(clean), np.stack(noisy)

    def _pair(self) -> tuple[Features, Features]:
        chance = self._chance
        said = self._said()
        if len(said) < _SHORT * RATE and chance.random() < 0.8:
            said = np.concatenate([said, self._said()])
        heard = said if chance.random() < _CLEAN else self._noisy(said)
        clean, noisy = _long_enough(features(said)), _long_enough(features(heard))
        length = LEFT + TIME + RIGHT
        start = EVERY * int(chance.integers(0, (len(clean) - length) // EVERY + 1))
        return clean[start:start + length], noisy[start:start + length]

    def _said(self) -> Sound:
        """A recording at another speed and pitch, with some quiet round it."""
        chance = self._chance
        said = self._speech[int(chance.integers(len(self._speech)))]
        speed = float(chance.choice(_SPEEDS))
        if speed != 1:
            said = soxr.resample(said, RATE * speed, RATE).astype(np.float32)
        before, after = (np.zeros(int(chance.uniform(0.02, 0.35) * RATE), np.float32)
                         for _ in range(2))
        said = np.concatenate([before, said, after])
        hiss = chance.standard_normal(len(said)) * 10 ** (chance.uniform(-85, -60) / 20)
        said = said + hiss.astype(np.float32) * np.abs(said).max()
        return _peak(said, chance.uniform(0.3, 0.9))

    def _noisy(self, said: Sound) -> Sound:
        chance = self._chance
        if chance.random() < _ECHO:
            said = in_a_room(said, chance)
        if chance.random() < _DULL:
            said = self._by_a_poor_microphone(said)
        speaking = said[np.abs(said) > 0.02 * np.abs(said).max()]
        below = chance.uniform(*(_HARDLY if chance.random() < _IN_QUIET else _NOISE))
        loudness = np.sqrt(np.square(speaking).mean()) * 10 ** (-below / 20)
        noise = self._noises.noise(len(said))
        noise = noise * np.float32(loudness / (np.sqrt(np.square(noise).mean()) + 1e-9))
        return _peak(said + noise, chance.uniform(0.25, 0.9))

    def _by_a_poor_microphone(self, said: Sound) -> Sound:
        low, high = self._chance.uniform(50, 300), self._chance.uniform(3000, 7500)
        frequencies = np.fft.rfftfreq(len(said), 1 / RATE)
        passed = 1 / (1 + (frequencies / high) ** 6)
        passed *= (frequencies / low) ** 2 / (1 + (frequencies / low) ** 2)
        return np.fft.irfft(np.fft.rfft(said) * passed, len(said)).astype(np.float32)


def features(sound: Sound) -> Features:
    """The model's MFCCs [LEFT + time + RIGHT, 40]; first and last are repeated at the ends."""
    options = kaldi_native_fbank.MfccOptions()
    options.frame_opts.samp_freq, options.frame_opts.dither = RATE, 0
    options.mel_opts.num_bins = options.num_ceps = FEATURES
    options.mel_opts.low_freq, options.mel_opts.high_freq = 20, 7600
    options.use_energy = False
    found = kaldi_native_fbank.OnlineMfcc(options)
    found.accept_waveform(RATE, (sound * 32768).tolist())
    found.input_finished()
    frames = [found.get_frame(n) for n in range(found.num_frames_ready)]
    return np.stack([frames[0]] * LEFT + frames + [frames[-1]] * RIGHT)


def _long_enough(frames: Features) -> Features:
    missing = LEFT + TIME + RIGHT - len(frames)
    return np.concatenate([frames, np.repeat(frames[-1:], max(missing, 0), 0)])


def _peak(sound: Sound, peak: float) -> Sound:
    return sound / np.float32((np.abs(sound).max() + 1e-9) / peak)
