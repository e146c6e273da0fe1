"""Ledgers of every older schema, made by the programs of then (tests/ledgers/), work today."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from limits import files_of_at_most
from saying import Talk

from voicekeeper.faults import DataFault
from voicekeeper.skyjo import reading, schema
from voicekeeper.skyjo.backup import backups
from voicekeeper.skyjo.database import check_all
from voicekeeper.skyjo.events import ScoreSet
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.writing import keep_summary

FOLDER = Path(__file__).parent / "ledgers"
OLD = sorted(FOLDER.glob("schema-*.sql"))

# What the program that wrote a ledger told of its games, newest first: players,
# totals, winners, whether over.
TOLD = {
    "schema-1-first": [
        ({"Bea": 18, "Carl": 9}, ("Carl",), True),
        ({"Marco": 30, "ana": 20, "Leo": 10}, (), False),
        ({"Ana": 41, "Zoë": 9}, ("Zoë",), True),
    ],
    "schema-1-taken-back": [({"Ana": 0, "Marco": 0}, (), False)],
    "schema-1-last": [
        ({"Ana": 0, "Marco": 0}, (), False),
        ({"Leo": 5, "Nina": 12}, (), False),
        ({"Ana": 1, "Marco": 52, "Zoë": 30}, (), False),
    ],
    "schema-2-all": [
        ({"Ana": 30, "Marco": 2}, (), False),
        ({"Nina": 60, "Marco": 1}, ("Marco",), True),
        ({"Ana": 7, "Nina": 17}, ("Ana",), True),
        ({"ANA": 6, "Leo": 6}, ("ANA", "Leo"), True),
        ({"Ana": 25, "Marco": 49, "Zoë": 9, "Leo": 49}, ("Ana",), True),
    ],
}
# When these games began, as it was told then.
STARTED = {
    "schema-2-all": ["2026-05-09T20:15:00+02:00", None, "2025-12-24T18:00:00+01:00", None,
                     "2026-05-02T20:15:00+02:00"],
}


@pytest.fixture(params=OLD, ids=lambda file: str(file.stem))
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return restored(request.param, tmp_path / FILE_NAME)


def restored(script: Path, path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script.read_text(encoding="utf-8"))
    return path


def tables(path: Path) -> set[tuple[str, str]]:
    """Every table, index and trigger, with what makes it but for white space."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return {(name, re.sub(r"\W+", " ", sql)) for name, sql in rows}


def kept_and_worked_out(path: Path, *names: str) -> tuple[list[Any], list[Any]]:
    """The rows of these tables, and those that every game comes to by what was said in it."""
    def rows(connection: sqlite3.Connection) -> list[Any]:
        return [connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()
                for name in names]

    with closing(sqlite3.connect(path)) as connection:
        kept = rows(connection)
        for name in names:
            connection.execute(f"DELETE FROM {name}")
        for seq, id in connection.execute("SELECT seq, id FROM games").fetchall():
            record = reading.record(connection, id)
            assert record is not None
            keep_summary(connection, seq, record.game, reading.players(connection, seq))
        return kept, rows(connection)


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def told(ledger: Ledger) -> list[tuple[dict[str, int], tuple[str, ...], bool]]:
    return [(dict(game.totals), game.winners, game.over) for game in ledger.games()]


def test_there_is_a_ledger_of_every_older_schema() -> None:
    found = {int(file.stem.split("-")[1]) for file in OLD}
    assert found == set(range(1, schema.VERSION))
    assert {file.stem for file in OLD} == set(TOLD)


def test_a_writer_brings_it_up_to_date(old: Path, request: pytest.FixtureRequest) -> None:
    with Ledger.open(old, writer=True) as ledger:
        assert ledger.notice is None
        assert told(ledger) == TOLD[request.node.callspec.params["old"].stem]
    assert version(old) == schema.VERSION
    check_all(old)
    kept, worked_out = kept_and_worked_out(old, "summaries", "tallies")
    assert kept == worked_out
    fresh = old.with_name("fresh.sqlite3")
    Ledger.open(fresh, writer=True).close()
    assert tables(old) == tables(fresh)


