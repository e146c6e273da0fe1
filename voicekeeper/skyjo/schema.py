"""The ledger's tables, and the version they have.

Everything that was said is only ever added. Names stand in `names` alone and
what was said word for word in `words` alone, so that a person can be forgotten
while the sheets stay whole: events know players by their seat. `summaries`, `tallies`,
`beginnings` and `shelf` can be worked out from the rest and are kept for speed.
"""

from __future__ import annotations

VERSION = 3
"""The schema's version, in user_version; migrations.py leads there from the older ones."""
APPLICATION = 0x536B796A
"""application_id: "Skyj" in ASCII, to tell a ledger from any other SQLite file."""

# games.seq is the seq of the utterance that started it, so both are in one order.
_TABLES = """
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE
);
CREATE TABLE names (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    spelling TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL
);
CREATE INDEX names_by_folded ON names (folded);

CREATE TABLE games (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started_over INTEGER REFERENCES games (seq)
);
CREATE INDEX games_by_started_over ON games (started_over);
CREATE TABLE game_players (
    game INTEGER NOT NULL REFERENCES games (seq),
    seat INTEGER NOT NULL,
    name INTEGER NOT NULL REFERENCES names (id),
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

CREATE TABLE utterances (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game INTEGER REFERENCES games (seq),
    at TEXT NOT NULL
);
CREATE INDEX utterances_by_game ON utterances (game, seq);
CREATE TABLE words (
    utterance INTEGER PRIMARY KEY REFERENCES utterances (seq),
    heard TEXT NOT NULL,
    said TEXT NOT NULL
);
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    utterance INTEGER NOT NULL REFERENCES utterances (seq),
    kind TEXT NOT NULL,
    payload TEXT NOT NULL
);
CREATE INDEX events_by_utterance ON events (utterance, seq);

CREATE TABLE shelf (
    row INTEGER PRIMARY KEY CHECK (row = 1),
    current TEXT NOT NULL,
    behind TEXT NOT NULL,
    ahead TEXT NOT NULL
);
"""

HISTORY = """
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
"""What the history of games is read from.

summaries: a game as it stands; `sheet` as packing.py writes it. beginnings:
`moment` in seconds since 1970, or null where the clock was wrong; `imported`
games bring their own dates. deleted: games that are out of sight.
"""

TALLIES = """
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
"""What the statistics are read from: a row for each player of a game that is over (tally.py)."""

_APPEND_ONLY = ("games", "game_players", "utterances", "events")

_TRIGGER = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append only'); END;
"""

SCRIPT = "\n".join(
    (
        "BEGIN IMMEDIATE;",
        _TABLES,
        HISTORY,
        TALLIES,
        *(
            _TRIGGER.format(table=table, verb=verb)
            for table in _APPEND_ONLY
            for verb in ("UPDATE", "DELETE")
        ),
        f"INSERT INTO meta VALUES ('schema', '{VERSION}');",
        f"PRAGMA application_id = {APPLICATION};",
        f"PRAGMA user_version = {VERSION};",
        "COMMIT;",
    )
)
"""Makes the tables in an empty file, all or nothing."""
