"""What is to be said, and what it means: one line of a manifest before it has a voice."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


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
    """A voice of an engine, and how it is changed.

    engine: "kokoro", "flite", "festival", "espeak" or "piper"; voice: the
    engine's own name for it; accent: the language by whose rules Kokoro reads.
    """

    engine: str
    voice: str
    accent: str = "en-us"

    @property
    def name(self) -> str:
        """As the manifest has it: "kokoro:af_heart"."""
        return f"{self.engine}:{self.voice}"


@dataclass(frozen=True)
class Recording:
    """A line with its voice.

    speed: 1 is the voice's own; pitch: 1 is the voice's own, 1.15 is 15 % higher
    in all its resonances, as a child's; liveliness: Piper's noise scale, where
    it is not the voice's own; peak: of full scale; quiet: seconds before and
    after; seed: of the engines that vary.
    """

    id: str
    audio: str
    line: Line
    speaker: Speaker
    speed: float
    pitch: float
    liveliness: float | None
    peak: float
    quiet: tuple[float, float]
    seed: int

    def to_json(self) -> str:
        """One line of manifest.jsonl."""
        line = self.line
        found: dict[str, Any] = {
            "id": self.id, "audio": self.audio, "text": line.text,
            "players": list(line.players), "intent": line.intent,
        }
        if line.speaking_for is not None:
            found["speaking_for"] = line.speaking_for
        found |= {"voice": self.speaker.name, "source": self.speaker.engine, "speed": self.speed}
        if self.pitch != 1.0:
            found["pitch"] = self.pitch
        if self.liveliness is not None:
            found["liveliness"] = self.liveliness
        return json.dumps(found, ensure_ascii=False)


def write_manifest(path: Path, recordings: list[Recording]) -> None:
    """A manifest of the recordings whose sound is there."""
    made = [r.to_json() for r in recordings if (path.parent / r.audio).exists()]
    path.write_text("".join(f"{line}\n" for line in made), encoding="utf-8")
