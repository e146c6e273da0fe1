"""The ledger: what was committed is on disk, and everything can be folded from it again."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import files_of_at_most
from saying import NAMES, Talk, a_round

from voicekeeper.faults import DataFault
from voicekeeper.skyjo import database, schema
from voicekeeper.skyjo.events import (
    CloserCleared,
    CloserSet,
    Event,
    GameEnded,
    PlayerRenamed,
    RoundRemoved,
    ScoreCleared,
    ScoreSet,
    Undone,
    Utterance,
)
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / FILE_NAME


def commit(path: Path, *utterances: Utterance) -> None:
    with Ledger.open(path, writer=True) as ledger:
        for utterance in utterances:
            ledger.commit(utterance)


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


# -- what is kept --------------------------------------------------------------


def test_a_new_ledger_is_empty(path: Path) -> None:
    with Ledger.open(path, writer=True) as ledger:
        assert (ledger.books().game, ledger.games(), ledger.notice) == (None, (), None)
    assert query(path, "PRAGMA user_version") == [(schema.VERSION,)]
    assert query(path, "SELECT value FROM meta WHERE key = 'schema'") == [(str(schema.VERSION),)]


def test_a_reader_of_no_file_finds_no_games_and_makes_none(path: Path) -> None:
    with Ledger.open(path) as ledger:
        assert ledger.games() == ()
    assert not path.exists()


def test_the_game_goes_on_where_it_was_left(path: Path) -> None:
    talk = Talk()
    commit(path, talk.start("Ana", "Bea", rules=Rules(end_at=50, penalty="flat")))
    commit(path, talk.utterance(*a_round(1, 12, 5)), talk.utterance(ScoreSet(2, "Bea", -3)))
    with Ledger.open(path, writer=True) as ledger:
        game = ledger.books().game
        assert game is not None
        assert game.rules == Rules(end_at=50, penalty="flat")
        assert game.view()["totals"] == {"Ana": 22, "Bea": 5}
        assert game.view()["entered"] == {"Bea": -3}
        before = ledger.books().undoable
        assert before is not None
        assert (before.heard, before.said) == ("heard 3", "said 3")
        assert before.at == "2026-01-03T20:15:00+01:00"


def test_every_kind_of_event_survives(path: Path) -> None:
    talk = Talk()
    with Ledger.open(path, writer=True) as ledger:
        ledger.commit(talk.start("Ana", "Bea"))
        for number in (1, 2, 3):
            ledger.commit(talk.utterance(*a_round(number, 5, 9)))
        ledger.commit(talk.utterance(ScoreCleared(3, "Ana"), CloserCleared(3)))
        ledger.commit(talk.utterance(RoundRemoved(1), CloserSet(2, None)))
        ledger.commit(talk.utterance(GameEnded()))
        ledger.commit(talk.undo(ledger.books()))
        kept = ledger.commit(talk.redo(ledger.books()))
        with Ledger.open(path) as reader:
            assert reader.books() == kept


def test_games_put_aside_come_back_with_their_own_undo_and_redo(path: Path) -> None:
    talk = Talk()
    with Ledger.open(path, writer=True) as ledger:
        ledger.commit(talk.start(game="old"))
        ledger.commit(talk.utterance(ScoreSet(1, "Ana", 3), game="old"))
        ledger.commit(talk.undo(ledger.books()))
        ledger.commit(talk.start("Carl", "Dan", game="new"))
        kept = ledger.commit(talk.utterance(ScoreSet(1, "Dan", 7), game="new"))
        with Ledger.open(path) as reader:
            assert reader.books() == kept
        kept = ledger.commit(talk.resume("old"))
        with Ledger.open(path) as reader:
            assert reader.books() == kept
            assert kept.redoable is None


def test_a_game_is_resumed_from_far_back_in_the_history(path: Path) -> None:
    talk = Talk()
    first = talk.utterance(ScoreSet(1, "Ana", 3), game="g0")
    with Ledger.open(path, writer=True) as ledger:
        ledger.commit(talk.start(game="g0"))
        ledger.commit(first)
        for number in range(1, 8):
            ledger.commit(talk.start(game=f"g{number}"))
        assert "g0" not in ledger.books().records
        kept = ledger.commit(talk.resume("g0"))
        assert (kept.game and kept.game.id, kept.undoable) == ("g0", first)
        with Ledger.open(path) as reader:
            assert reader.books() == kept


def test_the_history_is_newest_first(path: Path) -> None:
    talk = Talk()
    commit(
        path,
        talk.start(game="one"), talk.utterance(*a_round(1, 5, 120), game="one"),
        talk.start("Carl", "Ana", "Dan", game="two"),
    )
    with Ledger.open(path) as ledger:
        two, one = ledger.games()
        assert ledger.games(limit=1) == (two,)
        loaded = ledger.load("one")
        assert ledger.load("three") is None
    assert (one.id, one.players, one.rounds) == ("one", ("Ana", "Bea"), 1)
    assert (one.totals, one.winners, one.over) == ({"Ana": 5, "Bea": 120}, ("Ana",), True)
    assert one.started == "2026-01-03T20:15:00+01:00"
    assert (two.players, two.rounds, two.over) == (("Carl", "Ana", "Dan"), 0, False)
    assert loaded is not None
    assert loaded.game is not None
    assert loaded.game.totals == one.totals


def test_undoing_the_end_shows_in_the_history(path: Path) -> None:
    talk = Talk()
    with Ledger.open(path, writer=True) as ledger:
        ledger.commit(talk.start())
        ledger.commit(talk.utterance(*a_round(1, 5, 120)))
        ledger.commit(talk.undo(ledger.books()))
        (game,) = ledger.games()
    assert (game.over, game.winners, game.totals) == (False, (), {"Ana": 0, "Bea": 0})


def test_players_are_people_of_their_own_and_keep_their_spelling(path: Path) -> None:
    talk = Talk()
    commit(path, talk.start("Zoë", "Ana", game="one"), talk.start("ANA", "Leo", game="two"))
    with Ledger.open(path) as ledger:
        assert [game.players for game in ledger.games()] == [("ANA", "Leo"), ("Zoë", "Ana")]
    assert query(path, "SELECT count(*) FROM people") == [(3,)]


def test_names_stand_in_one_table_only(path: Path) -> None:
    """So that a person can be forgotten."""
    talk = Talk()
    commit(path, talk.start("Wilhelmina", "Bea"), talk.utterance(ScoreSet(1, "Wilhelmina", 3)))
    tables = [row[0] for row in query(path, "SELECT name FROM sqlite_schema WHERE type = 'table'")]
    holding = [
        table for table in tables
        if any("Wilhelmina" in str(row) for row in query(path, f"SELECT * FROM {table}"))
    ]
    assert holding == ["names"]


@pytest.mark.parametrize("table", ["games", "game_players", "utterances", "events"])
def test_what_was_said_cannot_be_changed_or_deleted(path: Path, table: str) -> None:
    talk = Talk()
    commit(path, talk.start(), talk.utterance(ScoreSet(1, "Ana", 3)))
    column = {"game_players": "seat", "utterances": "at"}.get(table, "id")
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        query(path, f"UPDATE {table} SET {column} = 'x'")
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        query(path, f"DELETE FROM {table}")


def test_a_question_before_the_first_game_is_kept_too(path: Path) -> None:
    talk = Talk()
    commit(path, talk.utterance(game=""))
    assert query(path, "SELECT heard FROM words") == [("heard 1",)]


def test_what_does_not_fit_is_refused_and_not_written(path: Path) -> None:
    talk = Talk()
    with Ledger.open(path, writer=True) as ledger:
        ledger.commit(talk.start())
        with pytest.raises(ValueError):
            ledger.commit(talk.utterance(ScoreSet(1, "Ana", 3), ScoreSet(7, "Ana", 3)))
        with pytest.raises(ValueError):
            ledger.commit(talk.utterance(Undone("nothing")))
    assert query(path, "SELECT count(*) FROM utterances") == [(1,)]


def test_a_reader_cannot_write(path: Path) -> None:
    talk = Talk()
    commit(path, talk.start())
    with Ledger.open(path) as ledger, pytest.raises(DataFault, match="reading only"):
        ledger.commit(talk.utterance(ScoreSet(1, "Ana", 3)))


turns = st.lists(
    st.one_of(
        st.builds(
            lambda points, closer: ("round", (points, closer)),
            st.tuples(st.integers(-2, 60), st.integers(-2, 60)), st.sampled_from(("Ana", "Bea")),
        ),
        st.builds(lambda points: ("score", points), st.integers(-2, 60)),
        st.sampled_from(NAMES[2:]).map(lambda name: ("rename", name)),
        st.sampled_from((("undo", None), ("redo", None), ("new", None), ("switch", None))),
    ),
    max_size=20,
)


@settings(max_examples=40, deadline=None)
@given(turns)
def test_the_books_on_disk_are_the_books_in_memory(turns: list[tuple[str, object]]) -> None:
    talk = Talk()
    with TemporaryDirectory() as folder:
        path = Path(folder) / FILE_NAME
        with Ledger.open(path, writer=True) as ledger:
            kept = ledger.commit(talk.start("Ana", "Bea", game="g0"))
            for number, (kind, value) in enumerate(turns, 1):
                game = kept.game
                assert game is not None
                utterance = talk.utterance()
                if kind == "undo" and kept.undoable:
                    utterance = talk.undo(kept)
                elif kind == "redo" and kept.redoable:
                    utterance = talk.redo(kept)
                elif kind == "new":
                    utterance = talk.start("Ana", "Bea", game=f"g{number}")
                elif kind == "switch" and (kept.aside or kept.going_forward):
                    to = kept.aside or kept.going_forward
                    assert to is not None
                    utterance = talk.resume(to.id)
                elif kind == "round" and not game.over and isinstance(value, tuple):
                    points, closer = value
                    first = game.players[0]
                    events: list[Event] = [
                        ScoreSet(game.number, first, points[0]),
                        ScoreSet(game.number, "Bea", points[1]),
                        CloserSet(game.number, "Bea" if closer == "Bea" else first)]
                    utterance = talk.utterance(*events, game=game.id)
                elif kind == "score" and not game.over and isinstance(value, int):
                    utterance = talk.utterance(
                        ScoreSet(game.number, game.players[0], value), game=game.id)
                elif kind == "rename" and isinstance(value, str):
                    utterance = talk.utterance(
                        PlayerRenamed(game.players[0], value), game=game.id)
                kept = ledger.commit(utterance)
        with Ledger.open(path) as reader:
            assert reader.books() == kept


# -- what can go wrong ---------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from saying import Talk
from voicekeeper.skyjo.events import ScoreSet
from voicekeeper.skyjo.ledger import Ledger

talk = Talk()
ledger = Ledger.open(Path(sys.argv[1]), writer=True)
ledger.commit(talk.start("Ana", "Bea"))
points = 0
while True:
    points = (points + 1) % 100
    kept = ledger.commit(talk.utterance(ScoreSet(1, "Ana", points)))
    print(kept.undoable.id, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [1, 7, 40])
def test_what_was_acknowledged_survives_a_kill(path: Path, acknowledged: int) -> None:
    here = Path(__file__).parent
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(here), str(here.parent)])},
    )
    assert writer.stdout is not None
    ids = [writer.stdout.readline().decode().strip() for _ in range(acknowledged)]
    writer.send_signal(signal.SIGKILL)
    # What it managed to say before it died counts as well.
    ids += writer.stdout.read().decode().splitlines()
    writer.stdout.close()
    writer.wait()
    with Ledger.open(path, writer=True) as ledger:
        assert ledger.notice is None
        record = ledger.books().record
        assert record is not None
        found = [step.utterance.id for step in record.done]
        # The last acknowledgement may have been cut in the middle.
        assert found[: len(ids) - 1] == ids[:-1]
        assert found[len(ids) - 1].startswith(ids[-1])


def test_one_writer_at_a_time(path: Path) -> None:
    with Ledger.open(path, writer=True) as ledger:
        with pytest.raises(DataFault, match="Another voicekeeper"):
            Ledger.open(path, writer=True)
        ledger.commit(Talk().start())
        with Ledger.open(path) as reader:
            assert len(reader.games()) == 1
    Ledger.open(path, writer=True).close()


def garbage(path: Path) -> None:
    path.write_bytes(b"this is not a ledger, but some text. " * 300)


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def zeros_in_the_middle(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(path.stat().st_size - 8192))


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def another_programs(path: Path) -> None:
    path.unlink()
    query(path, "CREATE TABLE recipes (name TEXT)")


def emptied(path: Path) -> None:
    os.truncate(path, 0)


def emptied_beside_its_log(path: Path) -> None:
    path.with_name(path.name + "-wal").write_bytes(b"a log" * 1000)
    os.truncate(path, 0)


def senseless_rows(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE shelf SET current = 'no such game'")
    connection.commit()
    connection.close()


def a_missing_table(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE shelf")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "damage",
    [
        garbage, truncated, zeros_in_the_middle, a_folder, another_programs,
        emptied, emptied_beside_its_log, senseless_rows, a_missing_table,
    ],
)
def test_a_damaged_file_is_put_aside_and_kept(path: Path, damage: Callable[[Path], None]) -> None:
    talk = Talk()
    commit(path, talk.start(), *(talk.utterance(*a_round(n, 2, 3)) for n in range(1, 12)))
    damage(path)
    content = path.read_bytes() if path.is_file() else None

    with pytest.raises(DataFault, match="is damaged"):
        Ledger.open(path)
    with Ledger.open(path, writer=True) as ledger:
        aside = path.with_name("games.damaged-1.sqlite3")
        assert ledger.notice is not None
        assert aside.name in ledger.notice
        assert ledger.games() == ()
        ledger.commit(talk.start(game="new"))
    assert aside.exists()
    if content is not None:
        assert aside.read_bytes() == content
    with Ledger.open(path) as ledger:
        assert [game.id for game in ledger.games()] == ["new"]


def test_who_reads_while_a_file_is_begun_waits_for_it(
    path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    path.parent.mkdir()
    path.touch()
    waited: list[float] = []

    def begun_meanwhile(seconds: float) -> None:
        waited.append(seconds)
        path.unlink()
        Ledger.open(path, writer=True).close()

    monkeypatch.setattr("time.sleep", begun_meanwhile)
    with Ledger.open(path) as ledger:
        assert ledger.games() == ()
    assert len(waited) == 1 and waited[0] < 1


def test_a_second_damaged_file_does_not_overwrite_the_first(path: Path) -> None:
    for number in (1, 2):
        commit(path, Talk().start())
        path.write_bytes(b"damage %d" % number * 100)
    Ledger.open(path, writer=True).close()
    for number in (1, 2):
        kept = path.with_name(f"games.damaged-{number}.sqlite3").read_bytes()
        assert kept.startswith(b"damage %d" % number)


def test_a_file_of_a_newer_program_is_left_alone(path: Path) -> None:
    commit(path, Talk().start())
    query(path, f"PRAGMA user_version = {schema.VERSION + 1}")
    for writer in (True, False):
        with pytest.raises(DataFault, match="newer voicekeeper"):
            Ledger.open(path, writer=writer)
    query(path, f"PRAGMA user_version = {schema.VERSION}")
    with Ledger.open(path) as ledger:
        assert len(ledger.games()) == 1


def test_a_data_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataFault, match=r"cannot be made .*--data"):
        Ledger.open(tmp_path / "file" / "data" / FILE_NAME, writer=True)


def test_a_failed_write_leaves_nothing_half_written(path: Path) -> None:
    """A file that may not grow stops a transaction in its middle, as a full disk does."""
    talk = Talk()
    with Ledger.open(path, writer=True) as ledger:
        kept = ledger.commit(talk.start())
        said = replace(talk.utterance(ScoreSet(1, "Ana", 3)), heard="ana three " * 5000)
        with files_of_at_most(10_000), pytest.raises(DataFault, match="cannot be read or written"):
            ledger.commit(said)
        assert ledger.books() == kept
        after = ledger.commit(said)
    with Ledger.open(path) as reader:
        assert reader.books() == after
    assert query(path, "SELECT count(*) FROM utterances") == [(2,)]


def test_a_thorough_check_finds_what_the_quick_one_may_pass_over(path: Path) -> None:
    commit(path, Talk().start())
    database.check_all(path)
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO names (person, spelling, folded) VALUES (99, 'Gus', 'gus')")
    connection.commit()
    connection.close()
    with pytest.raises(database.Damaged, match="refer to rows"):
        database.check_all(path)


def test_a_page_of_noise_is_told_in_one_line(path: Path) -> None:
    talk = Talk()
    commit(path, talk.start(), *(talk.utterance(*a_round(n, 2, 3)) for n in range(1, 12)))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    content = bytearray(path.read_bytes())
    content[8192:12288] = bytes(7 * n % 251 for n in range(4096))
    path.write_bytes(content)
    with pytest.raises(DataFault, match=r"is damaged \([^*\n]+\); start play, which keeps it"):
        Ledger.open(path)


def test_damage_to_the_small_tables_of_a_big_file_is_found(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_THOROUGH_CHECK_BYTES", 0)
    talk = Talk()
    commit(path, talk.start(), *(talk.utterance(*a_round(n, 2, 3)) for n in range(1, 12)))
    database.check(path)
    page = query(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'shelf'")[0][0]
    assert isinstance(page, int)
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\0" * 4096)
    with pytest.raises(database.Damaged):
        database.check(path)


def test_a_copy_of_the_file_is_the_whole_history(path: Path, tmp_path: Path) -> None:
    commit(path, Talk().start())
    copy = tmp_path / "copy.sqlite3"
    shutil.copy(path, copy)
    with Ledger.open(copy) as ledger:
        assert len(ledger.games()) == 1
