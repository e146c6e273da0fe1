"""Answers about this game's rounds together: how a total came about, who closed most."""

from __future__ import annotations

from collections import Counter

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.round import Round

_MOST_TOLD = 8
"""Of more rounds than these the first ones are told together, so that it stays short."""


def way(game: Game, player: str | None, number: int | None) -> tuple[Sentence, ...]:
    """How a player's total came about, round by round."""
    if player is None:
        return (say("say_a_player"),)
    played = [done for done in game.finished if player in done.counted]
    if not played and game.finished and player in game.totals:
        return (say("way", player=player, items=(say("way_began", points=game.totals[player]),)),)
    if not played:
        return (say("no_round_yet"),)
    told = played[-_MOST_TOLD:]
    items: list[Sentence] = []
    total = 0
    for done in told:
        before = done.totals[player] - done.counted[player]
        if done is told[0] and done is not played[0]:
            items.append(say("way_after", points=before, round=done.number - 1))
        elif before != total:
            # Somebody who came late, or who had left and came back.
            items.append(say("way_began" if done is played[0] else "way_came_back",
                             points=before))
        items.append(_round(game, player, done))
        total = done.totals[player]
    if (now := game.totals.get(player, total)) != total:
        items.append(say("way_came_back", points=now))
        total = now
    return (say("way", player=player, items=tuple(items)), say("way_makes", points=total))


def _round(game: Game, player: str, done: Round) -> Sentence:
    points, counted = done.scores[player], done.counted[player]
    if done.doubled != player:
        return say("way_round", points=points)
    if game.rules.penalty == "double":
        return say("way_doubled", points=points)
    return say("way_penalised", points=points, penalty=counted - points)


def most_closed(game: Game, player: str | None, number: int | None) -> tuple[Sentence, ...]:
    """Who has closed most rounds of this game, or how many of them a player has."""
    rounds = len(game.finished)
    if not rounds:
        return (say("no_round_yet"),)
    closed = Counter(done.closer for done in game.finished if done.closer is not None)
    if player is not None:
        return (_closed(game, player, closed[player]),)
    if not closed:
        return (say("nobody_closed_any"),)
    most = max(closed.values())
    players = tuple(who for who in game.everyone if closed[who] == most)
    return (say("closed_most", players=players, closed=most, rounds=rounds),)


def _closed(game: Game, player: str, closed: int) -> Sentence:
    """How many a player closed of the rounds that the player has played."""
    rounds = sum(player in done.counted for done in game.finished)
    if not closed:
        return say("closed_none", player=player)
    return say("closed_rounds", player=player, closed=closed, rounds=rounds)
