"""A game of the history as the dialog has it before it: what it was, and when, for people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from voicekeeper.dialog.days import day_phrase
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.books import Record
from voicekeeper.skyjo.game import Game


@dataclass(frozen=True)
class Past:
    """A game of the history, with all that is needed to go on with it.

    day: when it began, None where that is not known; today: from where one looks
    back. far: it is a guess, since none is where it was looked for first.
    """

    record: Record
    day: date | None
    today: date
    far: bool = False

    @property
    def game(self) -> Game:
        """The game as it was left."""
        return self.record.game

    def when(self) -> Sentence | None:
        """The day as a phrase; None where it is not known."""
        if self.day is None:
            return None
        return day_phrase(self.day, self.today)

    def phrase(self) -> Sentence:
        """The game as a phrase to know it by: who plays, from when, in which round."""
        game, when = self.game, self.when()
        if when is None:
            return say("past_game", players=game.players, round=game.number)
        return say("past_game_of", players=game.players, day=when, round=game.number)
