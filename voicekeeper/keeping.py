"""Takes kept in a folder, each with what was heard: only where somebody asked for it.

Beside the sound files stands manifest.jsonl, a line of JSON for each take, as
`hear --manifest` reads it: what is needed to hear it the same again, and what
was heard. A take is on disk before its line is, and a line is written at once
whole; what a crash left half-written is put away at the next start.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import voicekeeper
from voicekeeper.hearing.context import Context
from voicekeeper.hearing.decision import Understood
from voicekeeper.hearing.language import Players
from voicekeeper.intents import to_json
from voicekeeper.sound.files import wav
from voicekeeper.sound.take import Samples
from voicekeeper.wholefile import write_whole

MANIFEST = "manifest.jsonl"


@dataclass(frozen=True)
class Circumstances:
    """Under which a take was heard; with the same ones it is heard the same.

    players: for whom the ears listened, with how their names are said;
    speaking_for: whose a bare number was; context: whatever else of the game
    the decision went by, as JSON has it.
    """

    players: Players
    speaking_for: str | None = None
    context: Mapping[str, Any] | None = None

    def shown(self) -> dict[str, Any]:
        """As a manifest's line has it; what is not set is left out."""
        shown: dict[str, Any] = {"players": list(self.players.names)}
        if not self.players.names:
            shown["before_game"] = True
        if self.speaking_for is not None:
            shown["speaking_for"] = self.speaking_for
        shown["spoken_as"] = {name: list(words) for name, words in self.players.spoken_as}
        if self.players.past:
            shown["past"] = {name: list(forms) for name, forms in self.players.past}
        if self.context is not None:
            shown["context"] = self.context
        return shown

    @classmethod
    def read(cls, shown: Mapping[str, Any]) -> Circumstances | None:
        """From a manifest's line; None where it is no kept take's, and says less.

        Raises ValueError where it says it wrongly.
        """
        if "spoken_as" not in shown:
            return None
        try:
            players = Players(tuple(shown["players"]), _words(shown["spoken_as"]),
                              _words(shown.get("past", {})))
        except (AttributeError, TypeError) as error:
            raise ValueError("spoken_as or past are not words by names") from error
        context = shown.get("context")
        if context is not None:
            Context.read(context)
        return cls(players, shown.get("speaking_for"), context)


def _words(shown: Mapping[str, Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((name, tuple(str(each) for each in words)) for name, words in shown.items())


class TakeKeeper:
    """Keeps takes in one folder. When one can't be kept, it says so once and keeps no more."""

    def __init__(self, folder: Path, tell: Callable[[str], None],
                 clock: Callable[[], datetime] = lambda: datetime.now().astimezone()) -> None:
        """Makes the folder, and tells that takes are kept there, or why they are not."""
        self._folder = folder
        self._tell = tell
        self._clock = clock
        self._number = 0
        self._keeps = True
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _put_away_half_a_line(folder / MANIFEST)
            (folder / MANIFEST).open("ab").close()  # whether it may be written shows now
        except OSError as error:
            self._give_up(error.strerror or str(error))
        else:
            tell(f"Every take is kept in {folder}, with what was heard, until you leave.")

    def keep(self, samples: Samples, rate: int, circumstances: Circumstances,
             understood: Understood | None) -> None:
        """Keeps a take: mono at `rate` Hz, to the bit. `understood` is None where hearing failed.

        Raises nothing: what goes wrong is told.
        """
        if not self._keeps:
            return
        try:
            audio = self._write_sound(samples, rate)
            self._write_line(self._line(audio, circumstances, understood))
        except OSError as error:
            self._give_up(error.strerror or str(error))

    def _give_up(self, reason: str) -> None:
        self._keeps = False
        self._tell(f"Takes can't be kept in {self._folder} ({reason.rstrip('.')}); "
                   "the game goes on without.")

    def _line(self, audio: Path, circumstances: Circumstances, understood: Understood | None
              ) -> dict[str, Any]:
        heard: dict[str, Any] = {"failed": True} if understood is None else {
            "text": understood.text,
            "intent": None if understood.intent is None else to_json(understood.intent),
            "choices": [to_json(choice) for choice in understood.choices],
        }
        return {"id": audio.stem, "audio": audio.name, **circumstances.shown(), **heard,
                "time": self._clock().isoformat(timespec="milliseconds"),
                "version": voicekeeper.__version__}

    def _write_sound(self, samples: Samples, rate: int) -> Path:
        audio = self._free_name()
        write_whole(audio, wav(samples, rate), mode=0o644)
        return audio

    def _free_name(self) -> Path:
        while True:
            self._number += 1
            audio = self._folder / f"take-{self._number:05d}.wav"
            if not audio.exists():
                return audio

    def _write_line(self, line: Mapping[str, Any]) -> None:
        data = (json.dumps(line, ensure_ascii=False) + "\n").encode()
        with (self._folder / MANIFEST).open("ab", buffering=0) as file:
            if file.write(data) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(file.fileno())


def _put_away_half_a_line(manifest: Path) -> None:
    """Cuts off what a crash or a full disk left of a last line."""
    if not manifest.exists():
        return
    with manifest.open("rb+") as file:
        whole = file.read().rfind(b"\n") + 1
        file.truncate(whole)

