"""Speech without the ringing of the room, as far as one microphone can tell.

Weighted prediction error (Nakatani et al., 2010): in each frequency band, what
can be predicted from what was heard some time before is late reverberation and
is taken away, while the speech itself, which changes faster, stays. The
prediction is learnt from the whole take.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from voicekeeper.sound.take import Samples

_Spectra = npt.NDArray[np.complex128]  # [bands, frames]

# Samples at 16 kHz.
_WINDOW = 512
_STEP = 128

_TAPS = 10
"""From how many frames before is predicted ..."""
_DELAY = 3
"""... the nearest of which lies so many frames back: what comes sooner is the voice itself."""
_ROUNDS = 3
"""How often power and prediction are worked out by one another."""
_FLOOR = 1e-10
"""The least power of a frame, of the loudest one's."""
_BANDS = 32
"""How many bands are worked on at once: a long take would take a lot of memory else."""


def dereverberated(sound: Samples) -> Samples:
    """The sound (mono float32, 16 kHz, any length) without late reverberation; as long as it was.

    Silence, and what is too short to tell anything, stays as it is.
    """
    spectra = _analysed(sound)
    bands, frames = spectra.shape
    least = _FLOOR * float(np.square(np.abs(spectra)).max(initial=0.0))
    if frames <= _TAPS + _DELAY or least <= 0.0:
        return sound
    dry = np.concatenate([_dry(spectra[low:low + _BANDS], least)
                          for low in range(0, bands, _BANDS)])
    return _within(_synthesised(dry, len(sound)), sound)


def _dry(spectra: _Spectra, least: float) -> _Spectra:
    """Some bands without what can be predicted of them; no power is below the `least`."""
    bands, frames = spectra.shape
    past = np.zeros((bands, _TAPS, frames), np.complex128)
    for tap in range(_TAPS):
        back = _DELAY + tap
        past[:, tap, back:] = spectra[:, :-back]
    steady = least * np.eye(_TAPS)
    dry = spectra
    for _ in range(_ROUNDS):
        weighted = past / np.maximum(np.square(np.abs(dry)), least)[:, None, :]
        covariance = weighted @ past.conj().transpose(0, 2, 1)
        correlation = weighted @ spectra.conj()[:, :, None]
        filters = np.linalg.solve(covariance + steady, correlation)
        dry = spectra - (filters.conj().transpose(0, 2, 1) @ past)[:, 0]
    return dry


def _window() -> npt.NDArray[np.float64]:
    """The periodic Hann window: its squares, a step apart, add up to the same everywhere."""
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(_WINDOW) / _WINDOW)


def _analysed(sound: Samples) -> _Spectra:
    # A whole window of silence on either side, so that each sample is in as many frames.
    missing = -len(sound) % _STEP
    padded = np.pad(sound.astype(np.float64), (_WINDOW, _WINDOW + missing))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::_STEP]
    return np.asarray(np.fft.rfft(frames * _window(), axis=1).T, np.complex128)


def _synthesised(spectra: _Spectra, length: int) -> npt.NDArray[np.float64]:
    window = _window()
    frames = np.fft.irfft(spectra.T, _WINDOW, axis=1) * window
    sound = np.zeros(_STEP * (len(frames) - 1) + _WINDOW)
    for number, frame in enumerate(frames):
        sound[number * _STEP:number * _STEP + _WINDOW] += frame
    gain = float(np.square(window).sum()) / _STEP
    return sound[_WINDOW:_WINDOW + length] / gain


def _within(sound: npt.NDArray[np.float64], before: Samples) -> Samples:
    """No louder than full scale, or than it was before."""
    most = max(1.0, float(np.abs(before).max()))
    loudest = float(np.abs(sound).max())
    return np.asarray(sound * (most / loudest) if loudest > most else sound, np.float32)
