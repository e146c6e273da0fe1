"""The first words after a start: where the game stands, as short as can be, or who plays."""

from __future__ import annotations

from voicekeeper.dialog import asks, games, report
from voicekeeper.dialog.mind import Mind, Turn, asking, saying
from voicekeeper.dialog.reply import say
from voicekeeper.intents import Ask


def welcome(mind: Mind) -> Turn:
    """The round, who leads, and who is missing; all totals are there for the asking.

    In round one, until something is written: who plays. No question survives a restart,
    so that who closed is told to be missing.
    """
    game = mind.game
    if game is None:
        return asking(games.WHO_PLAYS)
    if game.over:
        return saying(*report.verdict(game))
    stands = asks.answer(game, Ask("leader")).sentences if game.finished else (
        (say("players", players=game.players),) if game.untouched else ())
    return saying(say("round_now", round=game.number), *stands, *report.still_missing(game))
