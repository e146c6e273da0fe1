"""One thing worth telling of a finished game: a comeback, a close finish, the best round.

The first of these that the game has, in this order, so that equal games are told alike.
"""

from __future__ import annotations

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.game import Game

COMEBACK = 20
"""So many points behind whoever led, and won all the same: that is worth telling."""
CLOSE = 3
"""At most so many points between the first two are a close finish."""


def highlight(game: Game) -> tuple[Sentence, ...]:
    """What is worth telling of a game that is over, in a sentence; nothing after one round."""
    if not game.winners or len(game.finished) < 2:
        return ()
    return _comeback(game) or _close_finish(game) or _best_round(game)


def _comeback(game: Game) -> tuple[Sentence, ...]:
    """How far behind the only winner once was, and after which round; the latest of several."""
    if len(game.winners) != 1:
        return ()
    winner = game.winners[0]
    behind = [(done.totals[winner] - min(done.totals.values()), done.number)
              for done in game.finished if winner in done.totals]
    most, number = max(behind)
    if most < COMEBACK:
        return ()
    return (say("comeback", player=winner, points=most, round=number),)


def _close_finish(game: Game) -> tuple[Sentence, ...]:
    """How little the only winner was ahead."""
    others = [total for _, player, total in game.standings if player not in game.winners]
    if len(game.winners) != 1 or not others:
        return ()
    ahead = min(others) - game.totals[game.winners[0]]
    return (say("close_finish", points=ahead),) if 0 < ahead <= CLOSE else ()


def _best_round(game: Game) -> tuple[Sentence, ...]:
    """The lowest score on the sheet; of equal ones the earliest, and in it by seats."""
    points, number, _, player = min(
        (points, done.number, seat, player)
        for done in game.finished for seat, (player, points) in enumerate(done.counted.items()))
    return (say("best_round", player=player, points=points, round=number),)
