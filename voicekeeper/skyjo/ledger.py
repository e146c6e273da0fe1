"""The ledger: everything that was said about every game, append only, in one SQLite file.

What `commit` was given is on disk when it returns. The games are folds over
what is written here. Nothing that was said is changed or lost, but for the names
of people who want to be forgotten.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from voicekeeper.faults import DataFault
from voicekeeper.skyjo import (
    careers,
    database,
    forgetting,
    history,
    importing,
    opening,
    reading,
    writing,
)
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.careers import Career, Duel
from voicekeeper.skyjo.database import Damaged
from voicekeeper.skyjo.events import GameResumed, Utterance
from voicekeeper.skyjo.forgetting import Traces
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.history import EVERYTHING, GameSummary, Search
from voicekeeper.skyjo.importing import Imported
from voicekeeper.skyjo.opening import Opened
from voicekeeper.skyjo.packing import unpack
from voicekeeper.skyjo.sheet import Sheet
from voicekeeper.skyjo.shelf import Shelf
from voicekeeper.skyjo.whereabouts import Whereabouts

FILE_NAME = "games.sqlite3"
"""The ledger's name in the data folder."""


class Ledger:
    """An open ledger; a context manager. Safe to use from several threads, one at a time."""

    notice: str | None
    """A sentence to say at the start, when a damaged file was put aside; else None."""
    backup: Path | None
    """The copy that was made because the file is from an older voicekeeper; else None."""

    def __init__(self, path: Path, opened: Opened) -> None:
        """Use `open`."""
        self.path = path
        self.notice = opened.notice
        self.backup = opened.backup
        self._connection = opened.connection
        self._lock = opened.lock
        self._guard = threading.RLock()
        self._books = opened.books
        self._writes = opened.lock is not None
        self._whereabouts = Whereabouts(path)
        self._replaced = False

    @classmethod
    def open(cls, path: Path, *, writer: bool = False) -> Ledger:
        """The ledger in this file, for reading, or as the only writer.

        A writer begins a new file where there is none, puts a damaged one aside
        under another name, and brings one of an older voicekeeper up to date,
        of which a copy is kept. Raises DataFault: the folder cannot be
        written, another writer is at it, the disk is full, the file is from a
        newer voicekeeper; and for a reader, the file is damaged.
        """
        return cls(path, opening.for_writing(path) if writer else opening.for_reading(path))

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
            if not self._writes:
                self._books = reading.books(self._connection)
            return self._books

    def load(self, game: str) -> Books | None:
        """A game of the history as if it were the current one; None if there is no such game."""
        with self._guard, self._faults():
            record = reading.record(self._connection, game)
        return None if record is None else Books(Shelf(game), {game: record})

    def commit(self, *utterances: Utterance) -> Books:
        """Write utterances down; they are on disk when this returns, all of them or none.

        Returns the books after them. Raises ValueError if one does not fit the
        books, DataFault if they could not be written (nothing is, then).
        """
        with self._guard, self._faults():
            self._must_write()
            books = self._books
            with self._transaction():
                for utterance in utterances:
                    before = self._knowing_resumed(books, utterance)
                    after = before.after(utterance)
                    writing.write(self._connection, utterance, books, after)
                    books = after
            self._whereabouts.note()
            self._books = books
            return books

    def games(
        self, limit: int | None = None, search: Search = EVERYTHING
    ) -> tuple[GameSummary, ...]:
        """The games of the history that a search finds, newest first, at most `limit` of them."""
        with self._guard, self._faults():
            return tuple(history.find(self._connection, search, limit))

    def named(self, beginning: str) -> tuple[GameSummary, ...]:
        """The games whose ids begin so, deleted ones too; two at most, or the one of that id."""
        with self._guard, self._faults():
            return history.named(self._connection, beginning)

    def sheets(self, search: Search = EVERYTHING) -> Iterator[tuple[GameSummary, Game]]:
        """The games that a search finds with their finished rounds, the oldest first.

        They are those of the moment at which the first one is taken.
        """
        with self._guard, self._faults():
            found = list(history.sheets(self._connection, search))
        for summary, packed in found:
            yield summary, unpack(summary.id, summary.seats, packed)

    def sheet(self, game: GameSummary) -> Game:
        """A game of the history with its finished rounds, deleted or not."""
        with self._guard, self._faults():
            return unpack(game.id, game.seats, history.packed(self._connection, game.id))

    def people(self, most: int = 200) -> tuple[str, ...]:
        """The names of all who have played a round, those that came last first.

        A name that was misheard and put right before the first round is none.
        """
        with self._guard, self._faults():
            return history.people(self._connection, most)

    def careers(self, search: Search = EVERYTHING, people: Sequence[str] = (), *,
                streaks: bool = False) -> tuple[Career, ...]:
        """What people have come to in the games that are wanted, all of them or these; careers.py.

        `streaks`: with the most wins one after the other, which takes as long again.
        """
        with self._guard, self._faults():
            return careers.careers(self._connection, search, people, streaks=streaks)

    def duels(self, search: Search = EVERYTHING, people: Sequence[str] = ()) -> tuple[Duel, ...]:
        """What every two people have come to in their games with each other; careers.py."""
        with self._guard, self._faults():
            return careers.duels(self._connection, search, people)

    def add_sheets(self, sheets: Iterable[Sheet], at: str) -> Imported:
        """Bring in games that were kept elsewhere, all of them or none.

        `at`, an ISO 8601 time, is when they came. Raises importing.OtherGame,
        and DataFault if it could not be written.
        """
        with self._changing():
            return importing.add_sheets(self._connection, sheets, at)

    def sort_out(self, sheets: Iterable[Sheet]) -> Imported:
        """What `add_sheets` would come to; nothing is written. Raises importing.OtherGame."""
        with self._guard, self._faults():
            return importing.foreseen(self._connection, sheets)

    def delete(self, game: str, at: str) -> None:
        """Take a game out of sight and off the table; `at` is an ISO 8601 time.

        Nothing of it is lost. Raises ValueError where there is no such game.
        """
        with self._changing():
            history.delete(self._connection, game, at)
            shelf = self._books.shelf.without(game)
            if shelf != self._books.shelf:
                writing.keep_shelf(self._connection, shelf)

    def restore(self, game: str) -> None:
        """Bring a deleted game back. Raises ValueError where there is no such game."""
        with self._changing():
            history.restore(self._connection, game)

    def traces(self, name: str) -> Traces:
        """What is written of a person."""
        with self._guard, self._faults():
            return forgetting.traces(self._connection, name)

    def forget(self, name: str) -> None:
        """Take a person's name out for good; the sheets stay whole. Raises DataFault."""
        with self._changing():
            forgetting.forget(self._connection, name)
        with self._guard, self._faults():
            forgetting.scrub(self._connection)

    def _knowing_resumed(self, books: Books, utterance: Utterance) -> Books:
        """The books with the game at hand that this utterance takes from the history."""
        resumes = any(isinstance(event, GameResumed) for event in utterance.events)
        if not resumes or utterance.game in books.records:
            return books
        record = reading.record(self._connection, utterance.game)
        return books if record is None else books.knowing(record)

    def _must_write(self) -> None:
        if not self._writes:
            raise DataFault("The games are open for reading only.")
        if self._whereabouts.changed:
            self._find_again()
        if self._replaced:
            raise DataFault(
                f"The games file {self.path} is another one than before; end voicekeeper and "
                "start play again, which goes on with what is in it.")

    def _find_again(self) -> None:
        """Opens the file anew where it was put back, as a stick is. Raises DataFault."""
        if self._whereabouts.gone:
            raise DataFault(
                f"The games file {self.path} is gone; put the disk or stick that holds it back, "
                "then say it again. Everything answered before is on it.")
        if not self._whereabouts.moved:
            # Only its log was taken away: what stands there goes into the file while it can.
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        opened = opening.for_writing(self.path)
        self._connection, self._lock = opened.connection, opened.lock
        self._whereabouts = Whereabouts(self.path)
        self._replaced = not _alike(opened.books, self._books)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Something other than an utterance changes what is written; the books are read again."""
        with self._guard, self._faults():
            self._must_write()
            with self._transaction():
                yield
            self._books = reading.books(self._connection)

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


def _alike(first: Books, second: Books) -> bool:
    """Whether it is the same game on the table, with the same said in it."""
    at = first.shelf.current
    return first.shelf == second.shelf and (
        at is None or first.records.get(at) == second.records.get(at))
