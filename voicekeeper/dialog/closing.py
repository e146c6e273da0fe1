"""What closing with so many points would come to: by the scores already in, else as a rule."""

from __future__ import annotations

from voicekeeper.dialog import topics
from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.entries import game_over, refusal
from voicekeeper.dialog.mind import Turn, saying
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import WhatIf
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.rules import count_round

_ANYBODY = "?"  # whoever asks without being known; no player's name


def what_if(game: Game, asked: WhatIf) -> Turn:
    """What the points would count if a player (or whoever asks) closed with them now."""
    player, points = asked.player, asked.points
    if player is not None and (why := absent(game, [player])):
        return saying(*why)
    if game.over:
        return game_over(game)
    closer = player if player is not None else _ANYBODY
    possible = game.rules.possible_scores
    if points not in possible:
        return saying(say("impossible_score", low=possible[0], high=possible[-1]))
    # Of whoever asks it isn't known beside which of the scores these points would stand.
    if player is not None and (why := refusal(game, {player: points}, game.number)):
        return saying(*why)
    before = () if game.closer in (None, player) else (say("closed_known", player=game.closer),)
    return saying(*before, *_comes_to(game, closer, points))


def _comes_to(game: Game, closer: str, points: int) -> tuple[Sentence, ...]:
    rules = game.rules
    dearer = count_round(rules, {closer: points, "": -100}, closer).counted[closer]
    if rules.penalty == "none":
        return say("rules_no_penalty"), say("would_count", points=points)
    if dearer == points:
        return topics.negative(rules), say("would_count", points=points)
    others = {who: score for who, score in game.entered.items() if who != closer}
    if others:
        lowest = min(others, key=lambda who: others[who])
        if count_round(rules, {closer: points, lowest: others[lowest]}, closer).doubled:
            return (say("would_cost", player=lowest, lowest=others[lowest], points=points,
                        counted=dearer),)
    missing = tuple(who for who in game.missing if who != closer)
    if not missing:
        return (say("would_count", points=points),)
    if not others:
        return (say("closing_alone" if rules.tie_doubles else "closing_lowest",
                    points=points, counted=dearer),)
    return (say("closing_alone_of" if rules.tie_doubles else "closing_lowest_of",
                points=points, counted=dearer, players=missing),)
