"""Where something is said: in quiet, in noise, in a room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from voicekeeper.bench.mixing import in_noise, in_room, pick
from voicekeeper.sound.files import read_take
from voicekeeper.sound.take import Samples

NOISE_LEVELS = (24.0, 18.0, 12.0, 6.0)
"""How far table noise lies below the speech, dB, where nothing else is asked for."""


@dataclass(frozen=True)
class Condition:
    """`snr` in noise: dB below the speech; `room` in a room: its name."""

    kind: Literal["clean", "noise", "room"] = "clean"
    snr: float = 0.0
    room: str = ""

    @property
    def name(self) -> str:
        """As figures call it."""
        match self.kind:
            case "clean":
                return "clean"
            case "noise":
                return f"{self.snr:g} dB"
            case "room":
                return self.room.replace("_", " ")


CLEAN = Condition()


@dataclass(frozen=True)
class Surroundings:
    """The noises and rooms at hand: their names, and where they are recorded."""

    noises: Mapping[str, Path] = field(default_factory=dict)
    rooms: Mapping[str, Path] = field(default_factory=dict)
    seed: int = 0

    def conditions(self, levels: Sequence[float] = NOISE_LEVELS) -> list[Condition]:
        """All that can be measured in them: clean first."""
        noisy = [Condition("noise", snr=snr) for snr in levels] if self.noises else []
        return [CLEAN, *noisy, *(Condition("room", room=room) for room in self.rooms)]

    def noise_for(self, condition: Condition, key: str) -> str:
        """The kind of noise for a recording: from level to level another, all as often."""
        if condition.kind != "noise":
            return ""
        kinds = sorted(self.noises)
        # Not by the level's place in a list, so that a run of one level hears the same.
        return kinds[(pick(len(kinds), f"{self.seed} {key}") + round(condition.snr) // 6)
                     % len(kinds)]


class Stage:
    """Puts speech into surroundings; keeps what it has read of them."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._surroundings = surroundings
        self._sounds: dict[Path, Samples] = {}

    def play(self, speech: Samples, condition: Condition, key: str) -> Samples:
        """The speech as it is heard there; `key` names the recording.

        Raises SoundFault where a noise or a room can't be read.
        """
        around = self._surroundings
        match condition.kind:
            case "clean":
                return speech
            case "noise":
                noise = self._sound(around.noises[around.noise_for(condition, key)])
                return in_noise(speech, noise, condition.snr, f"{around.seed} {key}")
            case "room":
                return in_room(speech, self._sound(around.rooms[condition.room]))

    def _sound(self, path: Path) -> Samples:
        if path not in self._sounds:
            self._sounds[path] = read_take(path).samples
        return self._sounds[path]
