"""What people at a test's table say, as utterances with running ids."""

from __future__ import annotations

from itertools import count

from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.events import (
    CloserSet,
    Event,
    GameResumed,
    GameStarted,
    Redone,
    ScoreSet,
    Undone,
    Utterance,
)
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.rules import Rules

NAMES = ("Ana", "Bea", "Carl", "Dan", "Eve", "Fay", "Gus", "Hal")


class Talk:
    """A source of utterances for one test, each with a new id, from number `first` on."""

    def __init__(self, first: int = 1) -> None:
        self._numbers = count(first)

    def utterance(self, *events: Event, game: str = "game") -> Utterance:
        number = next(self._numbers)
        at = "2026-01-03T20:15:00+01:00"
        return Utterance(f"u{number}", game, at, f"heard {number}", f"said {number}", events)

    def start(self, *players: str, game: str = "game", rules: Rules | None = None) -> Utterance:
        started = GameStarted(players or ("Ana", "Bea"), rules or Rules())
        return self.utterance(started, game=game)

    def resume(self, game: str) -> Utterance:
        return self.utterance(GameResumed(), game=game)

    def undo(self, books: Books) -> Utterance:
        undoable = books.undoable
        if undoable is None:
            raise ValueError("nothing to undo")
        return self.utterance(Undone(undoable.id), game=undoable.game)

    def redo(self, books: Books) -> Utterance:
        redoable = books.redoable
        if redoable is None:
            raise ValueError("nothing to redo")
        return self.utterance(Redone(redoable.id), game=redoable.game)


def books(*utterances: Utterance) -> Books:
    """The books after these utterances."""
    result = Books()
    for utterance in utterances:
        result = result.after(utterance)
    return result


def new_game(*players: str, rules: Rules | None = None) -> Game:
    return Game.begun("game", GameStarted(players or ("Ana", "Bea"), rules or Rules()))


def a_round(number: int, *points: int, closer: str | None = "Ana") -> list[Event]:
    """A whole round: points in the order of NAMES, and who closed (None: nobody)."""
    scores = [ScoreSet(number, name, score) for name, score in zip(NAMES, points, strict=False)]
    return [*scores, CloserSet(number, closer)]


def played(*rounds: tuple[int, ...], closer: str = "Ana", rules: Rules | None = None) -> Game:
    """A game of these rounds, each with the points in the order of NAMES."""
    game = new_game(*NAMES[: len(rounds[0])], rules=rules)
    for number, points in enumerate(rounds, 1):
        game = game.after_all(a_round(number, *points, closer=closer))
    return game
