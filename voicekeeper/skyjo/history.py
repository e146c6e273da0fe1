"""The history of games: found by player and day, deleted and restored.

In the order in which the games were begun. All functions raise sqlite3.Error as
it comes; those that change something want a transaction round them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from voicekeeper.skyjo.players import fold


@dataclass(frozen=True)
class GameSummary:
    """A game in the history; `rounds` counts finished ones.

    players: all who played, in seating order; who left keeps the total of then.
    seats: all who ever came, also by mistake, as packing.py has them. started: ISO
    8601 with offset; None where the clock was wrong, or where a game was imported
    without its date. deleted: it is out of sight.
    """

    id: str
    started: str | None
    players: tuple[str, ...]
    rounds: int
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    over: bool
    deleted: bool = False
    seats: tuple[str, ...] = ()


@dataclass(frozen=True)
class Search:
    """Which games are wanted: those to which all of this applies.

    players: all of them played. since, until: days, both included, by the clock
    of the table; games of an unknown date are on none. deleted: those out of
    sight, instead of the others; None: all of them.
    """

    players: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    over: bool | None = None
    deleted: bool | None = False


EVERYTHING = Search()


def find(
    connection: sqlite3.Connection, search: Search, limit: int | None = None
) -> Iterator[GameSummary]:
    """The games that are wanted, newest first, at most `limit` of them."""
    where, values = _conditions(search)
    rows = connection.execute(
        f"SELECT {_COLUMNS} {where} ORDER BY g.seq DESC LIMIT ?",
        (*values, -1 if limit is None else limit),
    )
    return (_summary(*row) for row in rows)


def sheets(connection: sqlite3.Connection, search: Search) -> Iterator[tuple[GameSummary, str]]:
    """The games that are wanted, oldest first, each with its packed sheet."""
    where, values = _conditions(search)
    rows = connection.execute(f"SELECT {_COLUMNS}, s.sheet {where} ORDER BY g.seq", values)
    return ((_summary(*row[:-1]), row[-1]) for row in rows)


def packed(connection: sqlite3.Connection, game: str) -> str:
    """A game's packed sheet. Raises ValueError where there is no such game."""
    row = connection.execute(
        "SELECT sheet FROM summaries WHERE game = ?", (_seq(connection, game),)).fetchone()
    return str(row[0])


def named(connection: sqlite3.Connection, beginning: str) -> tuple[GameSummary, ...]:
    """The games whose ids begin so, deleted ones too; two at most, or the one of that id."""
    for where, value in (("g.id = ?", beginning), ("g.id GLOB ? || '*'", _literal(beginning))):
        rows = connection.execute(f"SELECT {_COLUMNS} {_FROM} WHERE {where} LIMIT 2", (value,))
        found = tuple(_summary(*row) for row in rows)
        if found:
            break
    return found


def _literal(text: str) -> str:
    """The text for GLOB, its own wildcards meaning themselves."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in text)


def people(connection: sqlite3.Connection, most: int) -> tuple[str, ...]:
    """The names of those who have played a round, those that came last first."""
    rows = connection.execute(
        f"""
        SELECT n.spelling FROM names n WHERE EXISTS (
            SELECT 1 FROM game_players p JOIN summaries s ON s.game = p.game
            WHERE p.name = n.id AND s.rounds > 0 AND {_PLAYED}
            AND NOT EXISTS (SELECT 1 FROM deleted d WHERE d.game = p.game))
        ORDER BY n.id DESC LIMIT ?
        """, (most,))
    spelt: dict[str, str] = {}
    for (name,) in rows:
        spelt.setdefault(fold(name), name)
    return tuple(spelt.values())


def wanted(search: Search) -> tuple[str, list[object]]:
    """A SELECT of the numbers of the games that are wanted, and what its question marks are."""
    where, values = _conditions(search)
    return f"SELECT g.seq {where}", values


def delete(connection: sqlite3.Connection, game: str, at: str) -> None:
    """Take a game out of sight. Raises ValueError where there is no such game."""
    connection.execute(
        "INSERT OR IGNORE INTO deleted (game, at) VALUES (?, ?)", (_seq(connection, game), at))


def restore(connection: sqlite3.Connection, game: str) -> None:
    """Bring a game back into sight. Raises ValueError where there is no such game."""
    connection.execute("DELETE FROM deleted WHERE game = ?", (_seq(connection, game),))


def _seq(connection: sqlite3.Connection, game: str) -> int:
    row = connection.execute("SELECT seq FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise ValueError(f"there is no game {game}")
    return int(row[0])


STARTED = "CASE WHEN b.moment IS NULL THEN NULL ELSE u.at END"
"""When a game began, of `utterances` u and `beginnings` b; null where that is not known."""

_COLUMNS = f"""
g.id, {STARTED}, s.rounds, s.totals, s.winners, s.over,
EXISTS (SELECT 1 FROM deleted d WHERE d.game = g.seq),
CASE WHEN instr(s.sheet, '"first":[') THEN json_extract(s.sheet, '$.first') ELSE '[]' END,
(SELECT json_group_array(spelling) FROM
    (SELECT n.spelling FROM game_players p JOIN names n ON n.id = p.name
     WHERE p.game = g.seq ORDER BY p.seat))
"""

# A seat that nobody took in the end has no total: a name put right, a coming taken back.
_PLAYED = "json_extract(s.totals, '$[' || p.seat || ']') IS NOT NULL"
_EPOCH = date(1970, 1, 1)
_FROM = """
FROM games g JOIN utterances u ON u.seq = g.seq
JOIN summaries s ON s.game = g.seq JOIN beginnings b ON b.game = g.seq
"""


def _conditions(search: Search) -> tuple[str, list[object]]:
    """FROM and WHERE for a search, and what stands for the question marks."""
    parts = ["1"]
    values: list[object] = []
    for player in search.players:
        parts.append(f"""g.seq IN (
            SELECT p.game FROM names n JOIN game_players p ON p.name = n.id
            JOIN summaries s ON s.game = p.game WHERE n.folded = ? AND {_PLAYED})""")
        values.append(fold(player))
    for day, compare, slack in ((search.since, ">=", -2), (search.until, "<=", 2)):
        if day is not None:
            # An ISO time begins with its day, by the clock that showed it. The moment says
            # nearly the same, and has an index.
            parts.append(f"(b.imported IN (0, 1) AND b.moment {compare} ? "
                         f"AND substr(u.at, 1, 10) {compare} ?)")
            values += [(day - _EPOCH).days * 86400 + slack * 86400, day.isoformat()]
    if search.over is not None:
        # Written out, so that the index of those that are not over is used.
        parts.append(f"s.over = {int(search.over)}")
    if search.deleted is not None:
        no = "" if search.deleted else "NOT "
        parts.append(f"{no}EXISTS (SELECT 1 FROM deleted d WHERE d.game = g.seq)")
    return f"{_FROM} WHERE {' AND '.join(parts)}", values


def _summary(
    id: str, started: str | None, rounds: int, totals: str, winners: str, over: int,
    deleted: int, first: str, seats: str,
) -> GameSummary:
    names, points = json.loads(seats), json.loads(totals)
    if len(names) != len(points):
        raise ValueError(f"game {id} has {len(names)} seats and {len(points)} totals")
    order = dict.fromkeys((*json.loads(first), *range(len(names))))
    by_player = {names[seat]: points[seat] for seat in order if points[seat] is not None}
    return GameSummary(
        id, started, tuple(by_player), rounds, by_player,
        tuple(names[seat] for seat in json.loads(winners)), bool(over), bool(deleted),
        tuple(names),
    )
