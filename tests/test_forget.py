"""A person is forgotten: the name is nowhere any more, and the sheets stay whole."""

from __future__ import annotations

import json
import os
import pty
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from saying import Talk, a_round

from voicekeeper.cli import main
from voicekeeper.skyjo.database import check_all
from voicekeeper.skyjo.events import CloserSet, Event, ScoreSet
from voicekeeper.skyjo.forgetting import says
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger

NAME = "Wilhelmina"


def forget(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["forget", *arguments, "--data", str(data)])


def holding(folder: Path, name: str = NAME) -> list[str]:
    """The files with a name in their bytes or names, whatever the case."""
    wanted = name.lower().encode()
    return sorted(file.name for file in folder.rglob("*") if file.is_file() and (
        wanted in file.read_bytes().lower() or wanted in file.name.lower().encode()))


def a_table(data: Path) -> None:
    """Two games with her, spelt in two ways, and one of others who speak of her."""
    talk = Talk()
    with Ledger.open(data / FILE_NAME, writer=True) as ledger:
        for game, players in (("one", (NAME, "Bea")), ("two", ("Carl", NAME.upper())),
                              ("three", ("Bea", "Carl"))):
            ledger.commit(talk.start(*players, game=game))
            words = f"{players[0]} seven" if game != "three" else f"is {NAME}'s coming?"
            events: list[Event] = [ScoreSet(1, p, 7 + n) for n, p in enumerate(players)]
            for event in (*events, CloserSet(1, players[1])):
                plain = talk.utterance(event, game=game)
                ledger.commit(replace(plain, heard=words, said=words))


def totals(data: Path) -> dict[str, dict[str, int]]:
    with Ledger.open(data / FILE_NAME) as ledger:
        return {game.id: dict(game.totals) for game in ledger.games()}


def test_the_name_is_gone_and_the_sheets_stay_whole(tmp_path: Path) -> None:
    a_table(tmp_path)
    assert totals(tmp_path)["one"] == {NAME: 7, "Bea": 16}
    result = forget(tmp_path, NAME.lower(), "--yes")
    assert result.exit_code == 0, result.stderr
    assert "is in 2 games" in result.stdout
    assert holding(tmp_path) == []
    assert totals(tmp_path) == {
        "one": {"Somebody 1": 7, "Bea": 16}, "two": {"Carl": 7, "Somebody 1": 16},
        "three": {"Bea": 7, "Carl": 16},
    }
    check_all(tmp_path / FILE_NAME)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        assert connection.execute("SELECT count(*) FROM people").fetchone() == (3,)
        with pytest.raises(sqlite3.IntegrityError, match="append only"):
            connection.execute("UPDATE game_players SET seat = 9")
    again = forget(tmp_path, NAME, "--yes")
    assert (again.exit_code, again.stderr) == (1, f"Nothing is kept of {NAME}.\n")


