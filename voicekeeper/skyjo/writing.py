"""Into the ledger's tables: one utterance, within a transaction that the caller has begun."""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Sequence

from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.dates import note_beginning
from voicekeeper.skyjo.events import GameStarted, PlayerJoined, PlayerRenamed, Utterance
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.packing import pack
from voicekeeper.skyjo.payload import to_payload
from voicekeeper.skyjo.players import fold
from voicekeeper.skyjo.reading import players
from voicekeeper.skyjo.shelf import Shelf
from voicekeeper.skyjo.tally import tally_rows

INSERT_TALLY = """
INSERT INTO tallies (game, seat, place, won, rounds, points, best, best_round, worst, worst_round,
                     closed, doubled)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
"""Takes the rows that `tally_rows` makes."""


def write(
    connection: sqlite3.Connection, utterance: Utterance, before: Books, after: Books
) -> None:
    """Add an utterance that turns the books `before` into those `after`."""
    seq: int = connection.execute(
        "SELECT coalesce(max(seq), 0) + 1 FROM utterances"
    ).fetchone()[0]
    starts = [event for event in utterance.events if isinstance(event, GameStarted)]
    for start in starts:
        _write_game(connection, seq, utterance.game, start, before.shelf.current)
    game = connection.execute("SELECT seq FROM games WHERE id = ?", (utterance.game,)).fetchone()
    connection.execute(
        "INSERT INTO utterances (seq, id, game, at) VALUES (?, ?, ?, ?)",
        (seq, utterance.id, game and game[0], utterance.at),
    )
    connection.execute(
        "INSERT INTO words (utterance, heard, said) VALUES (?, ?, ?)",
        (seq, _text(utterance.heard), _text(utterance.said)),
    )
    if starts:
        note_beginning(connection, seq, utterance.at, imported=False)
    if game is not None:
        for event in utterance.events:
            if isinstance(event, PlayerJoined):
                _seat(connection, game[0], event.player)
            elif isinstance(event, PlayerRenamed):
                _seat(connection, game[0], event.name)
    seats = () if game is None else players(connection, game[0])
    _write_events(connection, seq, utterance, seats)
    record = after.records.get(utterance.game)
    if not utterance.events or game is None or record is None:
        return
    keep_summary(connection, game[0], record.game, seats)
    keep_shelf(connection, after.shelf)


def _write_events(
    connection: sqlite3.Connection, seq: int, utterance: Utterance, seats: tuple[str, ...]
) -> None:
    connection.executemany(
        "INSERT INTO events (id, utterance, kind, payload) VALUES (?, ?, ?, ?)",
        [(event_id(utterance.id, index), seq, *to_payload(event, seats))
         for index, event in enumerate(utterance.events)],
    )


def _write_game(
    connection: sqlite3.Connection, seq: int, id: str, start: GameStarted, over: str | None
) -> None:
    connection.execute(
        "INSERT INTO games (seq, id, started_over) "
        "VALUES (?, ?, (SELECT seq FROM games WHERE id = ?))",
        (seq, id, over),
    )
    connection.executemany(
        "INSERT INTO game_players (game, seat, name) VALUES (?, ?, ?)",
        [(seq, seat, name_row(connection, name)) for seat, name in enumerate(start.players)],
    )


def _seat(connection: sqlite3.Connection, game: int, player: str) -> None:
    """A seat for a name that comes in the middle, unless there is one already."""
    name = name_row(connection, player)
    connection.execute(
        """
        INSERT INTO game_players (game, seat, name)
        SELECT :game, (SELECT count(*) FROM game_players WHERE game = :game), :name
        WHERE NOT EXISTS (SELECT 1 FROM game_players WHERE game = :game AND name = :name)
        """,
        {"game": game, "name": name},
    )


def name_row(connection: sqlite3.Connection, spelling: str) -> int:
    """The row of a name; one spelled alike but for case is the same person's."""
    known = connection.execute("SELECT id FROM names WHERE spelling = ?", (spelling,)).fetchone()
    if known is not None:
        return int(known[0])
    person = connection.execute(
        "SELECT person FROM names WHERE folded = ?", (fold(spelling),)
    ).fetchone()
    if person is None:
        added = connection.execute("INSERT INTO people (uuid) VALUES (?)", (str(uuid.uuid4()),))
        person = (added.lastrowid,)
    row = connection.execute(
        "INSERT INTO names (person, spelling, folded) VALUES (?, ?, ?)",
        (person[0], spelling, fold(spelling)),
    ).lastrowid
    if row is None:
        raise sqlite3.DatabaseError("no row for the name")
    return row


def keep_summary(
    connection: sqlite3.Connection, seq: int, game: Game, seats: Sequence[str]
) -> None:
    """Write down how the game that began with utterance `seq` stands; `seats` as in packing.py.

    With what it brought its players, once it is over.
    """
    connection.execute(
        "INSERT OR REPLACE INTO summaries (game, rounds, totals, winners, over, sheet) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        summary_row(seq, game, seats, pack(game, seats)),
    )
    keep_tallies(connection, seq, game, seats)


def keep_tallies(
    connection: sqlite3.Connection, seq: int, game: Game, seats: Sequence[str]
) -> None:
    """Write down what a game brought its players; nothing while it goes on, or goes on again."""
    connection.execute("DELETE FROM tallies WHERE game = ?", (seq,))
    connection.executemany(INSERT_TALLY, tally_rows(seq, game, seats))


def summary_row(seq: int, game: Game, seats: Sequence[str], sheet: str) -> tuple[object, ...]:
    """A row of summaries, `sheet` being the packed one.

    A seat that nobody took in the end has null for its total.
    """
    totals = game.all_totals if game.seating.changes else game.totals
    return (
        seq, len(game.finished), json.dumps([totals.get(player) for player in seats]),
        json.dumps([seats.index(player) for player in game.winners]), game.over, sheet,
    )


def keep_shelf(connection: sqlite3.Connection, shelf: Shelf) -> None:
    """Write down which games are on the table."""
    connection.execute(
        "INSERT OR REPLACE INTO shelf (row, current, behind, ahead) VALUES (1, ?, ?, ?)",
        (shelf.current or "", json.dumps(shelf.behind), json.dumps(shelf.ahead)),
    )


def event_id(utterance: str, index: int) -> str:
    """A UUID that is the same for the same event wherever it is written down."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{utterance}/{index}"))


def _text(text: str) -> str:
    """What SQLite can hold of it: bad bytes of a terminal may linger as lone surrogates."""
    return text.encode("utf-8", "replace").decode("utf-8")
