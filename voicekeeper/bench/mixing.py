"""Speech as it sounds at a table: in noise at a given distance, and in a room.

All sound here is mono float32 at 16 kHz. The same seed gives the same sound,
to the sample.
"""

from __future__ import annotations

import hashlib
import math

import numpy as np

from voicekeeper.sound.take import TAKE_RATE, Samples

BEFORE = 0.5
"""How much noise is heard before the recording begins, seconds."""

AFTER = 0.3
"""How much noise is heard after it has ended, seconds."""

_LOUDEST = 0.99  # of full scale: where a mix is louder, all of it is turned down

_FIRST = 0.1  # of a response's peak: what comes before is not the voice yet

# ITU-T P.56, method B: the envelope's time constant, how long activity outlasts
# it, and how far below the active level the threshold of activity lies.
_ENVELOPE = 0.03
_HANGOVER = 0.2
_MARGIN = 15.9


def active_level(speech: Samples) -> float:
    """The level of speech while it is spoken, pauses left out: dB of full scale.

    As ITU-T P.56 has it (method B). -inf where there is no sound at all.
    """
    power = np.square(speech, dtype=np.float64)
    energy = float(power.sum())
    if energy <= 0.0:
        return -math.inf
    envelope = _envelope(np.abs(speech))
    hangover = round(_HANGOVER * TAKE_RATE)
    above: tuple[float, float] | None = None
    for bits in range(1, 24):
        threshold = -20 * math.log10(2.0) * bits
        active = _active(envelope >= 10 ** (threshold / 20), hangover)
        if not active:
            continue
        level = 10 * math.log10(energy / active)
        margin = level - threshold
        if margin >= _MARGIN:
            if above is None:
                return level
            # Between this threshold and the one above it.
            share = (margin - _MARGIN) / (margin - above[1])
            return level + share * (above[0] - level)
        above = level, margin
    return 10 * math.log10(energy / len(speech))


def rms_level(sound: Samples) -> float:
    """The level of all of a sound, dB of full scale; -inf for silence."""
    power = float(np.square(sound, dtype=np.float64).mean()) if len(sound) else 0.0
    return 10 * math.log10(power) if power > 0 else -math.inf


def in_noise(speech: Samples, noise: Samples, snr: float, seed: str) -> Samples:
    """Speech with noise behind it, from BEFORE seconds before it to AFTER seconds after it.

    `snr` is how far the noise's level lies below the active level of the
    speech, dB. Which part of the noise is taken depends on `seed` alone, so
    that levels can be compared. Speech or noise without sound stays as it is.
    """
    before, after = round(BEFORE * TAKE_RATE), round(AFTER * TAKE_RATE)
    excerpt = _excerpt(noise, before + len(speech) + after, seed)
    mixed = np.pad(speech, (before, after))
    speech_level, noise_level = active_level(speech), rms_level(excerpt)
    if math.isfinite(speech_level) and math.isfinite(noise_level):
        excerpt = excerpt * np.float32(10 ** ((speech_level - snr - noise_level) / 20))
    return _within(mixed + excerpt)


def in_room(speech: Samples, response: Samples) -> Samples:
    """Speech as it is heard in a room, given the room's impulse response.

    As loud as it was, and where it was: the time that sound takes to come is
    left out. Longer by the room's ringing.
    """
    if not len(response) or not np.any(response):
        return speech
    # The loudest may be an echo: the voice itself comes first.
    direct = int(np.argmax(np.abs(response) >= _FIRST * np.abs(response).max()))
    heard = _convolved(speech, response)[direct:]
    was, now = active_level(speech), active_level(heard)
    if math.isfinite(was) and math.isfinite(now):
        heard = heard * np.float32(10 ** ((was - now) / 20))
    return _within(heard)


def pick(choices: int, seed: str) -> int:
    """A number below `choices` that depends on `seed` alone, on every machine."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big") % choices


def _excerpt(noise: Samples, length: int, seed: str) -> Samples:
    """So much of the noise from somewhere in it, going round at its end."""
    start = pick(len(noise), seed)
    return np.take(noise, np.arange(start, start + length), mode="wrap")


def _within(sound: Samples) -> Samples:
    loudest = float(np.abs(sound).max()) if len(sound) else 0.0
    quieter = sound * np.float32(_LOUDEST / loudest) if loudest > _LOUDEST else sound
    return np.asarray(quieter, np.float32)


def _envelope(magnitude: Samples) -> Samples:
    """Two low-pass filters of the first order, one after the other."""
    decay = math.exp(-1 / (_ENVELOPE * TAKE_RATE))
    steps = np.arange(round(20 * _ENVELOPE * TAKE_RATE), dtype=np.float64)
    response = (1 - decay) ** 2 * (steps + 1) * decay**steps
    return _convolved(magnitude, np.asarray(response, np.float32))[:len(magnitude)]


def _active(over: np.ndarray, hangover: int) -> int:
    """How many samples are active: over the threshold, or shortly after one that was."""
    where = np.flatnonzero(over)
    if not len(where):
        return 0
    gaps = np.diff(np.append(where, len(over)))
    return int(np.minimum(gaps, hangover + 1).sum())


def _convolved(sound: Samples, response: Samples) -> Samples:
    length = len(sound) + len(response) - 1
    size = 1 << (length - 1).bit_length()
    spectrum = np.fft.rfft(sound, size) * np.fft.rfft(response, size)
    return np.asarray(np.fft.irfft(spectrum, size)[:length], np.float32)
