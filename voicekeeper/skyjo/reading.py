"""Out of the ledger's tables: games folded from their events. Raises sqlite3.Error as it comes.

ValueError, LookupError and TypeError from here mean rows that make no sense.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from itertools import groupby

from voicekeeper.skyjo.agreement import Agreement
from voicekeeper.skyjo.books import Books, Record
from voicekeeper.skyjo.events import Utterance
from voicekeeper.skyjo.payload import first_players, from_payload
from voicekeeper.skyjo.shelf import Shelf


def books(connection: sqlite3.Connection) -> Books:
    """The table's books; only the games on the shelf are read."""
    row = connection.execute("SELECT current, behind, ahead FROM shelf").fetchone()
    if row is None:
        return Books(agreement=agreed(connection))
    current, behind, ahead = row
    # Empty: no game is on the table.
    shelf = Shelf(current or None, tuple(json.loads(behind)), tuple(json.loads(ahead)))
    records: dict[str, Record] = {}
    for game in shelf.games:
        found = record(connection, game)
        if found is None:
            raise LookupError(f"game {game} is on the shelf, but not in the ledger")
        records[game] = found
    return Books(shelf, records, agreed(connection))


def record(connection: sqlite3.Connection, game: str) -> Record | None:
    """A game with its undo and redo; None if there is no such game."""
    row = connection.execute("SELECT seq FROM games WHERE id = ?", (game,)).fetchone()
    if row is None:
        return None
    start: int = row[0]
    said = _utterances(connection, game, start)
    _, first = next(said)
    folded = Record.begun(first)
    # A game that was started over this one took its redo away, though it was said elsewhere.
    left = [seq for (seq,) in connection.execute(
        "SELECT seq FROM games WHERE started_over = ? ORDER BY seq", (start,)
    )]
    for seq, utterance in said:
        while left and left[0] < seq:
            folded = folded.without_redo()
            left.pop(0)
        folded = folded.after(utterance)
    return folded.without_redo() if left else folded


def players(connection: sqlite3.Connection, start: int) -> tuple[str, ...]:
    """All who ever came to the game that began with utterance `start`, by seat."""
    return tuple(
        name
        for (name,) in connection.execute(
            """
            SELECT n.spelling FROM game_players p JOIN names n ON n.id = p.name
            WHERE p.game = ? ORDER BY p.seat
            """,
            (start,),
        )
    )


def agreed(connection: sqlite3.Connection) -> Agreement:
    """What is agreed on for the next game, since the last one began."""
    found = Agreement()
    for _, utterance in _utterances(connection, "", None):
        found = found.after(utterance)
    return found


def _utterances(
    connection: sqlite3.Connection, game: str, start: int | None
) -> Iterator[tuple[int, Utterance]]:
    """The utterances of a game that did something, each with its place in the ledger.

    Without `start`, those about no game since the last one began.
    """
    names = () if start is None else players(connection, start)
    rows = connection.execute(
        f"""
        SELECT u.seq, u.id, u.at, w.heard, w.said, e.kind, e.payload
        FROM utterances u
        JOIN events e ON e.utterance = u.seq
        LEFT JOIN words w ON w.utterance = u.seq
        WHERE {_SINCE_THE_LAST_GAME if start is None else "u.game = :start"}
        ORDER BY u.seq, e.seq
        """,
        {"start": start},
    ).fetchall()
    first = first_players((row[5:] for row in rows), len(names))
    for (seq, id, at, heard, said), group in groupby(rows, key=lambda row: row[:5]):
        events = tuple(from_payload(kind, payload, names, first) for *_, kind, payload in group)
        yield seq, Utterance(id, game, at, heard or "", said or "", events)


_SINCE_THE_LAST_GAME = "u.game IS NULL AND u.seq > (SELECT coalesce(max(seq), 0) FROM games)"
