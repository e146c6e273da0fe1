"""The roll call: each missing player is asked by name in seating order, and a bare number answers.

It goes on whatever else is said in between, until all scores are in or somebody
has enough of it. Its question is a `ScoreOf`; whom it has come to is in the mind.
"""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import report
from voicekeeper.dialog.entries import game_over
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind, Turn, asking, look_ahead
from voicekeeper.dialog.questions import ScoreOf
from voicekeeper.dialog.reply import say
from voicekeeper.intents import Plain, Undo
from voicekeeper.skyjo.events import GameStarted
from voicekeeper.skyjo.game import Game

_ENOUGH = (Plain("cancel"), Plain("no"), Undo())


def start(game: Game) -> Turn:
    """Ask the first who is missing."""
    if game.over:
        return game_over(game)
    if not game.missing:
        return report.prompt(game).preceded_by(say("nobody_missing"))
    return _ask(game, game.missing[0])


def step(mind: Mind, forward: bool) -> Turn | None:
    """A headset's key: asks the next or the previous missing player; None without a roll call."""
    game = mind.game
    if game is None or mind.roll is None or not _is_asking(mind):
        return None
    way = 1 if forward else -1
    return _ask(game, _missing_from(game, mind.roll, way, away=1))


def carried_on(mind: Mind, turn: Turn, meaning: Meaning | None = None) -> Turn:
    """A turn within a roll call, which goes on after it as long as somebody is missing."""
    game = mind.game
    if mind.roll is None or turn.roll is not None or game is None:
        return turn
    if _is_asking(mind):
        # Whatever was said instead of a number, the question comes back.
        turn = _without(turn, "dropped")
        if meaning is not None and meaning.intent in _ENOUGH:
            return replace(_without(turn, "left", "declined").preceded_by(say("roll_ended")),
                           question=None)
    if turn.question is not None:
        return replace(turn, roll=mind.roll)
    gave_up = meaning is not None and not meaning.understood
    if gave_up or turn.game is not None or any(isinstance(e, GameStarted) for e in turn.events):
        return turn
    after = look_ahead(mind.books, turn.events).game
    if after is None or (after.id, after.number) != (game.id, game.number) or not after.missing:
        return turn
    asked = _ask(after, _missing_from(after, mind.roll, 1, away=0))
    # The next name tells who is missing.
    said = _without(turn, "missing") if turn.prompt else turn
    return replace(said, sentences=(*said.sentences, *asked.sentences),
                   question=asked.question, roll=asked.roll)


def _is_asking(mind: Mind) -> bool:
    return mind.pending is not None and isinstance(mind.pending.question, ScoreOf)


def _ask(game: Game, player: str) -> Turn:
    question = ScoreOf((say("roll_call", player=player),), player, game.number)
    return replace(asking(question), roll=player)


def _missing_from(game: Game, player: str, way: int, away: int) -> str:
    """The first missing player `away` seats from one, or further on in that direction."""
    seats = game.players
    at = seats.index(player) if player in seats else -way
    order = (seats[(at + way * steps) % len(seats)] for steps in range(away, len(seats) + away))
    return next(name for name in order if name in game.missing)


def _without(turn: Turn, *keys: str) -> Turn:
    return replace(turn, sentences=tuple(s for s in turn.sentences if s.key not in keys))
