"""How the voice speaks, as a table has set it by voice, and the file in which that is kept."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from voicekeeper.faults import DataFault
from voicekeeper.wholefile import write_whole

FILE_NAME = "manner.json"
"""The file's name in the data folder, beside the games."""

SPEEDS = range(-3, 4)
"""Steps of speed: each is 15 % faster than the one before."""
VOLUMES = range(-4, 3)
"""Steps of volume: each is 4 dB louder than the one before."""


Length = Literal["full", "short", "chime"]
"""How much is read back of what was taken; `chime`: a sound stands for it."""


@dataclass(frozen=True)
class Manner:
    """How the voice speaks, in steps away from what the settings say.

    read_back: how much of what was taken; None is what the settings say.
    """

    speed: int = 0
    volume: int = 0
    read_back: Length | None = None

    @property
    def pace(self) -> float:
        """How many times as fast as the settings say."""
        return float(1.15 ** self.speed)

    @property
    def gain(self) -> float:
        """How many times the amplitude that the settings say."""
        return float(10 ** (4 * self.volume / 20))


class KeptManner:
    """A manner in a file of its own, written whole. What can't be read is as if never set."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self) -> Manner:
        """What was kept; the settings' own manner where nothing was, or nothing sensible."""
        try:
            told = json.loads(self._file.read_text(encoding="utf-8"))
            manner = Manner(told["speed"], told["volume"], told.get("read_back"))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return Manner()
        whole = type(manner.speed) is int and type(manner.volume) is int
        known = manner.read_back is None or manner.read_back in get_args(Length)
        sensible = whole and known and manner.speed in SPEEDS and manner.volume in VOLUMES
        return manner if sensible else Manner()

    def keep(self, manner: Manner) -> None:
        """Keeps it, on disk when this returns. Raises DataFault."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(asdict(manner)).encode())
        except OSError as error:
            raise DataFault(f"{self._file} cannot be written ({error.strerror}).") from error
