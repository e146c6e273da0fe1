"""Who sits at the table in which round, and with how many points a round begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from voicekeeper.skyjo.players import fold, problem_with_players


@dataclass(frozen=True)
class PlayerJoined:
    """Somebody plays too, from `round` on.

    total: the points to begin with; None: as many as the highest total then.
    """

    round: int
    player: str
    total: int | None = None


@dataclass(frozen=True)
class PlayerLeft:
    """A player plays no more, from `round` on; what was played before stays."""

    round: int
    player: str


@dataclass(frozen=True)
class PlayerRenamed:
    """A player's name is put right, in all that was written too: it was `player`."""

    player: str
    name: str


SeatChange = PlayerJoined | PlayerLeft


@dataclass(frozen=True)
class Seating:
    """The players of a game: `first` in seating order, and who came and went since.

    `changes` are in the order of their rounds, those of one round as they were said.
    """

    first: tuple[str, ...]
    changes: tuple[SeatChange, ...] = ()

    def at(self, number: int) -> tuple[str, ...]:
        """Who plays in a round, in seating order; who came later sits last."""
        if not self.changes:
            return self.first
        seated = list(self.first)
        for change in self.changes:
            if change.round > number:
                break
            if isinstance(change, PlayerJoined):
                seated.append(change.player)
            else:
                seated.remove(change.player)
        return tuple(seated)

    @property
    def everyone(self) -> tuple[str, ...]:
        """All who play, have played or will, in the order in which they came."""
        came = (change.player for change in self.changes if isinstance(change, PlayerJoined))
        return tuple(dict.fromkeys((*self.first, *came)))

    def totals_before(self, number: int, totals: Mapping[str, int]) -> dict[str, int]:
        """The totals with which a round begins, from those after the round before it."""
        begun = dict(totals) if number > 1 else dict.fromkeys(self.first, 0)
        for change in self.changes:
            if change.round != number:
                continue
            if isinstance(change, PlayerLeft):
                del begun[change.player]
            else:
                highest = max(begun.values())
                begun[change.player] = highest if change.total is None else change.total
        return begun

    def after(self, change: SeatChange) -> Seating:
        """With one more change. Raises ValueError if these cannot play together then."""
        place = sum(1 for other in self.changes if other.round <= change.round)
        changes = (*self.changes[:place], change, *self.changes[place:])
        changed = replace(self, changes=changes)
        if problem := changed._problem():
            raise ValueError(problem)
        return changed

    def before_any_round(self, change: SeatChange) -> Seating:
        """With somebody more or less where nothing is written yet: they simply play, or don't.

        Raises ValueError if these cannot play together.
        """
        if self.changes or (isinstance(change, PlayerJoined) and change.total not in (None, 0)):
            return self.after(change)
        if isinstance(change, PlayerJoined):
            changed = Seating((*self.first, change.player))
        elif change.player in self.first:
            changed = Seating(tuple(who for who in self.first if who != change.player))
        else:
            raise ValueError(f"{change.player!r} does not play")
        if problem := problem_with_players(changed.first):
            raise ValueError(problem)
        return changed

    def renamed(self, player: str, name: str) -> Seating:
        """With a player's name put right. Raises ValueError if it is nobody's or cannot be."""
        if player not in self.everyone:
            raise ValueError(f"{player!r} has never played")
        changed = Seating(
            tuple(name if who == player else who for who in self.first),
            tuple(replace(change, player=name) if change.player == player else change
                  for change in self.changes),
        )
        if fold(name) in {fold(who) for who in self.everyone if who != player}:
            raise ValueError(f"the name {name} is given twice")
        if not name.strip():
            raise ValueError("a player's name is empty")
        return changed

    def without_round(self, number: int) -> Seating:
        """After a round was taken out: what came with later ones comes a round sooner."""
        changes = tuple(
            replace(change, round=change.round - 1) if change.round > number else change
            for change in self.changes
        )
        return replace(self, changes=changes)

    def all_by(self, number: int) -> Seating:
        """With those who come or go in a later round doing so in round `number`."""
        return replace(self, changes=tuple(
            replace(change, round=min(change.round, number)) for change in self.changes))

    def _problem(self) -> str | None:
        seated = list(self.first)
        for place, change in enumerate(self.changes):
            if isinstance(change, PlayerJoined):
                seated.append(change.player)
            elif change.player in seated:
                seated.remove(change.player)
            else:
                return f"{change.player!r} does not play in round {change.round}"
            last = place + 1 == len(self.changes)
            if last or self.changes[place + 1].round > change.round:
                problem = problem_with_players(seated)
                if problem is not None:
                    return problem
        return None
