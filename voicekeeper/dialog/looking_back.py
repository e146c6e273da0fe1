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
    if not played:
        return (say("no_round_yet"),)
    told = played[-_MOST_TOLD:]
    first = told[0]
    before = first.totals[player] - first.counted[player]
    items = [_round(game, player, done) for done in told]
    if first is not played[0]:
        items.insert(0, say("way_after", points=before, round=first.number - 1))
    elif before:
        items.insert(0, say("way_began", points=before))
    total = told[-1].totals[player]
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
        return (say("closed_rounds", player=player, closed=closed[player], rounds=rounds),)
    if not closed:
        return (say("nobody_closed_any"),)
    most = max(closed.values())
    players = tuple(who for who in game.everyone if closed[who] == most)
    return (say("closed_most", players=players, closed=most, rounds=rounds),)
