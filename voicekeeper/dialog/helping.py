"""What can be said now, three examples at most; others each time help is asked for again.

The examples stand in replies.yaml after a colon, parted by commas and "or";
tests/test_helping.py sees to it that each is understood.
"""

from __future__ import annotations

from voicekeeper.dialog.mind import Turn, saying
from voicekeeper.dialog.questions import (
    ChooseBetween,
    ConfirmItem,
    JoinsWith,
    Question,
    ScoreOf,
    WhichGame,
    WhoClosed,
    WhoPlays,
    WhoseNumber,
)
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.game import Game


def hints(game: Game, helped: int = 0) -> Turn:
    """Examples for the moment: while a round is played, or after the end.

    `helped`: how often help was given already, just before.
    """
    player = game.missing[0] if game.missing else game.players[0]
    other = next(name for name in game.players if name != player)
    if game.over:
        told = [say("help_over"), say("help_over_too", player=player, other=other)]
    elif not game.missing:
        told = [say("help_closer", player=player)]  # then its question is open, and helped with
    else:
        # Only a score that stands can be changed.
        entered = next(iter(game.entered), None)
        too = () if entered is None else (say("help_playing_too", player=entered),)
        told = [say("help_playing", player=player, other=other), *too,
                say("help_playing_more")]
    return saying(told[helped % len(told)])


def about(question: Question, helped: int = 0) -> Sentence:
    """What can be answered to a question; what else can be said, where help is asked for again."""
    if isinstance(question, WhoPlays):
        told = [say("help_who_plays"), say("help_who_plays_too"), say("help_who_plays_more")]
        return told[helped % len(told)]
    return say("help_question_too") if helped % 2 else _about(question)


def _about(question: Question) -> Sentence:
    match question:
        case WhoClosed():
            return say("help_who_closed")
        case WhoseNumber():
            return say("help_whose")
        case ScoreOf(player=player):
            return say("help_score_of", player=player)
        case JoinsWith(player=player):
            return say("help_joins_with", player=player)
        case ChooseBetween() | WhichGame():
            return say("help_choose")
        case ConfirmItem(item=item) if item.points is not None:
            return say("help_confirm_score")
        case _:
            return say("help_confirm")
