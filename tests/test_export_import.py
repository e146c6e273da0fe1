"""export and import: what goes out comes in again, and what is wrong brings in nothing."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from saying import NAMES, Talk, a_round, played
from table import at_table

from voicekeeper.cli import main
from voicekeeper.skyjo.csvsheet import read_csv, write_csv
from voicekeeper.skyjo.events import GameEnded, PlayerJoined, PlayerLeft, ScoreSet
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules, impossible
from voicekeeper.skyjo.sheet import Sheet, SheetError, read_sheet


def run(data: Path, *arguments: str, stdin: bytes | str = b"") -> Result:
    return CliRunner().invoke(main, [*arguments, "--data", str(data)], input=stdin)


def listed(data: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(data, "history", "--json").stdout.splitlines()]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three games: a plain one; one with comers, goers and an early end; one not over."""
    folder, talk = tmp_path / "data", Talk()
    with Ledger.open(folder / FILE_NAME, writer=True) as ledger:
        ledger.commit(talk.start("Ana", "Zoë", game="plain"))
        ledger.commit(talk.utterance(ScoreSet(1, "Zoë", 70), *a_round(1, 40), game="plain"))
        ledger.commit(talk.utterance(ScoreSet(2, "Zoë", -2), *a_round(2, 31), game="plain"))
        ledger.commit(talk.start("Ana", "Bea", game="long", rules=Rules(penalty="flat")))
        ledger.commit(talk.utterance(*a_round(1, 12, 5), game="long"))
        ledger.commit(talk.utterance(
            PlayerJoined(2, "Carl", 7), *a_round(2, 3, 9, 4, closer=None), game="long"))
        ledger.commit(talk.utterance(PlayerLeft(3, "Bea"), game="long"))
        ledger.commit(talk.utterance(GameEnded(), game="long"))
        ledger.commit(talk.start("Bea", "Ana", game="open"))
        ledger.commit(talk.utterance(*a_round(1, 5, 9), game="open"))
        ledger.commit(talk.utterance(ScoreSet(2, "Ana", 7), game="open"))
    return folder


