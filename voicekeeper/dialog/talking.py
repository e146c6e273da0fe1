"""The talk itself: an utterance as part of it, and what is asked and ordered about it.

The dialog proper (respond.py) knows the game; here is what goes on over several
utterances, whatever they are about: the roll call, what was heard before, help
where too much is not understood.
"""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import report, respond, rollcall, shutting_down
from voicekeeper.dialog.aside import aside
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind, Turn, saying
from voicekeeper.dialog.questions import ChooseBetween
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import Plain


def hear(mind: Mind, meaning: Meaning) -> Turn:
    """What an utterance comes to."""
    if (turn := shutting_down.hear(mind, meaning)) is not None:
        return turn
    mind = shutting_down.waiting(mind)
    turn = None if _is_asked_about(mind, meaning) else aside(mind, meaning.intent)
    if turn is None:
        turn = respond.respond(mind, meaning)
    turn = rollcall.carried_on(mind, turn, meaning)
    if mind.recent.offers_help(meaning):
        turn = _said_before_the_question(turn, say("offer_help"))
    if meaning.cut is not None:
        turn = turn.preceded_by(say("cut_off", seconds=meaning.cut))
    return turn


def _is_asked_about(mind: Mind, meaning: Meaning) -> bool:
    """Whether it was just asked whether this was said; then it is the answer."""
    question = None if mind.pending is None else mind.pending.question
    return isinstance(question, ChooseBetween) and meaning.intent in question.readings


def press(mind: Mind, key: respond.Key) -> Turn:
    """What a headset's key comes to."""
    declined = shutting_down.hear(mind, Meaning("", Plain("cancel"))) if key == "undo" else None
    if declined is not None:
        return declined
    mind = shutting_down.waiting(mind)
    if key != "undo" and (turn := rollcall.step(mind, key == "next")) is not None:
        return turn
    meaning = Meaning("", Plain("cancel")) if key == "undo" else None
    return rollcall.carried_on(mind, respond.press(mind, key), meaning)


def pause(mind: Mind) -> Turn:
    """Nobody has said anything for a while: what a round that was begun still lacks."""
    game = mind.game
    if mind.pending is not None or game is None or not is_half_entered(mind):
        return respond.silence(mind)
    return replace(saying(*report.still_missing(game)), picked=mind.picked, passing=True)


def is_half_entered(mind: Mind) -> bool:
    """Whether somebody's score is in and something else of the round is missing."""
    game = mind.game
    return game is not None and not game.over and bool(game.entered)


def _said_before_the_question(turn: Turn, sentence: Sentence) -> Turn:
    asked = () if turn.question is None else turn.question.asked
    told = turn.sentences
    if asked and told[-len(asked):] == asked:
        return replace(turn, sentences=(*told[:-len(asked)], sentence, *asked))
    return replace(turn, sentences=(*told, sentence))
