"""How the names at a table are listened for: what is set or enrolled, else aliases found."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from voicekeeper.faults import DataFault, ModelFault
from voicekeeper.hearing.enrolment import Enroller
from voicekeeper.hearing.language import Players, first_names
from voicekeeper.hearing.namer import NameSound, loop_words, sounds
from voicekeeper.hearing.names import SpokenAs
from voicekeeper.hearing.phones import Reading, distance
from voicekeeper.hearing.wellknown import well_known_names
from voicekeeper.skyjo.players import fold
from voicekeeper.wholefile import write_whole

FILE_NAME = "names.json"
"""The enrolled names' file in the data folder, beside the games."""
_VERSION = 1

# An alias this near to another player's name is nobody's.
_TOO_NEAR_TO_ANOTHER = 0.3


@dataclass(frozen=True)
class Enrolled:
    """A name as it was said: the words that stand for it, and from how many recordings."""

    name: str
    language: str
    spoken_as: tuple[str, ...]
    takes: int


class SpokenNames(Mapping[str, Sequence[str]]):
    """The words that stand for names: those of the settings, then those enrolled.

    A live mapping: what is enrolled while the table plays is in it at once.
    Names compare after NFC and case folding. Kept in one JSON file, written
    whole and then put in the old one's place.
    """

    def __init__(self, settings: SpokenAs, file: Path, language: str) -> None:
        """Raises DataFault where the file is there and can't be used."""
        self._settings = {fold(name): tuple(words) for name, words in settings.items()}
        self._file = file
        self._language = language
        self._all = _read(file)

    def enrolled(self, name: str) -> Enrolled | None:
        """What was enrolled for a name in the table's language."""
        return self._all.get((fold(name), self._language))

    def is_enrolled(self, name: str) -> bool:
        """Whether anything was enrolled for a name, in any language."""
        return any(folded == fold(name) for folded, _ in self._all)

    def keep(self, name: str, spoken_as: Sequence[str], takes: int) -> None:
        """Enrols a name, on disk when this returns. Raises DataFault."""
        enrolled = Enrolled(name, self._language, tuple(spoken_as), takes)
        self._write(self._all | {(fold(name), self._language): enrolled})

    def forget(self, name: str) -> bool:
        """Takes back what was enrolled, in all languages; False if nothing was.

        Raises DataFault.
        """
        left = {key: found for key, found in self._all.items() if key[0] != fold(name)}
        if len(left) == len(self._all):
            return False
        self._write(left)
        return True

    def __getitem__(self, name: str) -> tuple[str, ...]:
        enrolled = self.enrolled(name)
        words = (*self._settings.get(fold(name), ()), *(enrolled.spoken_as if enrolled else ()))
        if not words:
            raise KeyError(name)
        return tuple(dict.fromkeys(words))

    def __iter__(self) -> Iterator[str]:
        mine = (name for name, language in self._all if language == self._language)
        return iter(dict.fromkeys((*self._settings, *mine)))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _write(self, all_names: dict[tuple[str, str], Enrolled]) -> None:
        told = {"version": _VERSION, "names": [asdict(found) for found in all_names.values()]}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(told, ensure_ascii=False, indent=1).encode())
        except OSError as error:
            raise DataFault(f"The names file {self._file} cannot be written "
                            f"({error.strerror}).") from error
        self._all = all_names


def _read(file: Path) -> dict[tuple[str, str], Enrolled]:
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _unusable(file, str(error)) from error
    try:
        if told["version"] > _VERSION:
            raise DataFault(f"The names file {file} was written by a newer voicekeeper; update "
                            "voicekeeper, or choose another folder with --data.")
        all_names = [Enrolled(str(n["name"]), str(n["language"]),
                              tuple(str(words) for words in n["spoken_as"]), int(n["takes"]))
                     for n in told["names"]]
    except (KeyError, TypeError, ValueError) as error:
        raise _unusable(file, f"{type(error).__name__}: {error}") from error
    return {(fold(found.name), found.language): found for found in all_names}


def _unusable(file: Path, why: str) -> DataFault:
    return DataFault(f"The names file {file} cannot be read ({why}); put it away under another "
                     "name, and the names can be enrolled again.")


def players_of(names: Sequence[str], spoken_as: SpokenAs, model: Path, language: str,
               cache: Path) -> Players:
    """Players with the words by which a model (its folder) can hear each of them.

    A name that is neither set nor enrolled, and that the model does not know or
    pronounces otherwise, gets the words that sound like it. `cache` keeps them.
    """
    strange = [name for name in names if name not in spoken_as and name not in
               well_known_names(language)]
    if not strange:
        return Players.of(names, spoken_as)
    found: dict[str, NameSound] = {}
    with suppress(ModelFault):  # then the name is heard by its own words, or told to be unheard
        found = sounds(names, model, language, cache)
    aliases = {name: safe for name in strange if name in found and (safe := _safe(name, found))}
    return Players.of(names, {n: spoken_as[n] for n in names if n in spoken_as} | aliases)


def _safe(name: str, all_sounds: Mapping[str, NameSound]) -> tuple[str, ...]:
    """The aliases of a name that sound like no other player; all, if none of them is."""
    sound = all_sounds[name]
    others = [reading for other, theirs in all_sounds.items() if other != name
              for reading in (*theirs.readings, *theirs.pronounced)]
    safe = tuple(alias for alias, readings in sound.aliases.items()
                 if not _near(readings, others))
    return safe or tuple(sound.aliases)


def _near(readings: Sequence[Reading], others: Sequence[Reading]) -> bool:
    return any(distance(one, other) <= _TOO_NEAR_TO_ANOTHER
               for one in readings for other in others)


class NameLearner:
    """Which names are not known yet, and how they become known: by being said."""

    def __init__(self, spoken_as: SpokenNames, model: Path, language: str, cache: Path) -> None:
        self._spoken_as = spoken_as
        self._model = model
        self._language = language
        self._cache = cache

    def strange(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names that have only words worked out from their spelling. Raises ModelFault."""
        unset = [name for name in names if name not in self._spoken_as
                 and name not in first_names(self._language)]
        found = self._sounds(unset)
        strange = tuple(n for n in unset if found[n].aliases or not found[n].pronounced)
        if strange:
            # While they are said, what `learn` needs is got ready.
            threading.Thread(target=self._prepare, args=(names,), daemon=True).start()
        return strange

    def _prepare(self, names: Sequence[str]) -> None:
        with suppress(ModelFault):  # told by learn(), if it is still there then
            self._sounds(names)
            loop_words(self._model, self._language, self._cache)

    def learn(self, name: str, takes: Sequence[np.ndarray], others: Sequence[str] = ()) -> bool:
        """Enrols a name said in these takes (mono float32, 16 kHz); False if nothing came of it.

        `others` are the other players. Raises ModelFault, DataFault, RecogniserFault.
        """
        heard_as = {other: sound.all_readings for other, sound in self._sounds(others).items()}
        enroller = Enroller(self._model, self._language, self._cache)
        found = enroller.enrol(name, takes, heard_as)
        if found.spoken_as:
            self._spoken_as.keep(name, found.spoken_as, len(takes))
        return bool(found.spoken_as)

    def _sounds(self, names: Sequence[str]) -> dict[str, NameSound]:
        return sounds(names, self._model, self._language, self._cache)
