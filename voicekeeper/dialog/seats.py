"""Who sits at the table of a game just begun: a name put right, one more player, one less.

A game in which nothing is entered begins anew with the right players, read
back. Undo goes back to the game as it was.
"""

from __future__ import annotations

from voicekeeper.dialog.games import check_players
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.questions import ConfirmEvents
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import Intent, Join, Leave, Rename
from voicekeeper.skyjo.events import GameStarted
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.players import fold


def change(game: Game, intent: Rename | Join | Leave) -> Turn:
    """Do what was said of the players, or say why not. One more or one less is asked first."""
    if stranger := _stranger(game, intent):
        return saying(say("not_playing", player=stranger), say("players", players=game.players))
    if game.finished or not game.untouched:
        return saying(say("seats_taken"))
    players = _seated(game.players, intent)
    if problem := check_players(players):
        return saying(problem)
    events = (GameStarted(players, game.rules),)
    match intent:
        case Rename():
            return Turn((say("new_game", players=players),), events)
        case Join(player):
            return _asked(say("join_really", player=player), intent, events)
        case Leave(player):
            return _asked(say("leave_really", player=player), intent, events)


def _asked(question: Sentence, order: Intent, events: tuple[GameStarted]) -> Turn:
    return asking(ConfirmEvents((question,), "new_game", order, events))


def _stranger(game: Game, intent: Rename | Join | Leave) -> str | None:
    match intent:
        case Rename(source=player) | Leave(player):
            return None if player in game.players else player
        case _:
            return None


def _seated(players: tuple[str, ...], intent: Rename | Join | Leave) -> tuple[str, ...]:
    match intent:
        case Rename(source, target):
            return tuple(target if player == source else player for player in players)
        case Join(player):
            return (*players, player)
        case Leave(leaving):
            return tuple(player for player in players if fold(player) != fold(leaving))
