"""A game of the history as the dialog has it before it: what it was, and when, for people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.books import Record
from voicekeeper.skyjo.game import Game

_A_WEEK = 7
# Written out one by one: a test holds the keys against the words.
_WEEKDAYS = (
    say("day_1"), say("day_2"), say("day_3"), say("day_4"), say("day_5"), say("day_6"),
    say("day_7"),
)
_MONTHS = (
    say("month_1"), say("month_2"), say("month_3"), say("month_4"), say("month_5"),
    say("month_6"), say("month_7"), say("month_8"), say("month_9"), say("month_10"),
    say("month_11"), say("month_12"),
)


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
        ago = (self.today - self.day).days
        if ago in (0, 1):
            return say("day_today" if ago == 0 else "day_yesterday")
        if 1 < ago < _A_WEEK:
            return _WEEKDAYS[self.day.weekday()]
        return say("day_of_month", day=self.day.day, month=_MONTHS[self.day.month - 1])

    def phrase(self) -> Sentence:
        """The game as a phrase to know it by: who plays, from when, in which round."""
        game, when = self.game, self.when()
        if when is None:
            return say("past_game", players=game.players, round=game.number)
        return say("past_game_of", players=game.players, day=when, round=game.number)
