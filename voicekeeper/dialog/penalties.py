"""Answers about penalties: who was doubled in a round, and why."""

from __future__ import annotations

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.round import Round


def paid(game: Game, done: Round) -> tuple[Sentence, ...]:
    """The penalty of a round, and why; empty where none was paid."""
    if done.doubled is None:
        return ()
    player, number = done.doubled, done.number
    points, counted = done.scores[player], done.counted[player]
    others = {who: score for who, score in done.scores.items() if who != player}
    tied = () if min(others.values()) < points else tuple(
        who for who, score in others.items() if score == points)
    if game.rules.penalty == "double":
        if tied:
            return (say("was_doubled_level", player=player, round=number, points=points,
                        counted=counted, others=tied),)
        return (say("was_doubled", player=player, round=number, points=points,
                    counted=counted),)
    penalty = counted - points
    if tied:
        return (say("was_penalised_level", player=player, round=number, penalty=penalty,
                    others=tied),)
    return (say("was_penalised", player=player, round=number, penalty=penalty),)


def doubled(game: Game, player: str | None, number: int | None) -> tuple[Sentence, ...]:
    """Who paid a penalty in a round, or whether a player did; None: the last one finished."""
    done = game.round(-1 if number is None else number)
    if done is None:
        return (say("no_round_yet"),)
    if player is not None and done.doubled != player:
        return (say("not_doubled", player=player, round=done.number),)
    return paid(game, done) or (say("nobody_doubled", round=done.number),)
