"""Which game is on the table, and which ones undo and redo can go back to."""

from __future__ import annotations

from dataclasses import dataclass, replace

DEPTH = 4
"""So many games are kept at hand either way; older ones are in the history."""


@dataclass(frozen=True)
class Shelf:
    """Games by id: the current one, and the ones beside it, the nearest last.

    behind: the games that the current one was started over; an undo with
    nothing left to take back in the current game goes to the nearest.
    ahead: the games that were left by going back; redo goes there.
    current is None before the first game, and when its start was taken back.
    """

    current: str | None = None
    behind: tuple[str, ...] = ()
    ahead: tuple[str, ...] = ()

    def started(self, game: str) -> Shelf:
        """After a new game, or one from the history, was put on the table."""
        behind = [other for other in (*self.behind, self.current) if other and other != game]
        return Shelf(game, tuple(behind[-DEPTH:]))

    def resumed(self, game: str) -> Shelf:
        """After a game was put on the table again: back, forward, or from the history."""
        if game == self.current:
            return self
        if self.behind and game == self.behind[-1]:
            return Shelf(game, self.behind[:-1], self._with_current(self.ahead))
        if self.ahead and game == self.ahead[-1]:
            return Shelf(game, self._with_current(self.behind), self.ahead[:-1])
        return self.started(game)

    def cleared(self) -> Shelf:
        """After the start of the current game was taken back: no game is on the table."""
        return Shelf(None, self.behind, self._with_current(self.ahead))

    def changed(self) -> Shelf:
        """After the current game was changed: there is no way forward any more."""
        return replace(self, ahead=())

    def without(self, game: str) -> Shelf:
        """After a game was deleted: it is not come back to; without the current one, none is on."""
        if game not in self.games:
            return self
        return Shelf(None if game == self.current else self.current,
                     tuple(other for other in self.behind if other != game),
                     tuple(other for other in self.ahead if other != game))

    @property
    def games(self) -> tuple[str, ...]:
        """Every game on the shelf."""
        return (*self.behind, *self.ahead, *([] if self.current is None else [self.current]))

    def _with_current(self, games: tuple[str, ...]) -> tuple[str, ...]:
        return games if self.current is None else (*games, self.current)[-DEPTH:]
