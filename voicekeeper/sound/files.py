"""Sound files: any that libsndfile reads, in; WAV, out."""

from __future__ import annotations

import io
import math
from pathlib import Path

import numpy as np
import soundfile

from voicekeeper.faults import SoundFault
from voicekeeper.sound.rates import mono, resample
from voicekeeper.sound.take import TAKE_RATE, Clip, Samples, Take

LONGEST = 60.0
"""No longer file is taken for something said in one go, seconds; a take at the table has 20."""

_SLOWEST = 1000  # Hz


def read_take(path: Path, longest: float | None = None) -> Take:
    """The file as a take: mono at TAKE_RATE, whatever its own rate and channel count.

    Raises SoundFault for a file that is missing, unreadable, broken or empty,
    or longer than `longest` seconds.
    """
    samples, rate = _read(path, longest)
    return Take(resample(samples, rate, TAKE_RATE))


def read_clip(path: Path) -> Clip:
    """The file as a clip: mono at its own rate. Raises SoundFault like `read_take`."""
    samples, rate = _read(path)
    return Clip(samples, rate)


def write_wav(path: Path, samples: Samples, rate: int) -> None:
    """Write mono sound as a 16-bit WAV file. Raises SoundFault where it can't be written."""
    try:
        soundfile.write(path, samples, rate, subtype="PCM_16", format="WAV")
    except (OSError, soundfile.LibsndfileError) as error:
        raise SoundFault(f"The sound file {path} can't be written: {_reason(error)}.") from error


def wav(samples: Samples, rate: int) -> bytes:
    """Mono sound as a WAV file's content, every sample to the bit (32-bit floats)."""
    content = io.BytesIO()
    soundfile.write(content, samples, rate, subtype="FLOAT", format="WAV")
    return content.getvalue()


def _read(path: Path, longest: float | None = None) -> tuple[Samples, int]:
    try:
        # Opened here and not by libsndfile, which calls every failure a "System error".
        with path.open("rb") as file:
            if not file.read(1):
                raise SoundFault(f"The sound file {path} is empty.")
            file.seek(0)
            with soundfile.SoundFile(file) as sound:
                rate = sound.samplerate
                # One frame more than it may have; some files do not tell their length.
                most = -1 if longest is None else math.ceil(longest * rate) + 1
                frames = sound.read(most, dtype="float32", always_2d=True)
    except FileNotFoundError as error:
        raise SoundFault(f"There is no sound file {path}.") from error
    except IsADirectoryError as error:
        raise SoundFault(f"{path} is a folder, not a sound file.") from error
    except OSError as error:
        raise SoundFault(f"The sound file {path} can't be read: {_reason(error)}.") from error
    except (soundfile.LibsndfileError, ValueError) as error:
        raise SoundFault(
            f"{path} is not a sound file that can be read, or it is broken."
        ) from error
    if not len(frames):
        raise SoundFault(f"The sound file {path} holds no sound.")
    if longest is not None and len(frames) > longest * rate:
        raise SoundFault(f"The sound file {path} is longer than {longest:g} s; something said "
                         "in one go is not.")
    if rate < _SLOWEST:
        raise SoundFault(f"The sound file {path} can hold no speech at a rate of {rate} Hz.")
    # Floating-point files may carry what no loudspeaker can play.
    return mono(np.nan_to_num(frames, nan=0.0, posinf=1.0, neginf=-1.0)), int(rate)


def _reason(error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else None
    return (reason or str(error)).rstrip(".").lower()
