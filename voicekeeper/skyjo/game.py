"""One game as a fold over its events; how it stands then is in standing.py."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from voicekeeper.skyjo import rules as skyjo
from voicekeeper.skyjo.events import (
    CloserCleared,
    CloserSet,
    Event,
    GameEnded,
    GameStarted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RoundRemoved,
    RulesAgreed,
    RulesChanged,
    ScoreCleared,
    ScoreSet,
    SheetWritten,
)
from voicekeeper.skyjo.players import problem_with_players
from voicekeeper.skyjo.round import EMPTY, Written, trimmed
from voicekeeper.skyjo.seating import SeatChange, Seating
from voicekeeper.skyjo.standing import LastEntry as LastEntry
from voicekeeper.skyjo.standing import Outcome as Outcome
from voicekeeper.skyjo.standing import Standing


@dataclass(frozen=True)
class Game(Standing):
    """A game: what is written, with all that can happen to it."""

    @classmethod
    def begun(cls, id: str, event: GameStarted) -> Game:
        """The game at its start. Raises ValueError if these cannot play together."""
        if problem := problem_with_players(event.players):
            raise ValueError(problem)
        return cls(id, Seating(event.players), event.rules)

    def after_all(self, events: Iterable[Event]) -> Game:
        """The game after these events, in order."""
        game = self
        for event in events:
            game = game.after(event)
        return game

    def after(self, event: Event) -> Game:
        """The game after one event. Raises ValueError if the event does not fit the game."""
        match event:
            case ScoreSet(number, player, points):
                was = self._open(number, player)
                changed = self._with(
                    number, replace(was, scores={**was.scores, player: points})
                )
                return replace(changed, last_entry=LastEntry(number, player, points))
            case ScoreCleared(number, player):
                was = self._open(number, player)
                left = {who: points for who, points in was.scores.items() if who != player}
                return self._with(number, replace(was, scores=left))
            case CloserSet(number, player):
                was = self._open(number, player)
                return self._with(
                    number, replace(was, closer=player, nobody_closed=player is None)
                )
            case CloserCleared(number):
                was = self._open(number)
                return self._with(number, replace(was, closer=None, nobody_closed=False))
            case RoundRemoved(number):
                self._open(number)
                return replace(
                    self,
                    seating=self.seating.without_round(number),
                    written=trimmed(self.written[: number - 1] + self.written[number:]),
                    last_entry=_moved_up(self.last_entry, number),
                )
            case PlayerJoined() | PlayerLeft():
                return self._seated(event)
            case PlayerRenamed(player, name):
                return self._renamed(player, name)
            case RulesChanged(rules):
                for number, said in enumerate(self.written, 1):
                    if problem := skyjo.impossible(rules, said.scores):
                        raise ValueError(f"round {number} cannot be by these rules: {problem}")
                return replace(self, rules=rules)
            case RulesAgreed(rules):
                return replace(self, rules_ahead=rules)
            case GameEnded():
                # The half-entered round is left out; undo folds without this event.
                # Who was to come or go after it does so now.
                done = len(self.finished)
                return replace(self, written=self.written[:done], ended=True,
                               seating=self.seating.all_by(done + 1))
            case SheetWritten(seating, rounds):
                return replace(self, seating=seating, written=rounds)
        raise ValueError(f"{event} is not about the inside of a game")

    def _open(self, number: int, player: str | None = None) -> Written:
        """What is written of a round that may be changed; ValueError if it may not."""
        if player is not None and player not in self.seating.at(number):
            raise ValueError(f"{player!r} does not play in round {number}")
        last = len(self.finished) if self.over else max(len(self.written), self.number)
        if not 1 <= number <= last:
            raise ValueError(f"round {number} is not open; the last one is {last}")
        return self.written_in(number)

    def _with(self, number: int, changed: Written) -> Game:
        padding = (EMPTY,) * (number - 1 - len(self.written))
        before = self.written[: number - 1] + padding
        return replace(self, written=trimmed((*before, changed, *self.written[number:])))

    def _seated(self, change: SeatChange) -> Game:
        """After somebody came or went; ValueError if that cannot be from that round on."""
        if self.over or change.round not in (self.number, self.number + 1):
            raise ValueError(f"nobody comes or goes with round {change.round}")
        if isinstance(change, PlayerJoined) and len(self.written) > change.round:
            raise ValueError(f"rounds after round {change.round} are written without them")
        for said in self.written[change.round - 1 :]:
            if isinstance(change, PlayerLeft) and change.player in (*said.scores, said.closer):
                raise ValueError(f"{change.player!r} has played round {change.round}")
        seating = self.seating.after if self.written else self.seating.before_any_round
        return replace(self, seating=seating(change))

    def _renamed(self, player: str, name: str) -> Game:
        entry = self.last_entry
        if entry is not None and entry.player == player:
            entry = replace(entry, player=name)
        return replace(
            self,
            seating=self.seating.renamed(player, name),
            written=tuple(said.renamed(player, name) for said in self.written),
            last_entry=entry,
        )


def _moved_up(entry: LastEntry | None, removed: int) -> LastEntry | None:
    if entry is None or entry.round == removed:
        return None
    return replace(entry, round=entry.round - 1) if entry.round > removed else entry
