"""What all finished games hold for a question about them, as the dialog has it before it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from voicekeeper.dialog.days import day_phrase
from voicekeeper.dialog.reply import Sentence
from voicekeeper.intents import AskStats
from voicekeeper.skyjo.careers import Career, Duel, Feat
from voicekeeper.skyjo.dates import day_alone

SMALL_HOURS = 4
"""A game begun before this hour is of the evening before, too."""


@dataclass(frozen=True)
class Remembered:
    """The careers that an answer to `asked` may name, and the two's duel, if it is about one.

    today: from where one looks back.
    """

    asked: AskStats
    today: date
    careers: tuple[Career, ...] = ()
    duel: Duel | None = None

    def when(self, feat: Feat) -> Sentence | None:
        """The day of a round as a phrase; None where it is not known."""
        if feat.started is None:
            return None
        return day_phrase(evening_of(feat.started), self.today)


def evening_of(started: str) -> date:
    """The day that a game is of, from the ISO 8601 time or day at which it began."""
    return day_alone(started) or evening(datetime.fromisoformat(started))


def evening(at: datetime) -> date:
    """The day that a time is of: that on which the evening began."""
    return (at - timedelta(days=at.hour < SMALL_HOURS)).date()