def test_all_games_go_out_and_come_in_again(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert run(data, "export", "--all", "--output", str(out)).exit_code == 0
    other = tmp_path / "other"
    assert run(other, "import", str(out)).stdout == "3 games imported.\n"
    assert listed(other) == listed(data)
    assert run(other, "export", "--all").stdout == out.read_text()
    for game in ("plain", "long", "open"):
        assert run(other, "history", game, "--json").stdout == run(
            data, "history", game, "--json").stdout
    # A second time there is nothing new.
    assert run(other, "import", str(out), "--json").stdout == '{"imported": 0, "known": 3}\n'
    assert len(listed(other)) == 3


def test_what_is_exported_score_counts_the_same(data: Path) -> None:
    exported = run(data, "export", "--all").stdout
    counted = [json.loads(line) for line in run(data, "score", stdin=exported).stdout.splitlines()]
    for game, count in zip(reversed(listed(data)), counted, strict=True):
        assert count["winners"] == game["winners"]
        assert count["over"] == game["over"]
        # Who has left is in the history's totals too.
        assert count["totals"].items() <= game["totals"].items()


@pytest.mark.parametrize("game", ["plain", "long", "open"])
def test_a_table_goes_out_and_comes_in_again(data: Path, tmp_path: Path, game: str) -> None:
    out = tmp_path / "game.csv"
    assert run(data, "export", game, "-o", str(out)).exit_code == 0
    other = tmp_path / "other"
    assert run(other, "import", str(out)).exit_code == 0
    assert run(other, "history", game, "--json").stdout == run(
        data, "history", game, "--json").stdout


def test_an_imported_game_is_played_like_any_other(data: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    run(other, "import", "-", stdin=run(data, "export", "open").stdout)
    talk = Talk(100)
    with Ledger.open(other / FILE_NAME, writer=True) as ledger:
        ledger.commit(talk.resume("open"))
        books = ledger.commit(talk.utterance(*a_round(2, 3, 4), game="open"))
        assert books.game is not None
        assert books.game.totals == {"Bea": 13, "Ana": 8}
        assert books.undoable is not None
        back = ledger.commit(talk.undo(books))
        assert back.undoable is None
        with Ledger.open(other / FILE_NAME) as reader:
            assert reader.books() == back


def test_the_dates_of_imported_games_are_kept_and_others_not_held_to_them(
    data: Path, tmp_path: Path
) -> None:
    run(data, "import", "-", "--on", "2031-12-24", stdin="Ana,Bea\n3,4\n")
    run(data, "import", "-", stdin="Ana,Bea\n3,5\n")
    with Ledger.open(data / FILE_NAME, writer=True) as ledger:
        ledger.commit(Talk(100).start(game="next"))
        found = [game.started for game in ledger.games(4)]
    then = "2026-01-03T20:15:00+01:00"
    assert found == [then, None, "2031-12-24", then]


@pytest.mark.parametrize(("started", "spoken"), [
    ("2026-01-03", "today"), ("2026-01-02", "yesterday"), ("2026-01-01", "Thursday"),
    ("2025-12-02", "the second of December"), ("2025-12-01", "the first of December"),
    ("2026-01-02T03:59:00", "Thursday"), ("2026-01-02T00:00", "Thursday"),
    ("2026-01-02T04:00:00", "yesterday"),
])
def test_a_day_without_an_hour_is_spoken_as_that_day(
    tmp_path: Path, started: str, spoken: str
) -> None:
    """A time in the small hours is of the evening before; a day alone is no such time."""
    sheets = [{"started": started, "players": ["Ana", player], "rounds": [
        {"scores": {"Ana": -5, player: 4}, "closer": "Ana"}]} for player in ("Bea", "Zoe")]
    ended = {**sheets[0], "ended": True}
    run(tmp_path, "import", "-", stdin="".join(json.dumps(s) + "\n" for s in [*sheets, ended]))
    with at_table(tmp_path) as table:
        assert f"from {spoken}" in table.line("continue the game with Ana").say
        assert spoken in table.line("who has the best round ever").say


@pytest.mark.parametrize(("on", "found"), [
    ("2026-01-02", True), ("2026-01-03", False), ("2026-01-01", False),
])
def test_yesterdays_game_is_that_of_yesterdays_date(
    tmp_path: Path, on: str, found: bool
) -> None:
    run(tmp_path, "import", "-", "--on", on, stdin="Ana,Bea\n3,4\n")
    with at_table(tmp_path) as table:
        assert ("Ana and Bea" in table.line("continue yesterday's game").say) is found


@pytest.mark.parametrize("text", [
    "round,Ana,Marco,closer\n1,-3,12,Ana\n2,9,4,Ana\n",
    json.dumps({"players": ["ANA", "Marco"], "rules": {"end_at": 70}, "rounds": [
        {"scores": {"ANA": -3, "Marco": 12}, "closer": "ANA"},
        {"scores": {"ANA": 9, "Marco": 4}, "closer": "ANA"}]}),
])
def test_what_may_have_come_before_is_told(tmp_path: Path, text: str) -> None:
    other = "Ana,Marco,closer\n-3,12,Ana\n9,4,Marco\n"
    assert run(tmp_path, "import", "-", stdin=other).stderr == ""
    first = run(tmp_path, "import", "-", stdin="Ana,Marco,closer\n-3,12,Ana\n9,4,Ana\n")
    assert (first.stdout, first.stderr) == ("1 game imported.\n", "")
    id = listed(tmp_path)[0]["id"][:8]
    told = f"game {id} of the history has the same players and scores"
    checked = run(tmp_path, "import", "--check", "-", stdin=text)
    assert (checked.exit_code, checked.stdout) == (0, "1 game can be imported.\n")
    assert checked.stderr.endswith(f"{told}.\n")
    second = run(tmp_path, "import", "--json", "-", stdin=text)
    assert (second.exit_code, second.stdout) == (0, '{"imported": 1, "known": 0}\n')
    assert f"{told}; " in second.stderr and len(second.stderr.splitlines()) == 1
    for game in listed(tmp_path):
        run(tmp_path, "history", "delete", game["id"])
    assert run(tmp_path, "import", "-", stdin=text).stderr == ""


def test_a_table_that_is_given_twice_is_told(tmp_path: Path) -> None:
    table = tmp_path / "paper.csv"
    table.write_text("Ana,Marco\n1,2\n")
    result = run(tmp_path / "data", "import", *[str(table)] * 2)
    assert (result.exit_code, result.stdout) == (0, "2 games imported.\n")
    assert result.stderr == (
        f"{table}: the same players and scores stand in another of these sheets.\n")
    result = run(tmp_path / "data", "import", *[str(table)] * 3)
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.endswith("So it is with 2 more of these sheets.\n")


def test_the_plain_table_of_a_game_night(tmp_path: Path) -> None:
    table = "Runde;Ana;Marco;Leo\n1;3;12*;5\n2;\u22122;4;x8\nTotal;1;28;21\n"
    sheet = read_csv(table.replace("Runde", "Round"), Rules())
    assert isinstance(sheet, Sheet)
    assert sheet.game.totals == {"Ana": 1, "Marco": 28, "Leo": 21}
    assert [round.closer for round in sheet.game.finished] == ["Marco", "Leo"]
    columns = read_csv("Ana\tMarco\tcloser\n3\t12\tmarco\n4\t5\t-\n", Rules())
    assert isinstance(columns, Sheet)
    assert [round.closer for round in columns.game.finished] == ["Marco", None]


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("x", "line 1: the first row must name the players"),
        ("\n\nAna,Marco\n3,abc\n", "line 4, column B: Marco: 'abc' is no whole number"),
        ("Ana,Marco\n3,4.5\n", "line 2, column B: Marco: '4.5' is no whole number of points"),
        ("Ana,Marco\n3,\n", "line 2, column B: Marco: the score is missing"),
        ("Ana,Marco\n3,141\n", "line 2, column B: Marco cannot have 141 points"),
        ("Ana,Marco\n3,4\n-17,-17\n", "line 3, column A: Ana and Marco cannot have -34"),
        ("Ana,Marco\n3*,4*\n", "line 2, column B: Ana and Marco cannot both have closed"),
        ("Ana,Marco,closer\n3,4,Leo\n", "line 2, column C: Leo is no player of this game"),
        ("Ana,Marco\n3,4,5\n", "line 2, column C: '5' stands under no heading"),
        ("Ana,Ana\n3,4\n", "the name Ana is given twice"),
        ("Ana,Marco,closer,closed\n3,4,,\n", "line 1, column D: there is a second column"),
        ("round,Ana,Marco\n1,4,5\n3,4,5\n", "line 3, column A: round 2 should be here, not 3"),
        ("Ana,Marco\n3,8*\ntotal,3\n", "line 3, column A: 'total' stands in a player's column"),
        ("Ana,Marco\n60,70*\n\n1,2\n", "line 4: the game was over with round 1, but more"),
        (",Ana,Marco\n1,3,8*\ntotal,3,8\n", "line 3, column C: Marco's total is 16 by the rules"),
        ('Ana,"Marco\n3,4\n', "line 1: unexpected end of data"),
        ("# game,{}\nAna,Marco\n3,4\n", "a sheet needs players"),
        ('# game,"[1]"\nAna,Marco\n3,4\n', "line 1, column B: what belongs to the game"),
    ],
)
def test_a_wrong_table_is_told_with_line_and_column(table: str, sentence: str) -> None:
    found = read_csv(table, Rules())
    assert isinstance(found, SheetError)
    assert found.sentence.startswith(sentence)


