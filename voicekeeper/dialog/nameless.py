"""Whose score a correction means that names nobody: "make that six", "not five, six"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from voicekeeper.dialog.choosing import MOST_READINGS, only_points
from voicekeeper.dialog.choosing import question as which_of
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.questions import (
    ChooseBetween,
    ConfirmEvents,
    ConfirmItem,
    Question,
    ScoreOf,
    WhoseNumber,
)
from voicekeeper.dialog.reply import say
from voicekeeper.intents import CorrectScore
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.events import ScoreSet
from voicekeeper.skyjo.game import Game


@dataclass(frozen=True)
class Meant:
    """A player's score of a round."""

    player: str
    round: int


def score_meant(books: Books, game: Game, order: CorrectScore, at_hand: int) -> Meant | Turn:
    """The score that is put right, or what is said or asked where that isn't clear.

    `at_hand` is the round that is meant. It is the last entry's score, unless the points
    were said that were wrong: then the one with those; of several, it is asked whose.
    """
    last = game.last_entry
    if order.instead_of is None:
        if last is None or (order.round is not None and last.round != at_hand):
            return saying(say("correct_whom"))
        return Meant(last.player, last.round)
    players = _meant_with(books, game, order.instead_of, at_hand)
    if not players:
        return saying(say("nobody_has", points=order.instead_of, round=at_hand))
    if len(players) > MOST_READINGS:
        return saying(say("correct_whom"))
    if len(players) > 1:
        readings = tuple(replace(order, player=player, instead_of=None) for player in players)
        return asking(which_of(readings, at_hand))
    return Meant(players[0], at_hand)


def is_of_another(books: Books, game: Game, question: Question, order: CorrectScore) -> bool:
    """Whether a correction puts an entry right instead of answering the open question."""
    if order.player is not None or order.round is not None:
        return False
    if order.instead_of is not None:
        return (order.instead_of not in _asked_about(game, question)
                and order.instead_of in game.written_in(game.number).scores.values())
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


def _meant_with(books: Books, game: Game, points: int, number: int) -> tuple[str, ...]:
    """Who may be meant by these points in round `number`: all who have them.

    But where the last utterance gave them to one alone, they were just read back as theirs.
    """
    those = tuple(player for player, has in game.written_in(number).scores.items()
                  if has == points)
    just = books.undoable.events if books.undoable is not None else ()
    told = {event.player for event in just
            if isinstance(event, ScoreSet) and event.round == number}
    lately = tuple(player for player in those if player in told)
    return lately if len(lately) == 1 else those