def test_the_game_on_the_table_goes_on_with_its_undo(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        ledger.commit(talk.start(NAME, "Bea"))
        ledger.commit(talk.utterance(ScoreSet(1, NAME, 5), ScoreSet(1, "Bea", 9),
                                     CloserSet(1, NAME)))
    forget(tmp_path, NAME, "--yes")
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        books = ledger.books()
        assert books.game is not None
        assert books.game.totals == {"Somebody 1": 5, "Bea": 9}
        assert books.undoable is not None
        # Said at the table once, the start can be taken back still.
        assert books.record is not None
        assert books.record.start.heard
        ledger.commit(talk.undo(books))
        after = ledger.commit(talk.utterance(ScoreSet(1, "Somebody 1", 6)))
        assert after.game is not None
        assert after.game.entered == {"Somebody 1": 6}


def test_two_who_are_forgotten_stay_two(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        ledger.commit(talk.start("Ana", "Bea", "Somebody 1"))
        ledger.commit(talk.utterance(*a_round(1, 1, 2), ScoreSet(1, "Somebody 1", 3)))
    forget(tmp_path, "Ana", "--yes")
    forget(tmp_path, "Bea", "--yes")
    assert totals(tmp_path)["game"] == {"Somebody 2": 1, "Somebody 3": 2, "Somebody 1": 3}


def test_copies_damaged_files_enrolments_takes_and_caches_too(tmp_path: Path) -> None:
    a_table(tmp_path)
    for copy in ("games.schema-1.sqlite3", "games.damaged-1.sqlite3"):
        with closing(sqlite3.connect(tmp_path / FILE_NAME)) as source, closing(
                sqlite3.connect(tmp_path / copy)) as target:
            source.backup(target)
    damaged = tmp_path / "games.damaged-1.sqlite3"
    damaged.write_bytes(b"damage" + damaged.read_bytes()[6:])
    (tmp_path / "games.damaged-2.sqlite3").write_bytes(b"nobody is in this one")
    (tmp_path / "names.json").write_text(json.dumps({"version": 1, "names": [
        {"name": name, "language": "en", "spoken_as": ["will"], "takes": 3}
        for name in (NAME, "Bea")]}))
    for made in ("clips/1.pcm", "grammars/grammar-1/words.txt", "grammars/parser-1.json"):
        (tmp_path / made).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / made).write_text(f"{NAME} seven")
    for folder in (tmp_path / "takes", tmp_path / "elsewhere"):
        folder.mkdir()
        for take, players, past in (("1", [NAME, "Bea"], {}), ("2", ["Bea", "Carl"], {NAME: ["w"]}),
                                    ("3", ["Bea", "Carl"], {})):
            (folder / f"take-{take}.wav").touch()
            with (folder / "manifest.jsonl").open("a") as file:
                file.write(json.dumps({"id": take, "audio": f"take-{take}.wav", "past": past,
                                       "players": players, "text": "bea five"}) + "\n")
    elsewhere = tmp_path / "elsewhere"

    result = forget(tmp_path, NAME, "--yes", "--takes", str(elsewhere))

    assert result.exit_code == 0, result.stderr
    assert holding(tmp_path) == []
    assert not damaged.exists()
    assert (tmp_path / "games.damaged-2.sqlite3").exists()
    with closing(sqlite3.connect(tmp_path / "games.schema-1.sqlite3")) as copy_:
        assert copy_.execute("SELECT count(*) FROM events").fetchone() == (12,)
    assert [n["name"] for n in json.loads((tmp_path / "names.json").read_text())["names"]] == [
        "Bea"]
    for folder in (tmp_path / "takes", elsewhere):
        assert sorted(file.name for file in folder.glob("*.wav")) == ["take-2.wav", "take-3.wav"]
        assert len((folder / "manifest.jsonl").read_text().splitlines()) == 2


def test_an_older_ledger_is_copied_without_the_name(tmp_path: Path) -> None:
    script = Path(__file__).parent / "ledgers" / "schema-1-last.sql"
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.executescript(script.read_text(encoding="utf-8"))
    assert forget(tmp_path, "Zoë", "--yes").exit_code == 0
    assert holding(tmp_path, "zoë") == []
    assert len(list(tmp_path.glob("games.schema-1*"))) == 1


@pytest.mark.parametrize("answer", [(), ("--yes",)])
def test_while_somebody_plays_it_is_refused_before_anything_is_told(
    tmp_path: Path, answer: tuple[str, ...],
) -> None:
    a_table(tmp_path)
    was = totals(tmp_path)
    with Ledger.open(tmp_path / FILE_NAME, writer=True):
        result = forget(tmp_path, NAME, *answer)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "Another voicekeeper" in result.stderr
        assert forget(tmp_path, "Nobody", *answer).stderr == "Nothing is kept of Nobody.\n"
    assert totals(tmp_path) == was
    assert forget(tmp_path, NAME, "--yes").exit_code == 0


def test_nobody_to_ask_changes_nothing(tmp_path: Path) -> None:
    a_table(tmp_path)
    was = totals(tmp_path)
    result = forget(tmp_path, NAME)
    assert result.exit_code == 1
    assert "say --yes" in result.stderr
    assert totals(tmp_path) == was


@pytest.mark.parametrize(("answer", "gone"), [(b"n\n", False), (b"\n", False), (b"y\n", True)])
def test_on_a_terminal_it_is_asked(tmp_path: Path, answer: bytes, gone: bool) -> None:
    a_table(tmp_path)
    terminal, theirs = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-m", "voicekeeper", "forget", NAME, "--data", str(tmp_path)],
        stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    os.write(terminal, answer)
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 65536)
        except OSError:
            break  # the terminal has gone with the program
    program.wait()
    os.close(terminal)
    assert f"Forget {NAME} for good?".encode() in shown
    assert (holding(tmp_path) == []) == gone


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Ana", "ANA five", True), ("Ana", "Ana's five", True), ("Ana", "banana", False),
        ("ana", "Is Ana, there?", True), ("J. D.", "j d seven", True), ("J. D.", "jd", False),
        ("Zoë", "zoe\u0308 five", True), ("Will", "will Marco close", True), ("🦊", "go 🦊!", True),
    ],
)
def test_a_name_in_a_text(name: str, text: str, found: bool) -> None:
    assert says(name)(text) is found
