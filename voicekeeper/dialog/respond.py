"""The dialog: what one utterance, key or silence comes to. Pure.

A question that is open comes first: the utterance may settle, keep or close
it; anything else drops it, said so, and is taken for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from voicekeeper.dialog import (
    answering,
    choosing,
    games,
    report,
    waiting,
)
from voicekeeper.dialog.after_end import put_right
from voicekeeper.dialog.before_game import without_game
from voicekeeper.dialog.chosen import chosen
from voicekeeper.dialog.finishing import finished
from voicekeeper.dialog.holding import ends_round, held_up
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind, Turn, asking, saying
from voicekeeper.dialog.perform import perform
from voicekeeper.dialog.picking import pick
from voicekeeper.dialog.questions import ChooseBetween, ConfirmEvents, Pending, WhoClosed
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import (
    Intent,
    NewGame,
    Plain,
    Undo,
)
from voicekeeper.skyjo.game import Game

Key = Literal["next", "previous", "undo"]


def respond(mind: Mind, meaning: Meaning) -> Turn:
    """What an utterance comes to."""
    game = mind.game
    if game is None:
        return without_game(mind, meaning)
    pending = mind.pending
    if pending is None:
        turn = _taken(mind, game, meaning)
    else:
        answered = _to_the_question(mind, game, pending, meaning)
        if answered is None:
            return _instead(mind, game, pending, meaning)
        turn = answered
        if ends_round(game, turn.events) and any(not doubt.held for doubt in turn.later):
            turn = held_up(game, turn)
    missed_twice = pending is not None and pending.missed
    left = _takes_back(meaning.intent) or _takes_back(_chosen(pending, meaning))
    return finished(mind, turn, remind=not (left or missed_twice))


def _chosen(pending: Pending | None, meaning: Meaning) -> Intent | None:
    """Which of several readings an utterance says was meant, where that was asked."""
    question = None if pending is None else pending.question
    if not isinstance(question, ChooseBetween) or meaning.intent is None:
        return None
    return chosen(question, meaning.intent)


def press(mind: Mind, key: Key) -> Turn:
    """What a headset's key comes to."""
    game = mind.game
    if key == "undo":
        return respond(mind, Meaning("", Undo()))
    if game is None:
        return asking(games.WHO_PLAYS)
    step = 1 if key == "next" else -1
    if mind.pending is None:
        return finished(mind, pick(game, mind.picked, step))
    ahead = replace(mind, pending=None)
    turn = finished(ahead, pick(game, ahead.picked, step))
    return _told_dropped(turn, mind.pending, waiting.left_out(mind.pending))


def silence(mind: Mind) -> Turn:
    """Nothing was said: nothing is answered, and an open question stays open."""
    turn = Turn(picked=mind.picked, roll=mind.roll)
    if mind.pending is None:
        return turn
    pending = mind.pending
    return replace(turn, question=pending.question, later=pending.later, missed=pending.missed)


def lapse(mind: Mind) -> Turn:
    """Nobody answered for too long: the question is closed, said so."""
    pending = waiting.behind(mind.pending)
    if pending is None:
        return silence(mind) if mind.pending is None else saying(say("lapsed"))
    told = (say("lapsed"), *waiting.left_out(pending))
    turn = Turn(told, picked=mind.picked)
    if mind.game is None:
        return turn
    turn = finished(mind, turn)
    missing = report.still_missing(mind.game) if len(told) > 1 else ()
    return replace(turn, sentences=(*turn.sentences, *missing))


def _to_the_question(mind: Mind, game: Game, pending: Pending, meaning: Meaning) -> Turn | None:
    """What an utterance does to the open question; None: it is no answer and drops it."""
    if meaning.intent is None and not meaning.choices:
        return answering.missed(pending)
    if meaning.intent is not None:
        return answering.answer(mind, game, pending, meaning.intent)
    if any(isinstance(choice, Plain) for choice in meaning.choices):
        # "Yes" or "no" that may as well be something else settles nothing.
        return answering.missed(pending)
    answers = [choice for choice in meaning.choices if _answers(mind, game, choice)]
    if len(answers) == len(meaning.choices):
        turn = _taken(mind, game, meaning)
        if isinstance(turn.question, ChooseBetween) and not turn.events:
            turn = replace(turn, question=replace(turn.question, about=pending.question))
        return replace(turn, later=(*turn.later, *pending.later))
    if len(answers) == 1 and not isinstance(pending.question, ConfirmEvents):
        # "No one", said to "Who closed?", is no correction to one point.
        return answering.answer(mind, game, pending, answers[0])
    return None


def _instead(mind: Mind, game: Game, pending: Pending, meaning: Meaning) -> Turn:
    """The question is dropped, said so, and what was said is taken for itself.

    Scores and closers are of the round that was asked about, so they may take the
    place of what was in doubt, and come before what was held back.
    """
    said = meaning.choices if meaning.intent is None else (meaning.intent,)
    without = replace(mind, pending=None)
    if _takes_back(meaning.intent):
        left = waiting.left_out(pending)
        return respond(without, meaning).preceded_by(say("dropped"), *left)
    if not all(waiting.is_of_the_round(intent) for intent in said):
        return _told_dropped(respond(without, meaning), pending, waiting.left_out(pending))
    left = waiting.left_out(pending, said)
    turn = _taken(without, game, meaning)
    ended = ends_round(game, turn.events)
    turn = replace(turn, later=(*turn.later, *waiting.clear(pending, said)))
    turn = _told_dropped(finished(without, turn, remind=True), pending, left)
    if ended and left and (item := waiting.item_asked(pending)) is not None:
        # The round has ended without it; now it takes other words.
        turn = replace(turn, sentences=(*turn.sentences, put_right(item, game.number)))
    return turn


def _told_dropped(turn: Turn, pending: Pending, left: Sequence[Sentence]) -> Turn:
    again = isinstance(turn.question, WhoClosed) or turn.question == pending.question
    if again and not left:
        # The same question is asked again, or one that has come in its place.
        return turn
    return turn.preceded_by(say("dropped"), *left)


def _takes_back(intent: Intent | None) -> bool:
    return intent in (Plain("cancel"), Plain("redo"), Undo())


def _not_understood(game: Game, stranger: str | None) -> Turn:
    who = () if stranger is None else (say("not_playing", player=stranger),)
    turn = saying(say("not_caught"), *who, say("players", players=game.players))
    return replace(turn, passing=True)


def _answers(mind: Mind, game: Game, intent: Intent) -> bool:
    pending = mind.pending
    return pending is not None and answering.answer(mind, game, pending, intent) is not None


def _taken(mind: Mind, game: Game, meaning: Meaning) -> Turn:
    if meaning.intent is not None:
        return perform(mind, game, meaning.intent)
    match meaning.choices:
        case ():
            return _not_understood(game, meaning.stranger)
        case (NewGame() as order,) if games.is_under_way(game):
            # A new game over one under way is asked about in any case.
            return perform(mind, game, order)
    return choosing.doubt(game, meaning.choices)
