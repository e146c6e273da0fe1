"""How one game stands: rounds, totals, end, winners.

What is kept is only what was written down (card points, closers); everything
else is worked out from it, so a change to an old round changes all that
follows. A round finishes by itself when every player has a score and the
closer is known, or it was confirmed that nobody closed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from voicekeeper.skyjo import rules as skyjo
from voicekeeper.skyjo.ranking import Place, ranking
from voicekeeper.skyjo.round import EMPTY, Round, Written, finished_rounds
from voicekeeper.skyjo.rules import Impossible, Rules
from voicekeeper.skyjo.seating import Seating


@dataclass(frozen=True)
class LastEntry:
    """The score that was set last: which round's, whose, how many card points."""

    round: int
    player: str
    points: int


@dataclass(frozen=True)
class Outcome:
    """How a game stands as to its end: when two of these differ, winner or end has changed."""

    over: bool
    winners: tuple[str, ...]
    last_round: int | None


@dataclass(frozen=True)
class Standing:
    """A game; `seating` tells who plays, `written` are the rounds from the first on.

    `ended`: the table ended it before its end. `rules_ahead`: what was agreed
    on in it for the next game. Two games are equal when the same is written in
    them, in whatever order it was said.
    """

    id: str
    seating: Seating
    rules: Rules
    written: tuple[Written, ...] = ()
    ended: bool = False
    rules_ahead: Rules | None = None
    last_entry: LastEntry | None = field(default=None, compare=False)

    def written_in(self, number: int) -> Written:
        """What is written of a round; nothing is where it has not begun."""
        return self.written[number - 1] if 1 <= number <= len(self.written) else EMPTY

    # -- who plays -----------------------------------------------------------

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Who plays the round being played, in seating order; after the end, the last one.

        Where the table ended the game, who sat there then: without who has left since the
        last round, and with who has come.
        """
        return self.seating.at(self.number if self._at_its_end else len(self.finished) + 1)

    @property
    def everyone(self) -> tuple[str, ...]:
        """All who play, have played or will, in the order in which they came."""
        return self.seating.everyone

    # -- finished rounds -----------------------------------------------------

    @cached_property
    def finished(self) -> tuple[Round, ...]:
        """The finished rounds that count, from the first on.

        They stop at the end of the game, and at the first round that lacks
        something: later ones wait until it is whole again.
        """
        return tuple(finished_rounds(self.seating, self.rules, self.written))

    def round(self, number: int) -> Round | None:
        """A finished round by its number, -1 being the last one; None if there is no such."""
        if number == -1:
            return self.finished[-1] if self.finished else None
        return self.finished[number - 1] if 1 <= number <= len(self.finished) else None

    @property
    def last_round(self) -> Round | None:
        """The last finished round."""
        return self.round(-1)

    @property
    def set_aside(self) -> tuple[Written, ...]:
        """Rounds written after the one that now ends the game: kept, not counted."""
        return self.written[len(self.finished) :] if self.over else ()

    @cached_property
    def totals(self) -> Mapping[str, int]:
        """Points of the finished rounds by player, in seating order.

        Who has just come has what the player began with; who has left is not among them.
        """
        last = self.last_round
        if last is None:
            return self.seating.totals_before(1, {})
        if self._at_its_end:
            return last.totals
        return self.seating.totals_before(last.number + 1, last.totals)

    @property
    def all_totals(self) -> Mapping[str, int]:
        """The same with those who have left, who keep what they had then."""
        had = {player: total for round in self.finished for player, total in round.totals.items()}
        had |= self.totals
        return {player: had[player] for player in self.everyone if player in had}

    # -- the round being played ----------------------------------------------

    @property
    def number(self) -> int:
        """The round being played, from 1; after the end, the last one."""
        return max(1, len(self.finished)) if self.over else len(self.finished) + 1

    @property
    def _playing(self) -> Written:
        at = len(self.finished)
        return EMPTY if self.over or at >= len(self.written) else self.written[at]

    @property
    def entered(self) -> Mapping[str, int]:
        """Card points of the round being played by player, in seating order."""
        scores = self._playing.scores
        return {player: scores[player] for player in self.players if player in scores}

    @property
    def closer(self) -> str | None:
        """Who closed the round being played, if that is known."""
        return self._playing.closer

    @property
    def nobody_closed(self) -> bool:
        """Whether it was confirmed that nobody closed the round being played."""
        return self._playing.nobody_closed

    @property
    def closing_known(self) -> bool:
        """Whether the closer is known or it was confirmed that nobody closed."""
        return self._playing.closing_known

    @property
    def missing(self) -> tuple[str, ...]:
        """Who has no score yet in the round being played, in seating order."""
        if self.over:
            return ()
        return tuple(player for player in self.players if player not in self._playing.scores)

    @property
    def untouched(self) -> bool:
        """Whether nothing is written yet of the round being played."""
        return self._playing == EMPTY

    @property
    def starter(self) -> str | None:
        """Who starts the round being played; None in round one, after the end, or if unknown.

        It is unknown too where whoever would start has left.
        """
        due = self.starter_due
        return due if due in self.players else None

    @property
    def starter_due(self) -> str | None:
        """Who is to start the round being played, be it somebody who has left."""
        last = self.last_round
        if last is None or self.over:
            return None
        return skyjo.next_starter(self.rules, last.counted, last.closer)

    # -- the end and the standings -------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or because the table ended it."""
        return self.ended or self._at_its_end

    @property
    def _at_its_end(self) -> bool:
        """Whether the rules end it with the last finished round."""
        done = self.finished
        return bool(done) and skyjo.is_end(self.rules, done[-1].totals.values(), len(done))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won, in seating order; empty while it goes on, or without a finished round.

        Nobody wins who has left, or has come after the last round.
        """
        last = self.last_round
        if last is None or not self.over:
            return ()
        placed = self._placed
        return skyjo.winners(self.rules, placed, last.counted) if placed else ()

    @property
    def _placed(self) -> Mapping[str, int]:
        """The totals that are compared: after the end only of those who have played.

        A round must have been played with whoever came before the table ended the game.
        """
        last = self.last_round
        if last is None or not self.over:
            return self.totals
        return {player: total for player, total in self.totals.items()
                if player in last.counted}

    @property
    def outcome(self) -> Outcome:
        """Whether it is over, who won, and with which round."""
        return Outcome(self.over, self.winners, len(self.finished) if self.over else None)

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who has the lowest total, in seating order; empty before a round is finished."""
        return self._with_total(min(self.totals.values()))

    @property
    def trailing(self) -> tuple[str, ...]:
        """Who has the highest total, in seating order; empty before a round is finished."""
        return self._with_total(max(self.totals.values()))

    def _with_total(self, wanted: int) -> tuple[str, ...]:
        if not self.finished:
            return ()
        return tuple(player for player, total in self.totals.items() if total == wanted)

    @property
    def standings(self) -> tuple[Place, ...]:
        """(place, player, total) from the best on; equal totals share a place: 1, 1, 3.

        After the end the winners have the first place, also where a tie was
        decided by the last round.
        """
        return ranking(self._placed, self.winners)

    @property
    def places(self) -> Mapping[str, int]:
        """Each player's place, from the best on, ties sharing it: 1, 1, 3."""
        return {player: place for place, player, _ in self.standings}

    def remaining(self, player: str) -> int | None:
        """Points from the player's total to `end_at` (below 0: past it); None without one."""
        return None if self.rules.end_at is None else self.rules.end_at - self.totals[player]

    def behind(self, player: str) -> int:
        """Points by which the player's total is above the lowest one."""
        return self.totals[player] - min((self._placed or self.totals).values())

    # -- what may be written -------------------------------------------------

    def problem_with(
        self, scores: Mapping[str, int], round: int | None = None
    ) -> Impossible | None:
        """What cannot be if these scores stood in a round beside those already there.

        `scores` are card points by player; without `round`, of the one being
        played. The same players' earlier scores are taken as replaced.
        """
        written = self._playing if round is None else self.written_in(round)
        return skyjo.impossible(self.rules, {**written.scores, **scores})

    def view(self) -> dict[str, Any]:
        """The game as the published view and `play --json` show it (GAME)."""
        nobody = {"nobody_closed": True} if self.nobody_closed else {}
        return {
            "players": list(self.players),
            "round": self.number,
            "entered": dict(self.entered),
            "closer": self.closer,
            **nobody,
            "missing": list(self.missing),
            "totals": dict(self.totals),
            "starter": self.starter,
            "over": self.over,
            "winners": list(self.winners),
        }
