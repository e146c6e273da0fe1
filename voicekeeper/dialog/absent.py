"""Why somebody cannot have a score: a stranger, one who has left, one who came later."""

from __future__ import annotations

from collections.abc import Iterable

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.seating import PlayerJoined


def absent(game: Game, players: Iterable[str], number: int | None = None
           ) -> tuple[Sentence, ...]:
    """Why not all of these play round `number` (default: the one being played); empty if they do.

    Tells of the first of them who does not.
    """
    at = game.number if number is None else number
    seated = game.players if number is None else game.seating.at(at)
    missing = next((player for player in players if player not in seated), None)
    if missing is None:
        return ()
    if missing not in game.everyone:
        return say("not_playing", player=missing), say("players", players=game.players)
    if at < game.number:
        return (say("not_in_round", player=missing, round=at),)
    began = next((change.round for change in game.seating.changes
                  if isinstance(change, PlayerJoined)
                  and change.player == missing and change.round > at), None)
    if began is not None:
        return (say("plays_from", player=missing, round=began),)
    return (say("has_left", player=missing),)
