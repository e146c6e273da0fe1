"""What the parser or the recogniser made of one utterance."""

from __future__ import annotations

from dataclasses import dataclass

from voicekeeper.intents import Intent


@dataclass(frozen=True)
class Meaning:
    """A text as typed or recognised, and what it means.

    intent: what was meant, for sure. choices: the readings of a doubtful
    utterance, best first (intent is then None). Neither: not understood.
    stranger: the word that stands in a player's place, where nothing else
    kept a score from being understood. cut: after so many seconds no more was
    listened to; None: all of it was.
    """

    text: str
    intent: Intent | None = None
    choices: tuple[Intent, ...] = ()
    stranger: str | None = None
    cut: int | None = None

    @property
    def understood(self) -> bool:
        """Whether the words meant something."""
        return self.intent is not None or bool(self.choices)
