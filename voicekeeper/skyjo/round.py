"""A round: what is written of it while it is played, and what it is once finished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from voicekeeper.skyjo import rules as skyjo
from voicekeeper.skyjo.rules import Rules
from voicekeeper.skyjo.seating import Seating


@dataclass(frozen=True)
class Written:
    """What has been said of a round: card points by player, and who closed."""

    scores: Mapping[str, int] = field(default_factory=dict)
    closer: str | None = None
    nobody_closed: bool = False

    @property
    def closing_known(self) -> bool:
        """Whether it is known who closed, or that nobody did."""
        return self.closer is not None or self.nobody_closed

    def renamed(self, player: str, name: str) -> Written:
        """The same of a player whose name is put right."""
        scores = {name if who == player else who: points for who, points in self.scores.items()}
        return replace(self, scores=scores,
                       closer=name if self.closer == player else self.closer)

    def is_whole(self, players: int) -> bool:
        """Whether nothing is missing for so many players."""
        return self.closing_known and len(self.scores) == players


EMPTY = Written()
"""A round of which nothing is written."""


@dataclass(frozen=True)
class Round:
    """A finished round.

    `scores` are card points, `counted` what stands on the sheet, `totals` the
    sums after this round, each by its players in seating order. `doubled` is
    the closer if a penalty was paid. `starter` started this round (None:
    unknown, as in round one, or where whoever would have has left).
    """

    number: int
    scores: Mapping[str, int]
    closer: str | None
    nobody_closed: bool
    counted: Mapping[str, int]
    doubled: str | None
    starter: str | None
    totals: Mapping[str, int]


def finished_rounds(
    seating: Seating, rules: Rules, written: Sequence[Written]
) -> Iterator[Round]:
    """The rounds that count: up to the end of the game, or to the first with something missing."""
    totals: dict[str, int] = {}
    starter: str | None = None
    for number, said in enumerate(written, 1):
        totals = seating.totals_before(number, totals)
        if not said.is_whole(len(totals)):
            return
        scores = {player: said.scores[player] for player in totals}
        count = skyjo.count_round(rules, scores, said.closer)
        totals = {player: total + count.counted[player] for player, total in totals.items()}
        yield Round(
            number, scores, said.closer, said.nobody_closed, count.counted, count.doubled,
            starter if starter in totals else None, totals,
        )
        if skyjo.is_end(rules, totals.values(), number):
            return
        starter = skyjo.next_starter(rules, count.counted, said.closer)


def trimmed(written: tuple[Written, ...]) -> tuple[Written, ...]:
    """Without empty rounds at the end: nothing written and no round are the same."""
    last = len(written)
    while last and written[last - 1] == EMPTY:
        last -= 1
    return written[:last]
