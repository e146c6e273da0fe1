"""What people have come to over all their games: the statistics, summed up by the database.

A game counts once it is over and has a winner, and as long as it is not deleted;
for whoever has played a round of it. The rows come from tally.py. Names that differ
in case alone are one person's; who has been forgotten is left out. All functions
raise sqlite3.Error as it comes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from voicekeeper.skyjo import history
from voicekeeper.skyjo.forgetting import is_forgotten
from voicekeeper.skyjo.history import EVERYTHING, STARTED, Search
from voicekeeper.skyjo.players import fold


@dataclass(frozen=True)
class Feat:
    """A round to remember: what it counted, and where it stands.

    game: its id; started: when that began (ISO 8601), None where it is not known;
    round: from 1.
    """

    points: int
    game: str
    started: str | None
    round: int


@dataclass(frozen=True)
class Career:
    """What a person has come to.

    wins: games won, those too whose win was shared, `shared` of them. points: what
    all `rounds` counted, after penalties. best, worst: the lowest and the highest
    round; of equal ones the first. closed: rounds closed, in `doubled` of which a
    penalty was paid. streak: the most games won one after the other; 0 where that
    was not asked for.
    """

    player: str
    games: int
    wins: int
    shared: int
    rounds: int
    points: int
    best: Feat
    worst: Feat
    closed: int
    doubled: int
    streak: int = 0

    @property
    def average(self) -> float:
        """Points a round."""
        return self.points / self.rounds


@dataclass(frozen=True)
class Duel:
    """What a person has come to in the games with one other.

    career: in these games alone. ahead, behind, level: how these ended between the
    two; a game that one of them left before its end is none of them. streak: the most
    games one after the other that ended ahead.
    """

    career: Career
    other: str
    ahead: int
    behind: int
    level: int
    streak: int


def careers(connection: sqlite3.Connection, search: Search = EVERYTHING,
            people: Sequence[str] = (), *, streaks: bool = False) -> tuple[Career, ...]:
    """The careers in the games that are wanted: of all, or of these people.

    Who has won most comes first; of these, who has the lower average.
    """
    names = _names(connection)
    where, values = _where(search, people)
    rows = connection.execute(f"SELECT p.name, {_SUMS} {_FROM} WHERE {where} GROUP BY p.name",
                              values)
    found = _merged(((names.get(name),), sums) for name, *sums in rows)
    feats = _feats(connection, found.values())
    one_of = {folded: id for id, (_, folded) in names.items()}
    runs: Mapping[int, int] = {}
    if streaks:
        rows = connection.execute(
            f"SELECT p.name, t.won {_FROM} WHERE {where} ORDER BY t.game", values)
        runs = _longest(rows, {id: one_of[folded] for id, (_, folded) in names.items()})
    made = (_career(sums, feats, runs.get(one_of[folded], 0))
            for (folded,), sums in found.items())
    return tuple(sorted(made, key=_rank))


def duels(connection: sqlite3.Connection, search: Search = EVERYTHING,
          people: Sequence[str] = ()) -> tuple[Duel, ...]:
    """What every two people have come to in their games with each other, seen from each side.

    Of one person: with all others; of several: among these. In the order of the careers,
    and of the games that two have played with each other.
    """
    names = _names(connection)
    where, values = _where(search, people)
    if len(people) > 1:
        where, values = f"{where} AND {_among('q', people)}", [*values, *map(fold, people)]
    pairs = connection.execute(
        f"SELECT p.name, q.name, {_SUMS}, coalesce(sum(t.place < o.place), 0), "
        "coalesce(sum(t.place > o.place), 0), coalesce(sum(t.place = o.place), 0) "
        f"{_FROM} {_OTHERS} WHERE {where} GROUP BY p.name, q.name", values).fetchall()
    found = _merged(((names.get(one), names.get(other)), sums) for one, other, *sums in pairs)
    feats = _feats(connection, found.values())
    one_of = {folded: id for id, (_, folded) in names.items()}
    rows = connection.execute(
        f"SELECT p.name * {_PEOPLE} + q.name, t.place < o.place {_FROM} {_OTHERS} WHERE {where} "
        "AND t.place IS NOT NULL AND o.place IS NOT NULL ORDER BY t.game", values)
    runs = _longest(rows, {
        one * _PEOPLE + other: one_of[names[one][1]] * _PEOPLE + one_of[names[other][1]]
        for one, other, *_ in pairs if one in names and other in names})
    made = []
    for (folded, others), sums in found.items():
        run = runs[one_of[folded] * _PEOPLE + one_of[others]]
        ahead, behind, level = sums.beyond
        made.append(Duel(_career(sums, feats), names[one_of[others]][0], ahead, behind, level, run))
    order = {career.player: place for place, career in
             enumerate(careers(connection, search, people))}
    return tuple(sorted(made, key=lambda duel: (
        order[duel.career.player], -duel.career.games, duel.other)))


def _rank(career: Career) -> tuple[int, float, str]:
    return -career.wins, career.average, career.player


# Best and worst stand with their game and round in one number, so that one pass over
# the rows finds the first of the equal ones, too.
_ROUNDS, _GAMES = 10**5, 10**10
_PEOPLE = 10**6
_SUMS = f"""
count(*), sum(t.won > 0), sum(t.won = 2), sum(t.rounds), sum(t.points),
min(t.best * {_ROUNDS * _GAMES} + t.game * {_ROUNDS} + t.best_round),
max(t.worst * {_ROUNDS * _GAMES} - t.game * {_ROUNDS} - t.worst_round),
sum(t.closed), sum(t.doubled)
"""
_FROM = "FROM tallies t JOIN game_players p ON p.game = t.game AND p.seat = t.seat"
_OTHERS = """
JOIN tallies o ON o.game = t.game AND o.seat <> t.seat
JOIN game_players q ON q.game = o.game AND q.seat = o.seat
"""

_Name = tuple[str, str]
"""A name as it is shown, and as it is compared."""


def _names(connection: sqlite3.Connection) -> dict[int, _Name]:
    """Every name by its row, spelt as it came last; forgotten people are not among them."""
    rows = connection.execute("SELECT id, spelling, folded FROM names ORDER BY id").fetchall()
    spelt = {folded: spelling for _, spelling, folded in rows if not is_forgotten(spelling)}
    return {id: (spelt[folded], folded) for id, _, folded in rows if folded in spelt}


def _where(search: Search, people: Sequence[str]) -> tuple[str, list[object]]:
    parts: list[str] = []
    values: list[object] = []
    if search == EVERYTHING:
        parts.append("NOT EXISTS (SELECT 1 FROM deleted d WHERE d.game = t.game)")
    else:
        games, values = history.wanted(search)
        parts.append(f"t.game IN ({games})")
    if people:
        parts.append(_among("p", people))
        values += map(fold, people)
    return " AND ".join(parts), values


def _among(table: str, people: Sequence[str]) -> str:
    marks = ", ".join("?" * len(people))
    return f"{table}.name IN (SELECT id FROM names WHERE folded IN ({marks}))"


@dataclass(frozen=True)
class _Sums:
    """One row of sums; best and worst are still in one number; `beyond` is what follows."""

    player: str
    counts: tuple[int, ...]
    best: int
    worst: int
    closing: tuple[int, int]
    beyond: tuple[int, ...]

    def with_other(self, other: _Sums) -> _Sums:
        """With those under another spelling."""
        return replace(
            self, counts=_added(self.counts, other.counts), best=min(self.best, other.best),
            worst=max(self.worst, other.worst),
            closing=(self.closing[0] + other.closing[0], self.closing[1] + other.closing[1]),
            beyond=_added(self.beyond, other.beyond))


def _added(some: Iterable[int], others: Iterable[int]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip(some, others, strict=True))


def _merged(rows: Iterable[tuple[tuple[_Name | None, ...], Sequence[int]]]
            ) -> dict[tuple[str, ...], _Sums]:
    """The sums by the folded names; rows of forgotten people left out."""
    found: dict[tuple[str, ...], _Sums] = {}
    for named, (games, wins, shared, rounds, points, best, worst, closed, doubled, *more) in rows:
        known = [name for name in named if name is not None]
        if len(known) < len(named):
            continue
        key = tuple(folded for _, folded in known)
        sums = _Sums(known[0][0], (games, wins, shared, rounds, points), best, worst,
                     (closed, doubled), tuple(more))
        found[key] = found[key].with_other(sums) if key in found else sums
    return found


def _place(best_or_worst: int) -> tuple[int, int, int]:
    """Points, game and round out of one number."""
    points, place = divmod(best_or_worst, _ROUNDS * _GAMES)
    return points, *divmod(place, _ROUNDS)


def _best(sums: _Sums) -> tuple[int, int, int]:
    return _place(sums.best)


def _worst(sums: _Sums) -> tuple[int, int, int]:
    points, game, round = _place(-sums.worst)
    return -points, game, round


def _feats(connection: sqlite3.Connection, found: Iterable[_Sums]
           ) -> dict[tuple[int, int, int], Feat]:
    """The rounds to remember, by points, game and round."""
    places = {place for sums in found for place in (_best(sums), _worst(sums))}
    rows = connection.execute(
        f"SELECT g.seq, g.id, {STARTED} FROM json_each(?) j JOIN games g ON g.seq = j.value "
        "JOIN utterances u ON u.seq = g.seq JOIN beginnings b ON b.game = g.seq",
        (json.dumps(sorted({game for _, game, _ in places})),))
    games = {seq: (id, started) for seq, id, started in rows}
    return {(points, game, round): Feat(points, *games[game], round)
            for points, game, round in places}


def _career(sums: _Sums, feats: Mapping[tuple[int, int, int], Feat], streak: int = 0) -> Career:
    games, wins, shared, rounds, points = sums.counts
    return Career(sums.player, games, wins, shared, rounds, points, feats[_best(sums)],
                  feats[_worst(sums)], *sums.closing, streak)


def _longest(rows: Iterable[tuple[int, int]], same: Mapping[int, int]) -> dict[int, int]:
    """The longest run of what is true; rows of (whose, whether), `same` tells who is one."""
    now = dict.fromkeys(same.values(), 0)
    longest = dict(now)
    for whose, true in rows:
        who = same.get(whose)
        if who is None:
            continue
        if true:
            now[who] += 1
            if now[who] > longest[who]:
                longest[who] = now[who]
        else:
            now[who] = 0
    return longest
