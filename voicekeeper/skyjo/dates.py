"""Which of the games' dates can be believed: a box without a clock chip starts in the past.

Games are in the order in which they were begun, whatever the clock said. Where
it said a time before that of an earlier game, or from before this program was
written, the date is unknown.
"""

from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime

WRITTEN = datetime(2025, 1, 1, tzinfo=UTC)
"""No game was kept by this program before."""


def moment(at: str) -> int | None:
    """Seconds since 1970 of an ISO 8601 time; without an offset, in local time. None: no time."""
    try:
        return int(datetime.fromisoformat(at).timestamp())
    except (ValueError, OverflowError, OSError):
        return None


def day_alone(at: str) -> date | None:
    """The day, where an ISO 8601 time is a day without an hour; None where it has one."""
    try:
        return date.fromisoformat(at)
    except ValueError:
        return None


def note_beginning(connection: sqlite3.Connection, seq: int, at: str, *, imported: bool) -> None:
    """Write down when the game that began with utterance `seq` did, if that can be believed.

    A game that was imported brings a date that no clock of ours has shown: it
    neither is held to the others' dates, nor are they to its.
    """
    began = moment(at)
    if began is not None and not imported:
        last: int | None = connection.execute(
            "SELECT max(moment) FROM beginnings WHERE imported = 0").fetchone()[0]
        if began < WRITTEN.timestamp() or (last is not None and began < last):
            began = None
    connection.execute(
        "INSERT INTO beginnings (game, moment, imported) VALUES (?, ?, ?)",
        (seq, began, imported),
    )
