"""From older schemas to the one of today, in one transaction: all of it or nothing.

Each step changes tables and leads from its version to the next. What can be
worked out from the rest is emptied by the steps and worked out at the end, so
that steps need not know today's games.
"""

from __future__ import annotations

import sqlite3

from voicekeeper.skyjo import reading, schema
from voicekeeper.skyjo.dates import note_beginning
from voicekeeper.skyjo.packing import unpack
from voicekeeper.skyjo.writing import keep_summary, keep_tallies

_WITH_SHEETS = 2
"""From this version on a ledger has every game's sheet, and need not go through what was said."""


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Bring a ledger of an older `version` to today's schema.

    Raises sqlite3.Error, or ValueError, LookupError or TypeError where its rows
    make no sense; then nothing is changed.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        for older in range(version, schema.VERSION):
            for statement in _statements(_STEPS[older]):
                connection.execute(statement)
        if version < _WITH_SHEETS:
            _work_out(connection)
        else:
            _work_out_tallies(connection)
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema'",
                           (str(schema.VERSION),))
        connection.execute(f"PRAGMA user_version = {schema.VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    # executescript would commit first. No statement of ours has a semicolon in it.
    return [statement for statement in script.split(";") if statement.strip()]


# A step stays as it is when the schema goes on: it makes the next version, not the last one.
_TO_2 = """
DROP TABLE summaries;
CREATE TABLE summaries (
    game INTEGER PRIMARY KEY REFERENCES games (seq),
    rounds INTEGER NOT NULL,
    totals TEXT NOT NULL,
    winners TEXT NOT NULL,
    over INTEGER NOT NULL,
    sheet TEXT NOT NULL
);
CREATE INDEX summaries_not_over ON summaries (game) WHERE over = 0;
CREATE TABLE beginnings (
    game INTEGER PRIMARY KEY REFERENCES games (seq),
    moment INTEGER,
    imported INTEGER NOT NULL
);
CREATE INDEX beginnings_by_moment ON beginnings (imported, moment);
CREATE TABLE deleted (
    game INTEGER PRIMARY KEY REFERENCES games (seq),
    at TEXT NOT NULL
);
CREATE INDEX game_players_by_name ON game_players (name, game);
"""

_TO_3 = """
CREATE TABLE tallies (
    game INTEGER NOT NULL REFERENCES games (seq),
    seat INTEGER NOT NULL,
    place INTEGER,
    won INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    points INTEGER NOT NULL,
    best INTEGER NOT NULL,
    best_round INTEGER NOT NULL,
    worst INTEGER NOT NULL,
    worst_round INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    doubled INTEGER NOT NULL,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
"""

_STEPS: dict[int, str] = {1: _TO_2, 2: _TO_3}


def _work_out(connection: sqlite3.Connection) -> None:
    """Fill `summaries`, `tallies` and `beginnings` from what was said, games in their order."""
    games = connection.execute(
        """
        SELECT g.seq, g.id, u.at, EXISTS (
            SELECT 1 FROM events e WHERE e.utterance = g.seq AND e.kind = 'sheet_written')
        FROM games g JOIN utterances u ON u.seq = g.seq ORDER BY g.seq
        """
    ).fetchall()
    for seq, id, at, imported in games:
        record = reading.record(connection, id)
        if record is None:
            raise LookupError(f"game {id} is not in the ledger")
        keep_summary(connection, seq, record.game, reading.players(connection, seq))
        note_beginning(connection, seq, at, imported=bool(imported))


def _work_out_tallies(connection: sqlite3.Connection) -> None:
    """Fill `tallies` from the sheets of all games."""
    rows = connection.execute("SELECT game, sheet FROM summaries WHERE over = 1").fetchall()
    for seq, sheet in rows:
        seats = reading.players(connection, seq)
        keep_tallies(connection, seq, unpack("", seats, sheet), seats)
