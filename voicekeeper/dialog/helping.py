"""What can be said now, three examples at most."""

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


def hints(game: Game) -> Turn:
    """Examples for the moment: while a round is played, or after the end."""
    if game.over:
        return saying(say("help_over"))
    if not game.missing:
        return saying(say("help_closer", player=game.players[0]))
    player = game.missing[0]
    other = next(name for name in game.players if name != player)
    return saying(say("help_playing", player=player, other=other))


def about(question: Question) -> Sentence:
    """What can be answered to a question."""
    match question:
        case WhoPlays():
            return say("help_who_plays")
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
