"""What the history holds for words like "last Saturday's game", and "who has won most games"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Protocol

from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind
from voicekeeper.dialog.past import Past
from voicekeeper.dialog.questions import ChooseBetween
from voicekeeper.dialog.remembered import SMALL_HOURS, Remembered, evening, evening_of
from voicekeeper.dialog.resuming import MOST
from voicekeeper.intents import WEEKDAYS, AskStats, Resume
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.careers import Career, Duel
from voicekeeper.skyjo.dates import day_alone
from voicekeeper.skyjo.history import GameSummary, Search
from voicekeeper.skyjo.players import fold

_WEEKS = 8
"""So far back a day of the week is looked for."""
_DAY = timedelta(days=1)


class History(Protocol):
    """What is asked of a ledger."""

    def games(self, limit: int | None = None, search: Search = ...) -> tuple[GameSummary, ...]:
        """The games that a search finds, newest first."""

    def load(self, game: str) -> Books | None:
        """A game with all that was said in it."""

    def careers(self, search: Search = ..., people: Sequence[str] = ..., *,
                streaks: bool = ...) -> tuple[Career, ...]:
        """What people have come to over all finished games."""

    def duels(self, search: Search = ..., people: Sequence[str] = ...) -> tuple[Duel, ...]:
        """The same of every two."""


def recalling(mind: Mind, meaning: Meaning, history: History, now: datetime) -> Mind:
    """The mind with what the history holds, where the words are about past games."""
    said = [intent for intent in (meaning.intent, *meaning.choices) if intent is not None]
    questions = [intent for intent in said if isinstance(intent, AskStats)]
    orders = [intent for intent in said if isinstance(intent, Resume)]
    # Which of several was meant may still be asked.
    open_ = mind.pending is not None and isinstance(mind.pending.question, ChooseBetween)
    found = mind.found if open_ else ()
    remembered = mind.remembered if open_ else ()
    if orders:
        found = recall(history, orders[0], now, None if mind.game is None else mind.game.id)
    if questions:
        remembered = (*(remember(history, asked, now) for asked in questions), *remembered)
    return replace(mind, found=found, remembered=remembered)


def recall(history: History, order: Resume, now: datetime, current: str | None
           ) -> tuple[Past, ...]:
    """The games that may be meant, newest first: a few that can be gone on with.

    Where there is none, or the last one was asked for and is over, a finished
    one comes first. The game on the table, `current`, is among them where it fits.
    """
    today = evening(now)
    for weeks, (first, last) in enumerate(_days(order, today)):
        found = _found(history, order, first, last, current)
        if found:
            return tuple(_past(history, game, today, far=weeks > 0) for game in found)
    return ()


def remember(history: History, asked: AskStats, now: datetime) -> Remembered:
    """What all finished games hold for a question about them."""
    today = evening(now)
    if asked.player is None:
        return Remembered(asked, today, history.careers(streaks=asked.about == "streak"))
    if asked.other is None:
        return Remembered(asked, today, history.careers(people=(asked.player,), streaks=True))
    duels = history.duels(people=(asked.player, asked.other))
    theirs = (duel for duel in duels if fold(duel.other) == fold(asked.other))
    return Remembered(asked, today, duel=next(theirs, None))


def _past(history: History, game: GameSummary, today: date, *, far: bool) -> Past:
    books = history.load(game.id)
    if books is None or books.record is None:
        raise LookupError(f"game {game.id} is in the history, but cannot be loaded")
    day = None if game.started is None else evening_of(game.started)
    return Past(books.record, day, today, far)


def _days(order: Resume, today: date) -> Iterator[tuple[date | None, date | None]]:
    """From when to when a game may be from, the likeliest first."""
    match order.when:
        case None | "last":
            yield None, None
        case "today":
            yield today, today
        case "yesterday":
            yield today - _DAY, today - _DAY
        case weekday:
            ago = (today.isoweekday() - WEEKDAYS.index(weekday) - 1) % 7 or 7
            for week in range(_WEEKS):
                day = today - timedelta(days=ago + 7 * week)
                yield day, day


def _found(history: History, order: Resume, first: date | None, last: date | None,
           current: str | None) -> list[GameSummary]:
    search = Search(order.players, first, None if last is None else last + _DAY)

    def fits(game: GameSummary) -> bool:
        if last is None or game.started is None:
            return True
        began = datetime.fromisoformat(game.started)
        late = began.hour < SMALL_HOURS and day_alone(game.started) is None
        return began.date() <= last or late

    if order.when == "last":
        # The one before that on the table; where that is over, the last unfinished one too.
        newest = [game for game in history.games(2, search) if game.id != current][:1]
        if newest and newest[0].over:
            before = [game for game in history.games(2, replace(search, over=False))
                      if game.id != current]
            newest += before[:1]
        return newest
    wanted = None if last is None else MOST + 20
    unfinished = [game for game in history.games(wanted or MOST + 2, replace(search, over=False))
                  if fits(game)]
    others = [game for game in unfinished if game.id != current]
    if others or unfinished:
        return (others or unfinished)[:MOST + 1]
    return [game for game in history.games(wanted or 1, replace(search, over=True))
            if fits(game)][:1]
