"""Whose score a correction means that names nobody: "make that six", "not five, six"."""

from __future__ import annotations

from dataclasses import dataclass

from voicekeeper.dialog.choosing import only_points
from voicekeeper.dialog.questions import (
    ChooseBetween,
    ConfirmEvents,
    ConfirmItem,
    Question,
    ScoreOf,
    WhoseNumber,
)
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import CorrectScore
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.events import ScoreSet
from voicekeeper.skyjo.game import Game


@dataclass(frozen=True)
class Meant:
    """A player's score of a round."""

    player: str
    round: int


def score_meant(books: Books, game: Game, order: CorrectScore, at_hand: int) -> Meant | Sentence:
    """The score that is put right, or why there is none; `at_hand` is the round that is meant.

    The last entry's, unless the points were said that were wrong: then the last entry
    with those.
    """
    last = game.last_entry
    if order.instead_of is None:
        if last is None or (order.round is not None and last.round != at_hand):
            return say("correct_whom")
        return Meant(last.player, last.round)
    player = last_with(books, game, order.instead_of, at_hand)
    if player is None:
        return say("nobody_has", points=order.instead_of, round=at_hand)
    return Meant(player, at_hand)


def is_of_another(books: Books, game: Game, question: Question, order: CorrectScore) -> bool:
    """Whether a correction puts an entry right instead of answering the open question."""
    if order.player is not None or order.round is not None:
        return False
    if order.instead_of is not None:
        return (order.instead_of not in _asked_about(game, question)
                and last_with(books, game, order.instead_of, game.number) is not None)
    # In a roll call "no, six" is about the one before, whose points were just read back.
    last = game.last_entry
    roll_call = isinstance(question, ScoreOf) and question.asked == (
        say("roll_call", player=question.player),)
    return roll_call and last is not None and last.round == game.number


def _asked_about(game: Game, question: Question) -> tuple[int | None, ...]:
    """The points that a question names."""
    match question:
        case ConfirmItem(item=item, round=number):
            return item.points, game.written_in(number).scores.get(item.player)
        case ConfirmEvents(events=(ScoreSet(number, player, points),)):
            return points, game.written_in(number).scores.get(player)
        case ChooseBetween(readings=readings):
            alike = only_points(readings)
            return () if alike is None else alike[1]
        case WhoseNumber(points=points):
            return (points,)
    return ()


def last_with(books: Books, game: Game, points: int, number: int) -> str | None:
    """Who has these points in round `number`; of several, whose were said last."""
    scores = game.written_in(number).scores
    those = [player for player, has in scores.items() if has == points]
    said = (event for step in reversed(books.record.done if books.record else ())
            for event in reversed(step.utterance.events) if isinstance(event, ScoreSet))
    lately = (event.player for event in said
              if event.round == number and event.points == points and event.player in those)
    return next(lately, those[-1] if those else None)
