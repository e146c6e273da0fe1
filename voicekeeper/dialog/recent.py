"""What was said lately, as far as the talk itself is asked about: "what did you hear", "help"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.reply import Sentence
from voicekeeper.intents import Plain

MISSES = 3
"""So many utterances in a row that were not understood, and help is offered."""


@dataclass(frozen=True)
class Recent:
    """The talk so far.

    heard: the last text, understood or not. helped: how often help was asked for in a
    row. misses: how many utterances in a row were not understood. rest: what is still to
    be said of a reply that was too long for one go.
    """

    heard: str = ""
    helped: int = 0
    misses: int = 0
    rest: tuple[Sentence, ...] = ()

    def after(self, meaning: Meaning) -> Recent:
        """The talk after an utterance."""
        return replace(
            self,
            heard=self.heard if meaning.intent == Plain("what_heard") else meaning.text,
            helped=self.helped + 1 if meaning.intent == Plain("help") else 0,
            misses=0 if meaning.understood else self.misses + 1,
        )

    def offers_help(self, meaning: Meaning) -> bool:
        """Whether this is one misunderstanding too many."""
        return not meaning.understood and (self.misses + 1) % MISSES == 0
