"""Whose it was, put right while it is still asked about: "that was Leo, not Marco"."""

from __future__ import annotations

from voicekeeper.dialog import corrections
from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.choosing import of_player, only_points, question
from voicekeeper.dialog.entries import enter
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.questions import (
    ChooseBetween,
    ConfirmEvents,
    ConfirmItem,
    Question,
    ScoreOf,
)
from voicekeeper.dialog.reply import say
from voicekeeper.intents import CorrectScore, Entry, Item, Move
from voicekeeper.skyjo.events import ScoreSet
from voicekeeper.skyjo.game import Game


def retargeted(game: Game, asked: Question, order: Move) -> Turn | None:
    """The open question asked about the other player; None: the order is not about it."""
    about = _about(asked)
    if about is None:
        return None
    player, number = about
    if player != order.source or order.round not in (None, number):
        return None
    if why := absent(game, [order.target], number):
        return saying(*why)
    match asked:
        case ConfirmItem(item=item):
            return enter(game, Entry((Item(order.target, item.points, item.closed),)),
                         number=number)
        case ScoreOf(closed=closed):
            score_of = (say("score_of", player=order.target),)
            return asking(ScoreOf(score_of, order.target, number, closed))
        case ChooseBetween(readings=readings):
            theirs = tuple(of_player(reading, order.target) for reading in readings)
            return asking(question(theirs, number))
        case ConfirmEvents(events=(ScoreSet(points=points),)):
            correct = CorrectScore(points, order.target, number)
            hand = corrections.Hand(number, ask=True)
            return corrections.correct_in_round(game, order.target, points, hand, correct)
    return None


def _about(asked: Question) -> tuple[str, int] | None:
    """Whose score of which round, or whose closing, a question is about."""
    match asked:
        case ConfirmItem(item=item, round=number):
            return item.player, number
        case ScoreOf(player=player, round=number):
            return player, number
        case ChooseBetween(readings=readings, round=number):
            alike = only_points(readings)
            return None if alike is None or alike[0] is None else (alike[0], number)
        case ConfirmEvents(kind="correction", events=(ScoreSet(number, player, _),)):
            return player, number
    return None