@pytest.mark.parametrize(
    ("files", "told"),
    [
        (["Ana,Bea\n3,4\n", "Ana,Bea\n3,x\n"], "1.csv: line 2, column B: Bea: 'x'"),
        (['{"players": ["Ana"]}\n{"rounds": 1}\n'], "0.csv: line 1: Skyjo is for 2 to 8 players, "
         "not 1. There is 1 more mistake. Nothing was imported."),
        (['[{"players": ["Ana", "Bea"],\n  "rounds": [}]'], "0.csv: line 2, column 14: broken"),
        (['[{"players": ["Ana", "Bea"], "rounds": []}]'], "game 1: a sheet needs at least one"),
        ([""], "there is nothing in it"),
        ([b"Ana,Bea\n3,4\nM\xfcller,4\n"], "line 3: not UTF-8"),
    ],
)
def test_one_mistake_and_nothing_is_imported(
    tmp_path: Path, files: list[str | bytes], told: str
) -> None:
    paths = []
    for number, content in enumerate(files):
        path = tmp_path / f"{number}.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        paths.append(str(path))
    result = run(tmp_path / "data", "import", *paths)
    assert result.exit_code == 1
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert listed(tmp_path / "data") == []


def test_another_game_with_the_same_id_is_refused(data: Path) -> None:
    sheet = json.loads(run(data, "export", "plain").stdout)
    sheet["rounds"][0]["scores"]["Ana"] += 1
    new = {key: value for key, value in sheet.items() if key != "id"}
    both = f"{json.dumps(new)}\n{json.dumps(sheet)}\n"
    before = listed(data)
    for check in (["--check"], []):
        result = run(data, "import", "-", *check, stdin=both)
        assert result.exit_code == 1
        assert "line 2: the history has another game with the id plain" in result.stderr
        assert listed(data) == before
    assert run(data, "import", "-", "--check", stdin=json.dumps(new)).stdout == (
        "1 game can be imported.\n")
    assert listed(data) == before