def test_the_games_go_on_with_their_undo(old: Path) -> None:
    talk = Talk()
    with Ledger.open(old, writer=True) as ledger:
        before = ledger.books()
        for summary in ledger.games():
            books = ledger.commit(talk.resume(summary.id))
            game = books.game
            assert game is not None
            assert dict(game.all_totals) == summary.totals
            if books.undoable is not None:
                ledger.commit(talk.undo(books))
                assert ledger.commit(talk.redo(ledger.books())).game == game
            if not game.over:
                score = ScoreSet(game.number, game.players[0], 7)
                entered = ledger.commit(talk.utterance(score, game=game.id)).game
                assert entered is not None
                assert entered.entered[game.players[0]] == 7
        assert before.shelf != ledger.books().shelf or len(ledger.games()) == 1


def test_it_is_copied_before_anything_is_changed(old: Path) -> None:
    was, before = old.read_bytes(), version(old)
    with Ledger.open(old, writer=True) as ledger:
        copy = ledger.backup
    assert copy is not None
    assert backups(old) == [copy]
    assert version(copy) == before
    with closing(sqlite3.connect(copy)) as copied, closing(sqlite3.connect(":memory:")) as first:
        first.deserialize(was)
        assert list(copied.iterdump()) == list(first.iterdump())
    with Ledger.open(old, writer=True) as ledger:
        assert ledger.backup is None


def test_a_second_copy_does_not_overwrite_the_first(old: Path) -> None:
    number = version(old)
    script = next(file for file in OLD if file.stem.startswith(f"schema-{number}-"))
    Ledger.open(old, writer=True).close()
    old.unlink()
    Ledger.open(restored(script, old), writer=True).close()
    assert [copy.name for copy in backups(old)] == [
        f"games.schema-{number}-2.sqlite3", f"games.schema-{number}.sqlite3"]


def test_a_reader_leaves_the_file_as_it_is(old: Path, request: pytest.FixtureRequest) -> None:
    was = old.read_bytes()
    with Ledger.open(old) as ledger:
        assert told(ledger) == TOLD[request.node.callspec.params["old"].stem]
    assert old.read_bytes() == was
    assert [file.name for file in old.parent.iterdir()] == [old.name]


KILLED_IN_THE_MIDDLE = """
import os, signal, sys
from pathlib import Path
from voicekeeper.skyjo import migrations
from voicekeeper.skyjo.ledger import Ledger

migrations.{place} = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)
Ledger.open(Path(sys.argv[1]), writer=True)
"""


# What a migration from a version comes by, one after the other.
PLACES = {1: ("_work_out", "keep_summary", "note_beginning"),
          2: ("_work_out_tallies", "unpack", "keep_tallies")}


@pytest.mark.parametrize("step", range(3))
def test_a_kill_in_the_middle_changes_nothing(
    old: Path, step: int, request: pytest.FixtureRequest
) -> None:
    was, before = tables(old), version(old)
    place = PLACES[before][step]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED_IN_THE_MIDDLE.format(place=place), str(old)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (version(old), tables(old)) == (before, was)
    with Ledger.open(old, writer=True) as ledger:
        assert ledger.notice is None
        assert told(ledger) == TOLD[request.node.callspec.params["old"].stem]


def test_no_room_for_the_copy_is_told_and_changes_nothing(old: Path) -> None:
    before = version(old)
    with files_of_at_most(50_000), pytest.raises(DataFault, match="room for 1 MB more"):
        Ledger.open(old, writer=True)
    assert version(old) == before
    assert backups(old) == []
    assert not list(old.parent.glob("*.unfinished"))
    Ledger.open(old, writer=True).close()
    assert len(backups(old)) == 1


def test_dates_stay_what_they_were(tmp_path: Path) -> None:
    for stem, started in STARTED.items():
        path = restored(FOLDER / f"{stem}.sql", tmp_path / FILE_NAME)
        with Ledger.open(path, writer=True) as ledger:
            assert [game.started for game in ledger.games()] == started


def test_senseless_rows_of_an_older_schema_are_damage(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("DROP TRIGGER events_no_UPDATE")
        connection.execute("UPDATE events SET kind = 'who knows'")
        connection.commit()
    with pytest.raises(DataFault, match="is damaged"):
        Ledger.open(old)
    with Ledger.open(old, writer=True) as ledger:
        assert ledger.notice is not None
        assert ledger.games() == ()
