"""A long evening as it is to be spoken: lines one after the other, and the score sheets of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from voicekeeper.numbers import spellings

PLAYERS = ("Ana", "Marco", "Leo")
ROUNDS = 40
"""How long each game is, by its rules."""

_SCORES = (*range(-2, 13), *range(20, 30))
_UNDONE, _ASKED = 0.1, 0.1  # how often something is taken back and said again, or asked
_QUESTIONS = ("Who's winning?", "What's the score?", "Who's missing?")


@dataclass(frozen=True)
class Line:
    """Something to say; `again`: whether the books are the same after saying it twice."""

    text: str
    again: bool = True
    kind: Literal["score", "undo", "question", "rematch"] = "score"


@dataclass
class SheetRound:
    """What a finished round has to be in the books."""

    scores: dict[str, int] = field(default_factory=dict)
    closer: str | None = None


class Evening:
    """Draws lines by a seed. `sayable` tells of a text whether it can be said and heard."""

    def __init__(self, seed: int, sayable: Callable[[str], bool]) -> None:
        self._chance = Random(seed)
        self._sayable = sayable
        self.games: list[list[SheetRound]] = [[]]
        """Each game's finished rounds, as far as the lines have been drawn."""

    def lines(self) -> Iterator[Line]:
        """Lines without end."""
        while True:
            for _ in range(ROUNDS):
                yield from self._round()
            yield Line("Rematch.", again=False, kind="rematch")
            self.games.append([])

    def _round(self) -> Iterator[Line]:
        chance = self._chance
        order = chance.sample(PLAYERS, len(PLAYERS))
        now = SheetRound(closer=chance.choice(PLAYERS))
        for number, player in enumerate(order):
            line = self._score(now, player)
            # A round that is finished is not taken back: the line would be of the next one.
            if number < len(order) - 1 and chance.random() < _UNDONE:
                yield line
                yield Line("Undo.", again=False, kind="undo")
            if chance.random() < _ASKED:
                yield Line(chance.choice(_QUESTIONS), kind="question")
            if number == len(order) - 1:
                # Said twice it would be the first of the next round.
                self.games[-1].append(now)
                line = Line(line.text, again=False)
            yield line

    def _score(self, now: SheetRound, player: str) -> Line:
        while True:
            points = self._chance.choice(_SCORES)
            text = "minus " * (points < 0) + next(iter(spellings(abs(points), "en")))
            said = f"{player} closed with {text}." if player == now.closer else f"{player} {text}."
            if self._sayable(said):
                now.scores[player] = points
                return Line(said)
