"""A headset's next and previous keys: they pick the player whose a bare number is."""

from __future__ import annotations

from voicekeeper.dialog import report
from voicekeeper.dialog.mind import Turn, saying
from voicekeeper.dialog.reply import say
from voicekeeper.skyjo.game import Game


def pick(game: Game, picked: str | None, step: int) -> Turn:
    """Pick the next (step 1) or previous (-1) missing player in seating order, round and round."""
    if game.over:
        return saying(say("over"))
    if not game.missing:
        return report.prompt(game).preceded_by(say("nobody_missing"))
    seats = game.players
    at = seats.index(picked) if picked in seats else (-1 if step > 0 else len(seats))
    order = [seats[(at + step * away) % len(seats)] for away in range(1, len(seats) + 1)]
    chosen = next(player for player in order if player in game.missing)
    return Turn((say("picked", player=chosen),), picked=chosen)
