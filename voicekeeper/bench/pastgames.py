"""A ledger with thousands of past games in it, made in seconds, as if they had been said.

A few games are really played into it, utterance by utterance; the others are
copies of their rows under new ids, one after the other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import UUID

from voicekeeper.skyjo.events import CloserSet, Event, GameStarted, ScoreSet, Undone, Utterance
from voicekeeper.skyjo.ledger import Ledger
from voicekeeper.skyjo.rules import Rules

PEOPLE = ("Ana", "Marco", "Leo", "Bea", "Carl", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan",
          "Kim", "Lou", "Mia", "Ned", "Ola", "Pia", "Quinn", "Rosa", "Sam", "Tom", "Uma", "Zoe")
_PLAYED = 12
"""So many games are really played; more of them would bring nothing new."""
# An hour apart, so that thousands of them lie in the past, and after the first dates believed.
_FIRST = datetime(2025, 1, 1, 20, tzinfo=UTC)


def make_ledger(path: Path, games: int, rounds: int, seed: int = 1) -> None:
    """A new ledger of so many finished games with so many rounds each, an hour apart."""
    chance = Random(seed)
    played = min(games, _PLAYED)
    with Ledger.open(path, writer=True) as ledger:
        for number in range(played):
            for utterance in _game(chance, number, rounds):
                ledger.commit(utterance)
    if games > played:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            _copy(connection, games - played, played)


def _game(chance: Random, number: int, rounds: int) -> Iterator[Utterance]:
    """What is said in a game: a score at a time, now and then one taken back."""
    def id_() -> str:
        return str(UUID(int=chance.getrandbits(128), version=4))

    game, at = id_(), _FIRST + timedelta(hours=number)

    def said(heard: str, *events: Event) -> Utterance:
        nonlocal at
        at += timedelta(seconds=20)
        return Utterance(id_(), game, at.isoformat(), heard, f"{heard}. Who is next?", events)

    players = tuple(chance.sample(PEOPLE, chance.choice((3, 4, 4, 5))))
    yield said("new game", GameStarted(players, Rules(end_at=None, rounds=rounds)))
    for round in range(1, rounds + 1):
        closer = chance.choice(players)
        for player in players:
            points = chance.randint(-2, 35)
            entry = said(f"{player} {points}", ScoreSet(round, player, points))
            yield entry
            if chance.random() < 0.05:
                yield said("undo", Undone(entry.id))
                yield said(f"{player} {points}", ScoreSet(round, player, points))
        yield said(f"{closer} closed", CloserSet(round, closer))


def _copy(connection: sqlite3.Connection, copies: int, played: int) -> None:
    """Copy the games' rows so often, in turn, each an hour after the one before."""
    spans = connection.execute(
        "SELECT g.seq, (SELECT max(seq) FROM utterances u WHERE u.game = g.seq) FROM games g "
        "ORDER BY g.seq").fetchall()
    connection.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;")
    connection.execute("BEGIN IMMEDIATE")
    last = spans[-1][1]
    for number in range(copies):
        first, end = spans[number % played]
        values = {"by": last + 1 - first, "first": first, "end": end,
                  "later": f"+{played + number - number % played} hours"}
        for statement in _COPIES:
            connection.execute(statement, values)
        last += end - first + 1
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


_NEW_ID = "lower(hex(randomblob(16)))"
_LATER = "replace(datetime({at}, :later), ' ', 'T') || '+00:00'"
_COPIES = (
    f"INSERT INTO games (seq, id) SELECT seq + :by, {_NEW_ID} FROM games WHERE seq = :first",
    "INSERT INTO game_players SELECT game + :by, seat, name FROM game_players "
    "WHERE game = :first",
    f"INSERT INTO utterances SELECT seq + :by, {_NEW_ID}, game + :by, {_LATER.format(at='at')} "
    "FROM utterances WHERE seq BETWEEN :first AND :end",
    "INSERT INTO words SELECT utterance + :by, heard, said FROM words "
    "WHERE utterance BETWEEN :first AND :end",
    # What an undo takes back is known by its id, which is another one in a copy.
    f"""
    INSERT INTO events (id, utterance, kind, payload)
    SELECT {_NEW_ID}, e.utterance + :by, e.kind, CASE e.kind WHEN 'undone' THEN json_object(
        'utterance', (SELECT c.id FROM utterances u JOIN utterances c ON c.seq = u.seq + :by
                      WHERE u.id = json_extract(e.payload, '$.utterance')))
        ELSE e.payload END
    FROM events e WHERE e.utterance BETWEEN :first AND :end ORDER BY e.seq
    """,
    "INSERT INTO summaries SELECT game + :by, rounds, totals, winners, over, sheet "
    "FROM summaries WHERE game = :first",
    "INSERT INTO tallies SELECT game + :by, seat, place, won, rounds, points, best, best_round, "
    "worst, worst_round, closed, doubled FROM tallies WHERE game = :first",
    "INSERT INTO beginnings SELECT game + :by, unixepoch(moment, 'unixepoch', :later), imported "
    "FROM beginnings WHERE game = :first",
)
