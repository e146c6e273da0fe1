"""Recorded speech to measure on: manifests, and what is expected of each recording."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voicekeeper.faults import DataFault

_SOUNDS = frozenset({".flac", ".wav", ".ogg", ".opus"})


@dataclass(frozen=True)
class Utterance:
    """One recording and what should be understood of it.

    `set` is the manifest's name, with its folder's; `intent` in its JSON form, None for other
    speech, which must change nothing.
    """

    set: str
    id: str
    audio: Path
    text: str
    players: tuple[str, ...]
    intent: Mapping[str, Any] | None
    speaking_for: str | None = None

    @property
    def key(self) -> str:
        """What no other recording is called: seeds are made from it."""
        return f"{self.set}/{self.id}"


def find_manifests(folder: Path) -> list[Path]:
    """All manifests (*.jsonl) below a folder: those whose first line tells of a recording.

    Raises DataFault where there is none.
    """
    found = [path for path in sorted(folder.rglob("*.jsonl")) if _tells_of_recordings(path)]
    if not found:
        raise DataFault(f"There is no manifest (*.jsonl) in {folder}: it needs a line of JSON with "
                        "audio, players and intent for each recording (docs/hearing.md).")
    return found


def _tells_of_recordings(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8") as file:
            shown = json.loads(next((line for line in file if line.strip()), "null"))
    except (OSError, ValueError) as error:
        raise DataFault(f"{path} cannot be read ({error}).") from error
    return isinstance(shown, dict) and {"audio", "players", "intent"} <= shown.keys()


def load_manifest(manifest: Path) -> list[Utterance]:
    """The recordings of a manifest. Raises DataFault, naming the line that can't be used."""
    try:
        lines = manifest.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise DataFault(f"{manifest} cannot be read: {reason}.") from error
    return [_utterance(line, number, manifest)
            for number, line in enumerate(lines, start=1) if line.strip()]


def _utterance(line: str, number: int, manifest: Path) -> Utterance:
    try:
        shown = json.loads(line)
        return Utterance(
            set=_set_of(manifest),
            id=str(shown.get("id", number)),
            audio=manifest.parent / shown["audio"],
            text=str(shown.get("text", "")),
            players=tuple(str(name) for name in shown["players"]),
            intent=shown["intent"],
            speaking_for=shown.get("speaking_for"),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataFault(f"{manifest}, line {number} is not JSON with audio, players and "
                        "intent.") from error


def _set_of(manifest: Path) -> str:
    """"people" for people/manifest.jsonl and people/people.jsonl, else "people/other"."""
    folder = manifest.absolute().parent.name
    return folder if manifest.stem in ("manifest", folder) else f"{folder}/{manifest.stem}"


def sample(utterances: Sequence[Utterance], limit: int | None) -> list[Utterance]:
    """At most `limit` of each set, evenly from its whole length."""
    if limit is None:
        return list(utterances)
    sets: dict[str, list[Utterance]] = {}
    for utterance in utterances:
        sets.setdefault(utterance.set, []).append(utterance)
    return [of_one[i * len(of_one) // limit] if len(of_one) > limit else of_one[i]
            for of_one in sets.values() for i in range(min(limit, len(of_one)))]


def sound_files(places: Sequence[Path]) -> dict[str, Path]:
    """Sound files by their names, from files and folders. Raises DataFault where one is missing."""
    return {path.stem: path for place in places for path in _sounds_in(place)}


def _sounds_in(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
    elif place.is_dir():
        yield from sorted(p for p in place.iterdir() if p.suffix.lower() in _SOUNDS)
    else:
        raise DataFault(f"There is no file or folder {place}.")
