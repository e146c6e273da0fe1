"""What was said lately, as far as the talk itself is asked about: "what did you hear", "help"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.reply import Sentence
from voicekeeper.intents import Ask, AskRules, Intent, Plain, StarterCards

MISSES = 3
"""So many utterances in a row that were not understood, and help is offered."""


@dataclass(frozen=True)
class Recent:
    """The talk so far.

    heard: the last text, understood or not. helped: how often help was asked for in a
    row. misses: how many utterances in a row were not understood. rest: what is still to
    be said of a reply that was too long for one go. open_cards: the two cards each that
    were told for who starts round one, as long as nothing but questions came between.
    """

    heard: str = ""
    helped: int = 0
    misses: int = 0
    rest: tuple[Sentence, ...] = ()
    open_cards: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def after(self, meaning: Meaning) -> Recent:
        """The talk after an utterance."""
        return replace(
            self,
            heard=(self.heard if Plain("what_heard") in (meaning.intent, *meaning.choices)
                   else meaning.text),
            helped=self.helped + 1 if meaning.intent == Plain("help") else 0,
            misses=0 if meaning.understood else self.misses + 1,
            open_cards=self._open_cards_after(meaning.intent),
        )

    def _open_cards_after(self, intent: Intent | None
                          ) -> tuple[tuple[str, tuple[int, ...]], ...]:
        match intent:
            case StarterCards(cards):
                return tuple({**dict(self.open_cards), **dict(cards)}.items())
            case None | Ask() | AskRules():
                return self.open_cards
        return ()

    def offers_help(self, meaning: Meaning) -> bool:
        """Whether this is one misunderstanding too many."""
        return not meaning.understood and (self.misses + 1) % MISSES == 0