def test_a_table_goes_by_the_rules_of_the_house(tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("rules: {penalty: none}\n")
    run(tmp_path, "import", "-", "--config", str(config), stdin="Ana,Bea\n9*,4\n")
    assert listed(tmp_path)[0]["totals"] == {"Ana": 9, "Bea": 4}


games = st.integers(2, 8).flatmap(lambda players: st.lists(
    st.tuples(
        st.lists(st.integers(-2, 40), min_size=players, max_size=players),
        st.sampled_from((*NAMES[:players], None)),
    ), min_size=1, max_size=6))


@settings(deadline=None, max_examples=50)
@given(games, st.sampled_from([{}, {"penalty": "flat"}, {"double_negative": True}]))
def test_any_game_is_the_same_after_a_table(
    rounds: list[tuple[list[int], str | None]], rules: dict[str, object]
) -> None:
    players = NAMES[:len(rounds[0][0])]
    shown = [{"scores": dict(zip(players, points, strict=True)), "closer": closer}
             for points, closer in rounds]
    text = json.dumps({"players": players, "rounds": shown,
                       "rules": {**rules, "end_at": None, "rounds": 100}})
    game = read_sheet(text)
    if isinstance(game, SheetError):
        assert any(impossible(Rules(), round["scores"]) for round in shown)  # type: ignore[arg-type]
        return
    assert read_csv(write_csv(game, "2026-05-02"), Rules(end_at=1)) == Sheet(game, "2026-05-02")


# -- pictures ------------------------------------------------------------------


def test_the_picture_holds_names_totals_the_end_and_what_doubled(data: Path) -> None:
    result = run(data, "export", "plain", "--format", "svg")
    texts = [text.text for text in ElementTree.fromstring(result.stdout).iter() if text.text]
    assert {"Ana 102", "Zoë 68", "the end: 100", "round", "2026-01-03 20:15"} <= set(texts)
    assert texts.count("\u00d72") == 1
    assert "2 rounds. Zoë won with 68. A ring: the closer paid a penalty." in texts


def test_a_picture_of_whoever_came_and_went(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.svg"
    run(data, "export", "long", "-o", str(out))
    texts = [text.text for text in ElementTree.parse(out).iter() if text.text]
    assert {"Ana 25", "Bea 14", "Carl 11", "+10"} <= set(texts)


def test_a_png_is_one(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.png"
    assert run(data, "export", "plain", "-o", str(out)).exit_code == 0
    assert out.read_bytes().startswith(b"\x89PNG\r\n")


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["--all", "--format", "csv"], 2, "csv holds one game"),
        (["plain", "--all"], 2, "GAME is one game"),
        (["nothing"], 1, "There is no game nothing"),
        (["plain", "-o", "/nowhere/x.svg"], 1, "/nowhere/x.svg cannot be written"),
        (["empty"], 1, "nothing to export"),
        (["plain", "-o", "g.pdf"], 2, ".pdf tells no format"),
        (["plain", "-o", "g.JSON.txt"], 2, ".json, .csv, .svg or .png, or choose one with"),
        (["--all", "-o", "g.xlsx"], 2, "--format"),
        (["pla"], 1, "pla is too little of an id: give 4 letters of it, or more"),
        (["e"], 1, "e is too little of an id"),
    ],
)
def test_misuse_of_export_is_told(
    data: Path, arguments: list[str], status: int, told: str
) -> None:
    with Ledger.open(data / FILE_NAME, writer=True) as ledger:
        ledger.commit(Talk(100).start(game="empty"))
    result = run(data, "export", *arguments)
    assert (result.exit_code, told in result.stderr) == (status, True), result.stderr


@pytest.mark.parametrize(("name", "begins"), [
    ("game", b'{"id"'), ("game.jsonl", b'{"id"'), ("game.CSV", b"# game"), ("game.svg", b"<svg"),
])
def test_a_files_ending_tells_the_format(
    data: Path, tmp_path: Path, name: str, begins: bytes
) -> None:
    assert run(data, "export", "plain", "-o", str(tmp_path / name)).exit_code == 0
    assert (tmp_path / name).read_bytes().startswith(begins)
    other = tmp_path / "game.pdf"
    assert run(data, "export", "plain", "--format", "csv", "-o", str(other)).exit_code == 0
    assert other.read_bytes().startswith(b"# game")


def test_a_game_that_ended_the_first_round_is_drawn_whole() -> None:
    from voicekeeper.pictures.progress import draw_progress

    for game in (played((120, -3)), played(*[(1, 2)] * 60, rules=Rules(end_at=1000))):
        ElementTree.fromstring(draw_progress(game, "A & B"))
