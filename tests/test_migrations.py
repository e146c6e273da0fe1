"""Ledgers of every older schema, made by the programs of then (tests/ledgers/), work today."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from limits import files_of_at_most
from saying import Talk

from voicekeeper.faults import DataFault
from voicekeeper.skyjo import schema
from voicekeeper.skyjo.backup import backups
from voicekeeper.skyjo.database import check_all
from voicekeeper.skyjo.events import ScoreSet
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger

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
    was = old.read_bytes()
    with Ledger.open(old, writer=True) as ledger:
        copy = ledger.backup
    assert copy is not None
    assert backups(old) == [copy]
    assert version(copy) == 1
    with closing(sqlite3.connect(copy)) as kept, closing(sqlite3.connect(":memory:")) as before:
        before.deserialize(was)
        assert list(kept.iterdump()) == list(before.iterdump())
    with Ledger.open(old, writer=True) as ledger:
        assert ledger.backup is None


def test_a_second_copy_does_not_overwrite_the_first(old: Path) -> None:
    script = next(file for file in OLD if file.stem == "schema-1-last")
    Ledger.open(old, writer=True).close()
    old.unlink()
    Ledger.open(restored(script, old), writer=True).close()
    assert [copy.name for copy in backups(old)] == [
        "games.schema-1-2.sqlite3", "games.schema-1.sqlite3"]


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


@pytest.mark.parametrize("place", ["_work_out", "keep_summary", "note_beginning"])
def test_a_kill_in_the_middle_changes_nothing(
    old: Path, place: str, request: pytest.FixtureRequest
) -> None:
    was = tables(old)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED_IN_THE_MIDDLE.format(place=place), str(old)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (version(old), tables(old)) == (1, was)
    with Ledger.open(old, writer=True) as ledger:
        assert ledger.notice is None
        assert told(ledger) == TOLD[request.node.callspec.params["old"].stem]


def test_no_room_for_the_copy_is_told_and_changes_nothing(old: Path) -> None:
    with files_of_at_most(50_000), pytest.raises(DataFault, match="room for 1 MB more"):
        Ledger.open(old, writer=True)
    assert version(old) == 1
    assert backups(old) == []
    assert not list(old.parent.glob("*.unfinished"))
    Ledger.open(old, writer=True).close()
    assert len(backups(old)) == 1


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
