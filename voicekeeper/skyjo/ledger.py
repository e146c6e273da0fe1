"""The ledger: everything that was said about every game, append only, in one SQLite file.

What `commit` was given is on disk when it returns. The games are folds over
what is written here; nothing is ever changed or deleted.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from voicekeeper.faults import DataFault
from voicekeeper.skyjo import database, reading, writing
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.database import Damaged
from voicekeeper.skyjo.events import GameResumed, Utterance
from voicekeeper.skyjo.lock import WriterLock
from voicekeeper.skyjo.players import fold
from voicekeeper.skyjo.shelf import Shelf

FILE_NAME = "games.sqlite3"
"""The ledger's name in the data folder."""


@dataclass(frozen=True)
class GameSummary:
    """A game in the history. `started` is ISO 8601, `rounds` counts finished ones."""

    id: str
    started: str
    players: tuple[str, ...]
    rounds: int
    totals: Mapping[str, int]
    winners: tuple[str, ...]
    over: bool


class Ledger:
    """An open ledger; a context manager. Safe to use from several threads, one at a time."""

    notice: str | None
    """A sentence to say at the start, when a damaged file was put aside; else None."""

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection,
        lock: WriterLock | None,
        notice: str | None,
    ) -> None:
        """Use `open`."""
        self.path = path
        self.notice = notice
        self._connection = connection
        self._lock = lock
        self._guard = threading.RLock()
        self._books = reading.books(connection)

    @classmethod
    def open(cls, path: Path, *, writer: bool = False) -> Ledger:
        """The ledger in this file, for reading, or as the only writer.

        A writer begins a new file where there is none, and puts a damaged one
        aside under another name. Raises DataFault: the folder cannot be
        written, another writer is at it, the disk is full, the file is from a
        newer voicekeeper; and for a reader, the file is damaged.
        """
        return cls._open_writing(path) if writer else cls._open_reading(path)

    @classmethod
    def _open_reading(cls, path: Path) -> Ledger:
        try:
            return cls._with(path, database.connect_reading(path), None, None)
        except Damaged as damage:
            raise DataFault(
                f"The games file {path} is damaged ({damage}); "
                "start play, which keeps it under another name and begins a new one."
            ) from damage

    @classmethod
    def _open_writing(cls, path: Path) -> Ledger:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataFault(
                f"The data folder {path.parent} cannot be made ({error.strerror}); "
                "choose another with --data."
            ) from error
        lock = WriterLock(path.with_name(path.name + ".lock"))
        try:
            try:
                return cls._with(path, database.connect_writing(path), lock, None)
            except Damaged:
                aside = database.put_aside(path)
                notice = (
                    f"The games file was damaged. It is kept as {aside.name}, "
                    "and a new one has begun."
                )
                return cls._with(path, database.connect_writing(path), lock, notice)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _with(
        cls,
        path: Path,
        connection: sqlite3.Connection,
        lock: WriterLock | None,
        notice: str | None,
    ) -> Ledger:
        try:
            return cls(path, connection, lock, notice)
        except (ValueError, LookupError, TypeError) as error:
            # Whole pages with senseless rows are damage too.
            connection.close()
            raise Damaged(str(error)) from error
        except sqlite3.Error as error:
            connection.close()
            raise database.fault(path, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let another writer in."""
        with self._guard:
            self._connection.close()
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    def books(self) -> Books:
        """The table's books: the game last started or resumed, and those it was put before."""
        with self._guard, self._faults():
            if self._lock is None:
                self._books = reading.books(self._connection)
            return self._books

    def load(self, game: str) -> Books | None:
        """A game of the history as if it were the current one; None if there is no such game."""
        with self._guard, self._faults():
            record = reading.record(self._connection, game)
        return None if record is None else Books(Shelf(game), {game: record})

    def commit(self, utterance: Utterance) -> Books:
        """Write an utterance down; it is on disk when this returns, whole or not at all.

        Returns the books after it. Raises ValueError if it does not fit the
        books, DataFault if it could not be written (nothing is, then).
        """
        with self._guard, self._faults():
            if self._lock is None:
                raise DataFault("The games are open for reading only.")
            books = self._knowing_resumed(utterance).after(utterance)
            with self._transaction():
                writing.write(self._connection, utterance, self._books, books)
            self._books = books
            return books

    def games(self, limit: int | None = None) -> tuple[GameSummary, ...]:
        """The games of the history, newest first, at most `limit` of them."""
        with self._guard, self._faults():
            rows = self._connection.execute(
                """
                SELECT g.seq, g.id, u.at, s.rounds, s.totals, s.winners, s.over,
                       (SELECT json_group_array(spelling) FROM
                           (SELECT n.spelling FROM game_players p JOIN names n ON n.id = p.name
                            WHERE p.game = g.seq ORDER BY p.seat))
                FROM games g JOIN utterances u ON u.seq = g.seq
                JOIN summaries s ON s.game = g.seq
                ORDER BY g.seq DESC LIMIT ?
                """,
                (-1 if limit is None else limit,),
            )
            return tuple(_summary(*row[1:]) for row in rows)

    def people(self, most: int = 200) -> tuple[str, ...]:
        """The names of all who have played a round, those that came last first.

        A name that was misheard and put right before the first round is none.
        """
        with self._guard, self._faults():
            rows = self._connection.execute(
                """
                SELECT n.spelling FROM names n WHERE EXISTS (
                    SELECT 1 FROM game_players p JOIN summaries s ON s.game = p.game
                    WHERE p.name = n.id AND s.rounds > 0)
                ORDER BY n.id DESC LIMIT ?
                """, (most,))
            spelt: dict[str, str] = {}
            for (name,) in rows:
                spelt.setdefault(fold(name), name)
            return tuple(spelt.values())

    def _knowing_resumed(self, utterance: Utterance) -> Books:
        """The books with the game at hand that this utterance takes from the history."""
        resumes = any(isinstance(event, GameResumed) for event in utterance.events)
        if not resumes or utterance.game in self._books.records:
            return self._books
        record = reading.record(self._connection, utterance.game)
        return self._books if record is None else self._books.knowing(record)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            # SQLite has rolled back by itself after some errors, as a full disk.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            found = database.fault(self.path, error)
            if isinstance(found, Damaged):
                raise DataFault(
                    f"The games file {self.path} is damaged ({found}); end voicekeeper and "
                    "start play again, which keeps it under another name."
                ) from error
            raise found from error


def _summary(
    id: str, started: str, rounds: int, totals: str, winners: str, over: int, players: str
) -> GameSummary:
    seats: list[str] = json.loads(players)
    by_player = {
        name: total for name, total in zip(seats, json.loads(totals), strict=False)
        if total is not None
    }
    return GameSummary(
        id,
        started,
        tuple(by_player),
        rounds,
        by_player,
        tuple(seats[seat] for seat in json.loads(winners)),
        bool(over),
    )
