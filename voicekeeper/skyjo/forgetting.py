"""A person's name taken out of a ledger, whatever its schema; the sheets stay whole.

Names stand in one table and what was said word for word in another, so the
games keep their scores, and a neutral name takes the person's place. What was
said in their games goes, and elsewhere what has the name in it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from voicekeeper.skyjo import schema
from voicekeeper.skyjo.players import fold

NEUTRAL = "Somebody {number}"
"""What a forgotten person is called; each has a number of their own."""
_NEUTRAL = re.compile(NEUTRAL.format(number=r"\d+"))
_FORGOTTEN = "…"


@dataclass(frozen=True)
class Traces:
    """What a ledger holds of a person: in how many games, and how often it was said beside them."""

    games: int
    said: int

    def __bool__(self) -> bool:
        return bool(self.games or self.said)


def says(name: str) -> Callable[[str], bool]:
    """Whether a text has the name in it, as words of their own, whatever the case."""
    parts = re.findall(r"\w+", fold(name))
    if not parts:
        return lambda text: fold(name) in fold(text)
    pattern = re.compile(r"(?<!\w)" + r"\W+".join(map(re.escape, parts)) + r"(?!\w)")
    return lambda text: pattern.search(fold(text)) is not None


def is_forgotten(name: str) -> bool:
    """Whether a name is one that a forgotten person has been given."""
    return _NEUTRAL.fullmatch(name) is not None


def traces(connection: sqlite3.Connection, name: str) -> Traces:
    """What the ledger holds of a person."""
    games: int = connection.execute(
        f"SELECT count(DISTINCT game) FROM game_players WHERE name IN ({_NAMES})", (fold(name),)
    ).fetchone()[0]
    return Traces(games, len(_said_elsewhere(connection, name)))


def forget(connection: sqlite3.Connection, name: str) -> None:
    """Take a person's name out. Wants a transaction round it, and `scrub` after that."""
    elsewhere = _said_elsewhere(connection, name)
    in_games = f"""utterance IN (
        SELECT u.seq FROM utterances u JOIN game_players p ON p.game = u.game
        WHERE p.name IN ({_NAMES}))"""
    # That something was said at the start tells whether it can be taken back.
    emptied = f"heard = iif(heard = '', '', '{_FORGOTTEN}'), said = iif(said = '', '', " \
              f"'{_FORGOTTEN}')"
    connection.execute(f"UPDATE words SET {emptied} WHERE {in_games}", (fold(name),))
    connection.executemany(f"UPDATE words SET {emptied} WHERE utterance = ?",
                           [(seq,) for seq in elsewhere])
    spellings = [id for (id,) in connection.execute(f"{_NAMES} ORDER BY id", (fold(name),))]
    if not spellings:
        return
    first, *others = spellings
    neutral = _free(connection)
    connection.execute("UPDATE names SET spelling = ?, folded = ? WHERE id = ?",
                       (neutral, fold(neutral), first))
    if others:
        # Several spellings become one: who played stays as it was, but for its row.
        trigger = connection.execute(
            "SELECT sql FROM sqlite_schema WHERE name = 'game_players_no_UPDATE'").fetchone()[0]
        connection.execute("DROP TRIGGER game_players_no_UPDATE")
        for other in others:
            connection.execute("UPDATE game_players SET name = ? WHERE name = ?", (first, other))
            connection.execute("DELETE FROM names WHERE id = ?", (other,))
        connection.execute(trigger)


def scrub(connection: sqlite3.Connection) -> None:
    """Leave nothing of what was changed or deleted in the file's free places and its log."""
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


_NAMES = "SELECT id FROM names WHERE folded = ?"


def _said_elsewhere(connection: sqlite3.Connection, name: str) -> list[int]:
    """The utterances with the name in their words, of games in which the person was not."""
    is_in = says(name)
    rows = connection.execute(
        f"""
        SELECT w.utterance, w.heard, w.said FROM words w JOIN utterances u ON u.seq = w.utterance
        WHERE u.game IS NULL OR u.game NOT IN (
            SELECT game FROM game_players WHERE name IN ({_NAMES}))
        """, (fold(name),))
    return [seq for seq, heard, said in rows if is_in(heard) or is_in(said)]


def _free(connection: sqlite3.Connection) -> str:
    taken = {folded for (folded,) in connection.execute("SELECT folded FROM names")}
    number = 1
    while fold(NEUTRAL.format(number=number)) in taken:
        number += 1
    return NEUTRAL.format(number=number)


def is_ledger(connection: sqlite3.Connection) -> bool:
    """Whether these are a ledger's tables, of a schema that is known, and in order."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != schema.APPLICATION or not 0 < version <= schema.VERSION:
        return False
    return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
