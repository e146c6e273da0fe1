"""How players like their names to be said: respellings, used by the voice alone, kept in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from voicekeeper.faults import DataFault
from voicekeeper.skyjo.players import fold
from voicekeeper.wholefile import write_whole

FILE_NAME = "said_as.json"
"""The file's name in the data folder, beside the games."""


class SaidNames(Mapping[str, str]):
    """Names to how the voice says them; a live mapping. Names compare as the games' do."""

    def __init__(self, file: Path) -> None:
        """What can't be read is as if nothing had been said of it."""
        self._file = file
        self._all: dict[str, str] = {}
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return
        if isinstance(told, dict):
            self._all = {fold(name): text for name, text in told.items()
                         if isinstance(text, str) and text.strip()}

    def keep(self, name: str, said_as: str | None) -> None:
        """A name is said so from now on; None: as it is written. Raises DataFault."""
        left = {other: text for other, text in self._all.items() if other != fold(name)}
        changed = left if said_as is None else {**left, fold(name): said_as}
        if changed == self._all:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(changed, ensure_ascii=False, indent=1).encode())
        except OSError as error:
            raise DataFault(f"{self._file} cannot be written ({error.strerror}).") from error
        self._all = changed

    def __getitem__(self, name: str) -> str:
        return self._all[fold(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)
