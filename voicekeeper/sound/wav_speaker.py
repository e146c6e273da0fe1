"""A speaker that writes to a file, for machines without one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import soundfile

from voicekeeper.faults import SoundFault
from voicekeeper.sound.playback import Playback
from voicekeeper.sound.rates import resample
from voicekeeper.sound.take import Clip

_PAUSE = 0.4  # seconds between two replies


class WavSpeaker:
    """Writes all it is given to one WAV file, with a short pause after each reply."""

    def __init__(self, path: Path, rate: int = 22_050) -> None:
        self._path = path
        self._rate = rate
        self._file: soundfile.SoundFile | None = None
        self._silent_at = 0.0

    @property
    def latency(self) -> float:
        """A file takes what it is given at once."""
        return 0.0

    @property
    def silent_at(self) -> float:
        """When the last reply was written (time.monotonic())."""
        return self._silent_at

    def open(self) -> None:
        """Begin the file. Raises SoundFault where it can't be written."""
        try:
            self._file = soundfile.SoundFile(
                self._path, "w", self._rate, 1, subtype="PCM_16", format="WAV"
            )
        except (OSError, soundfile.LibsndfileError) as error:
            raise SoundFault(f"The sound file {self._path} can't be written.") from error

    def close(self) -> None:
        """End the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> WavSpeaker:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def play(
        self, clips: Iterable[Clip], on_done: Callable[[Playback], None] | None = None
    ) -> Playback:
        """Write these clips; returns when they are written."""
        playback = Playback(on_done)
        try:
            for clip in clips:
                if playback.first_audible_at is None:
                    playback.first_audible_at = time.monotonic()
                self._write(clip)
        except Exception as error:  # noqa: BLE001 - whoever made the clips learns it
            playback.error = error
        self._write(Clip(np.zeros(round(_PAUSE * self._rate), np.float32), self._rate))
        playback.ended_at = self._silent_at = time.monotonic()
        playback.finish()
        return playback

    def silence(self) -> float:
        """Nothing is ever left to say."""
        return self._silent_at

    def _write(self, clip: Clip) -> None:
        if self._file is not None:
            self._file.write(np.clip(resample(clip.samples, clip.rate, self._rate), -1.0, 1.0))
