"""What is asked and ordered beside the game, about the talk: "go on", "what did you hear"."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper import __version__
from voicekeeper.dialog import games, report, shutting_down
from voicekeeper.dialog.entries import game_over
from voicekeeper.dialog.mind import Mind, Turn, asking, keep, saying
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import Intent, Plain
from voicekeeper.skyjo.game import Game

_MOST_HEARD = 12  # words told again of what was heard


def aside(mind: Mind, intent: Intent | None) -> Turn | None:
    """The answer to what is not about the game; an open question stays open beside it.

    None: it is about the game.
    """
    match intent:
        case Plain("what_heard"):
            return _beside(mind, _heard(mind.recent.heard))
        case Plain("version"):
            major, minor, patch = (int(part) for part in __version__.split("."))
            return _beside(mind, say("version", major=major, minor=minor, patch=patch))
        case Plain("go_on"):
            return _go_on(mind)
        case Plain("shut_down"):
            return shutting_down.asked(mind)
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
    return keep(mind.pending).preceded_by(*sentences)


def _heard(text: str) -> Sentence:
    words = text.split()
    if not words:
        return say("heard_nothing_yet")
    return say("heard_text" if len(words) <= _MOST_HEARD else "heard_beginning",
               text=" ".join(words[:_MOST_HEARD]))


def _go_on(mind: Mind) -> Turn:
    """The rest of what was being said, or else what comes next."""
    game = mind.game
    if mind.recent.rest and mind.pending is not None:
        # The facts that it was asked with are among what was said, or in the rest.
        *_, question = mind.pending.question.asked
        turn = replace(keep(mind.pending), sentences=(*mind.recent.rest, question))
        return replace(turn, goes_on=True)
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
        return _starter(game)
    return report.still_missing(game) if game.missing else ()


def _starter(game: Game) -> tuple[Sentence, ...]:
    if game.starter is None:
        return ()
    return (say("starter", player=game.starter, round=game.number),)


def _next_round(mind: Mind) -> Turn:
    """A round ends by itself: what this one still lacks, or that the next one has begun."""
    game = mind.game
    if game is None:
        return asking(games.WHO_PLAYS) if mind.pending is None else _beside(mind)
    if game.over:
        return game_over(game)
    if game.untouched:
        return _beside(mind, *(_starter(game) or (say("round_now", round=game.number),)))
    if mind.pending is not None:
        return _beside(mind, say("round_unfinished", round=game.number))
    lacks = report.prompt(game).preceded_by(say("round_unfinished", round=game.number))
    return replace(lacks, picked=mind.picked)
