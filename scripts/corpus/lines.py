"""What is to be said, and what it means: one line of a manifest before it has a voice."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Self


@dataclass(frozen=True)
class Line:
    """A text that is said at a table.

    players: who sits there, in seating order; intent: as in JSON, None for what
    must change nothing; speaking_for: whose a bare number is and who "I" is;
    asks: whether it is said as a question.
    """

    text: str
    players: tuple[str, ...]
    intent: dict[str, Any] | None
    speaking_for: str | None = None
    asks: bool = False


@dataclass(frozen=True)
class Speaker:
    """A voice of an engine.

    engine: "kokoro", "flite", "festival", "espeak" or "piper"; voice: the
    engine's own name for it.
    """

    engine: str
    voice: str

    @property
    def name(self) -> str:
        """As the manifest has it: "kokoro:af_heart"."""
        return f"{self.engine}:{self.voice}"


@dataclass(frozen=True)
class Manner:
    """How a line is spoken, and how loud in how much quiet.

    speed: 1 is the voice's own; pitch: 1 is the voice's own, 1.15 is 15 % higher
    in all its resonances, as a child's; liveliness: Piper's noise scale, 0.667 is
    usual; peak: of full scale; before, after: seconds of quiet; seed: of the
    engines that vary.
    """

    speed: float = 1.0
    pitch: float = 1.0
    liveliness: float = 0.667
    peak: float = 0.5
    before: float = 0.2
    after: float = 0.2
    seed: int = 0


@dataclass(frozen=True)
class Recording:
    """A line with its voice; `audio` is its file, relative to the manifest."""

    id: str
    audio: str
    line: Line
    speaker: Speaker
    manner: Manner

    def to_json(self) -> str:
        """One line of a manifest: the keys that the program reads, and how it was spoken."""
        line = self.line
        found: dict[str, Any] = {
            "id": self.id, "audio": self.audio, "text": line.text,
            "players": list(line.players), "intent": line.intent,
        }
        if line.speaking_for is not None:
            found["speaking_for"] = line.speaking_for
        found |= {"voice": self.speaker.name, "source": self.speaker.engine,
                  "asks": line.asks, **asdict(self.manner)}
        return json.dumps(found, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """What to_json wrote."""
        found = json.loads(text)
        engine, _, voice = found["voice"].partition(":")
        return cls(
            found["id"], found["audio"],
            Line(found["text"], tuple(found["players"]), found["intent"],
                 found.get("speaking_for"), found["asks"]),
            Speaker(engine, voice),
            Manner(**{field.name: found[field.name] for field in fields(Manner)}),
        )


def write_manifest(path: Path, recordings: Iterable[Recording]) -> None:
    """A manifest of these recordings, written whole or not at all."""
    part = path.with_suffix(".part")
    part.write_text("".join(f"{r.to_json()}\n" for r in recordings), encoding="utf-8")
    part.rename(path)


def read_manifest(path: Path) -> list[Recording]:
    """What write_manifest wrote."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Recording.from_json(line) for line in lines]
