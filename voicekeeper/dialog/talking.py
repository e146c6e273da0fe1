"""The talk itself: an utterance as part of it, and what is asked and ordered about it.

The dialog proper (respond.py) knows the game; here is what goes on over several
utterances, whatever they are about: the roll call, what was heard before, help
where too much is not understood.
"""

from __future__ import annotations

from dataclasses import replace

from voicekeeper import __version__
from voicekeeper.dialog import answering, games, report, respond, rollcall
from voicekeeper.dialog.entries import game_over
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind, Turn, asking, saying
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import Intent, Plain

_MOST_HEARD = 12  # words told again of what was heard


def hear(mind: Mind, meaning: Meaning) -> Turn:
    """What an utterance comes to."""
    turn = _about_the_talk(mind, meaning.intent)
    if turn is None:
        turn = respond.respond(mind, meaning)
    turn = rollcall.carried_on(mind, turn, meaning)
    if mind.recent.offers_help(meaning):
        turn = _said_before_the_question(turn, say("offer_help"))
    if meaning.cut is not None:
        turn = turn.preceded_by(say("cut_off", seconds=meaning.cut))
    return turn


def press(mind: Mind, key: respond.Key) -> Turn:
    """What a headset's key comes to."""
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


def _about_the_talk(mind: Mind, intent: Intent | None) -> Turn | None:
    """The answer to what is not about the game; an open question stays open beside it."""
    match intent:
        case Plain("what_heard"):
            return _beside(mind, _heard(mind.recent.heard))
        case Plain("version"):
            major, minor, patch = (int(part) for part in __version__.split("."))
            return _beside(mind, say("version", major=major, minor=minor, patch=patch))
        case Plain("go_on"):
            return _go_on(mind)
        case Plain("thanks"):
            return _beside(mind, say("welcome"))
        case Plain("turn"):
            return _beside(mind, say("no_turns"), *_whose_turn(mind))
        case Plain("next_round"):
            return _next_round(mind)
    return None


def _beside(mind: Mind, *sentences: Sentence) -> Turn:
    if mind.pending is None:
        return replace(saying(*sentences), picked=mind.picked, passing=True)
    return answering.keep(mind.pending).preceded_by(*sentences)


def _heard(text: str) -> Sentence:
    words = text.split()
    if not words:
        return say("heard_nothing_yet")
    return say("heard_text" if len(words) <= _MOST_HEARD else "heard_beginning",
               text=" ".join(words[:_MOST_HEARD]))


def _go_on(mind: Mind) -> Turn:
    """The rest of what was being said, or else what comes next."""
    game = mind.game
    if mind.recent.rest or mind.pending is not None:
        return replace(_beside(mind, *mind.recent.rest), goes_on=True)
    if game is None:
        return asking(games.WHO_PLAYS)
    if game.over:
        return game_over(game)
    if game.untouched:
        return replace(saying(say("nothing_entered", round=game.number)), picked=mind.picked)
    return replace(report.prompt(game), picked=mind.picked)


def _whose_turn(mind: Mind) -> tuple[Sentence, ...]:
    """What is known instead of whose turn it is: who starts, or whose score is missing."""
    game = mind.game
    if game is None or game.over:
        return ()
    if game.untouched:
        return () if game.starter is None else (
            say("starter", player=game.starter, round=game.number),)
    return report.still_missing(game) if game.missing else ()


def _next_round(mind: Mind) -> Turn:
    """A round ends by itself: what this one still lacks, or that the next one has begun."""
    game = mind.game
    if game is None:
        return asking(games.WHO_PLAYS) if mind.pending is None else _beside(mind)
    if game.over:
        return game_over(game)
    if game.untouched:
        starts = () if game.starter is None else (
            say("starter", player=game.starter, round=game.number),)
        return _beside(mind, *(starts or (say("round_now", round=game.number),)))
    if mind.pending is not None:
        return _beside(mind, say("round_unfinished", round=game.number))
    lacks = report.prompt(game).preceded_by(say("round_unfinished", round=game.number))
    return replace(lacks, picked=mind.picked)


def _said_before_the_question(turn: Turn, sentence: Sentence) -> Turn:
    asked = () if turn.question is None else turn.question.asked
    told = turn.sentences
    if asked and told[-len(asked):] == asked:
        return replace(turn, sentences=(*told[:-len(asked)], sentence, *asked))
    return replace(turn, sentences=(*told, sentence))
