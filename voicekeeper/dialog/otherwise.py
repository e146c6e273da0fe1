"""What is asked about first, answered neither yes nor no but with the right words."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import closers, corrections, report, seats
from voicekeeper.dialog.chosen import said_points
from voicekeeper.dialog.mind import Turn
from voicekeeper.dialog.questions import ConfirmEvents
from voicekeeper.intents import (
    CorrectScore,
    Entry,
    Intent,
    Item,
    Join,
    Move,
    Name,
    Swap,
)
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.events import CloserSet, ScoreCleared, ScoreSet
from voicekeeper.skyjo.game import Game


def said_otherwise(books: Books, game: Game, question: ConfirmEvents, intent: Intent
                   ) -> Turn | None:
    """What takes the place of what is asked about; None: the words are not about that."""
    if isinstance(question.order, Join):
        return seats.joins_otherwise(game, question.order, intent)
    if question.kind != "correction":
        return None
    match question.events, question.order:
        case (ScoreSet() as asked,), _:
            return _other_score(game, asked, intent)
        case (CloserSet() as asked,), _:
            return _other_closer(books, game, asked, intent)
        case (first, *_), Entry() as order if isinstance(first, ScoreSet | CloserSet):
            return _one_of_several(books, game, replace(order, round=first.round), intent)
        case _, Move() as order if isinstance(intent, Name):
            return corrections.move(books, game, replace(order, target=intent.player))
        case (ScoreSet(number) | ScoreCleared(number), *_), Move() | Swap():
            return _moved_otherwise(books, game, number, intent)
    return None


def _moved_otherwise(books: Books, game: Game, number: int, intent: Intent) -> Turn | None:
    match intent:
        case Move(round=None):
            return corrections.move(books, game, replace(intent, round=number))
        case Swap(round=None):
            return corrections.swap(books, game, replace(intent, round=number))
    return None


def _other_score(game: Game, asked: ScoreSet, intent: Intent) -> Turn | None:
    points = _points(asked.player, asked.round, intent)
    if points is None:
        return None
    if points == asked.points:
        return report.told(game, game.after(asked), (asked,))
    hand = corrections.Hand(asked.round, ask=False)
    order = CorrectScore(points, asked.player, asked.round)
    return corrections.correct_in_round(game, asked.player, points, hand, order)


def _points(player: str, number: int, intent: Intent) -> int | None:
    """The points of this player alone, in an utterance about that round or about none."""
    match intent:
        case Entry(((Item(closed=False)),), False, said) if said in (None, number):
            return said_points(player, intent)
        case Entry():
            return None
        case CorrectScore(round=said) if said == number:
            return said_points(player, replace(intent, round=None))
    return said_points(player, intent)


def _other_closer(books: Books, game: Game, asked: CloserSet, intent: Intent) -> Turn | None:
    said = closers.closer_said(intent, asked.round)
    return None if said is None else closers.correct_closer(books, game, said, sure=True)


def _one_of_several(books: Books, game: Game, order: Entry, intent: Intent) -> Turn | None:
    """One score of several put right; then all of them are asked about again."""
    for item in order.entries:
        points = None if order.round is None else _points(item.player, order.round, intent)
        if points is not None and item.points is not None and not _is_of_nobody(intent):
            right = tuple(replace(i, points=points) if i is item else i for i in order.entries)
            return corrections.correct_entries(books, game, replace(order, entries=right))
    return None


def _is_of_nobody(intent: Intent) -> bool:
    """Whether it isn't said whose points these are."""
    return not isinstance(intent, Entry) and (
        not isinstance(intent, CorrectScore) or intent.player is None)
