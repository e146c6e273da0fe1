"""The history of games: order and dates, search, sheets, deletion, and how the command shows it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from saying import Talk, a_round

from voicekeeper.cli import main
from voicekeeper.faults import DataFault
from voicekeeper.skyjo.events import GameEnded, PlayerJoined, PlayerLeft, ScoreSet
from voicekeeper.skyjo.history import Search
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules

EVENINGS = ("2026-05-02T20:15:00+02:00", "2026-05-09T20:15:00+02:00",
            "1970-01-01T00:03:00+00:00", "1970-01-01T02:03:00+00:00",
            "2026-05-16T20:15:00+02:00")


def history(data: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["history", *arguments, "--data", str(data)])


def listed(data: Path, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in history(data, *arguments, "--json").stdout.splitlines()]


def play(data: Path, evenings: Sequence[str] = EVENINGS) -> None:
    """A game each evening: Ana with Bea, Carl, Dan, ...; all but the last are over."""
    talk = Talk()
    with Ledger.open(data / FILE_NAME, writer=True) as ledger:
        for number, (at, other) in enumerate(
                zip(evenings, ("Bea", "Carl", "Dan", "Eve", "Fay"), strict=False), 1):
            start = talk.start("Ana", other, game=f"game-{number}", rules=Rules(rounds=2))
            ledger.commit(replace(start, at=at))
            for round in (1, 2) if number < len(evenings) else (1,):
                scores = (ScoreSet(round, "Ana", number), ScoreSet(round, other, 9))
                close = a_round(round, closer="Ana")
                ledger.commit(talk.utterance(*scores, *close, game=f"game-{number}"))


def test_games_are_in_the_order_in_which_they_were_begun_whatever_the_clock_said(
    tmp_path: Path,
) -> None:
    play(tmp_path)
    with Ledger.open(tmp_path / FILE_NAME) as ledger:
        found = [(game.id, game.started) for game in ledger.games()]
    assert found == [
        ("game-5", EVENINGS[4]), ("game-4", None), ("game-3", None),
        ("game-2", EVENINGS[1]), ("game-1", EVENINGS[0]),
    ]


def test_a_date_is_a_moment_not_a_text(tmp_path: Path) -> None:
    # The second is a later hour of the day, in a zone where it is earlier.
    play(tmp_path, ["2026-05-02T20:15:00+02:00", "2026-05-02T21:00:00+04:00"])
    with Ledger.open(tmp_path / FILE_NAME) as ledger:
        assert [game.started for game in ledger.games()] == [None, "2026-05-02T20:15:00+02:00"]


@pytest.mark.parametrize(
    ("search", "numbers"),
    [
        (Search(), [5, 4, 3, 2, 1]),
        (Search(players=("Carl",)), [2]),
        (Search(players=("ANA", "bea")), [1]),
        (Search(players=("Bea", "Carl")), []),
        (Search(players=("Nobody",)), []),
        (Search(since=date(2026, 5, 9)), [5, 2]),
        (Search(until=date(2026, 5, 9)), [2, 1]),
        (Search(since=date(2026, 5, 9), until=date(2026, 5, 9)), [2]),
        (Search(since=date(2026, 5, 10), until=date(2026, 5, 15)), []),
        (Search(over=False), [5]),
        (Search(over=True, players=("Ana",)), [4, 3, 2, 1]),
        (Search(deleted=True), []),
    ],
)
def test_games_are_found_by_player_and_day(
    tmp_path: Path, search: Search, numbers: list[int]
) -> None:
    play(tmp_path)
    with Ledger.open(tmp_path / FILE_NAME) as ledger:
        assert [game.id for game in ledger.games(search=search)] == [
            f"game-{number}" for number in numbers]
        assert [game.id for game in ledger.games(2, search)] == [
            f"game-{number}" for number in numbers[:2]]
        assert [summary.id for summary, _ in ledger.sheets(search)] == [
            f"game-{number}" for number in reversed(numbers)]


def test_a_deleted_game_is_out_of_sight_and_comes_back(tmp_path: Path) -> None:
    play(tmp_path)
    assert history(tmp_path, "delete", "game-2").exit_code == 0
    assert [game["id"][-1] for game in listed(tmp_path)] == ["5", "4", "3", "1"]
    assert [game["id"] for game in listed(tmp_path, "--deleted")] == ["game-2"]
    with Ledger.open(tmp_path / FILE_NAME) as ledger:
        assert "Carl" not in ledger.people()
    again = history(tmp_path, "delete", "game-2")
    assert (again.exit_code, "deleted already" in again.stdout) == (0, True)
    shown = history(tmp_path, "show", "game-2", "--json")
    assert json.loads(shown.stdout)["deleted"] is True
    resumed = CliRunner().invoke(main, ["play", "--typed", "--json", "--resume", "game-2",
                                        "--data", str(tmp_path)])
    assert resumed.exit_code == 1
    assert "history restore game-2" in resumed.stderr

    assert history(tmp_path, "restore", "game-2").exit_code == 0
    assert [game["id"][-1] for game in listed(tmp_path)] == ["5", "4", "3", "2", "1"]
    assert "is not deleted" in history(tmp_path, "restore", "game-2").stdout


def test_the_last_to_delete_is_in_sight_and_the_last_to_restore_is_not(tmp_path: Path) -> None:
    play(tmp_path)
    assert history(tmp_path, "restore", "last").stderr == "voicekeeper: No game is deleted.\n"
    for _ in range(2):
        assert history(tmp_path, "delete", "last").exit_code == 0
    assert [game["id"] for game in listed(tmp_path)] == ["game-3", "game-2", "game-1"]
    for back in ("game-5", "game-4"):
        assert history(tmp_path, "restore", "Last").stdout.endswith("is back.\n")
        assert back in [game["id"] for game in listed(tmp_path)]


def test_the_game_on_the_table_can_be_deleted(tmp_path: Path) -> None:
    play(tmp_path)
    history(tmp_path, "delete", "game-5")
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        books = ledger.books()
        assert books.game is None
        assert "game-5" not in books.shelf.games
        kept = ledger.commit(Talk(100).start(game="new"))
        with Ledger.open(tmp_path / FILE_NAME) as reader:
            assert reader.books() == kept


def test_while_somebody_plays_nothing_is_deleted(tmp_path: Path) -> None:
    play(tmp_path)
    with Ledger.open(tmp_path / FILE_NAME, writer=True):
        result = history(tmp_path, "delete", "game-1")
    assert result.exit_code == 1
    assert "Another voicekeeper" in result.stderr
    with Ledger.open(tmp_path / FILE_NAME) as reader, pytest.raises(DataFault, match="reading"):
        reader.delete("game-1", EVENINGS[0])


def test_a_sheet_shows_what_doubled_and_who_closed(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        ledger.commit(talk.start("Ana", "Bea"))
        ledger.commit(talk.utterance(*a_round(1, 12, 5)))
        ledger.commit(talk.utterance(
            PlayerJoined(2, "Carl", 7), *a_round(2, 3, 9, 4, closer="Bea")))
        ledger.commit(talk.utterance(PlayerLeft(3, "Bea")))
        ledger.commit(talk.utterance(ScoreSet(3, "Ana", 1)))
    rows = [line.split() for line in history(tmp_path, "game").stdout.splitlines() if line]
    assert rows[1:5] == [
        ["round", "Ana", "Bea", "Carl"],
        ["1", "12", "x2", "=", "24", "*", "5"],
        ["2", "3", "9", "x2", "=", "18", "*", "4"],
        ["total", "27", "23", "11"],
    ]
    shown = json.loads(history(tmp_path, "game", "--json").stdout)
    assert shown["players"] == ["Ana", "Bea", "Carl"]
    assert shown["totals"] == {"Ana": 27, "Bea": 23, "Carl": 11}
    assert shown["rounds"][1] == {
        "scores": {"Ana": 3, "Bea": 9, "Carl": 4}, "closer": "Bea",
        "counted": {"Ana": 3, "Bea": 18, "Carl": 4}, "doubled": "Bea", "starter": "Ana",
    }


def test_the_sheets_kept_for_speed_are_what_the_events_come_to(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        ledger.commit(talk.start("Ana", "Bea", rules=Rules(end_at=50, penalty="flat")))
        ledger.commit(talk.utterance(*a_round(1, 12, 5)))
        # Somebody who came by mistake has a seat, but no place in the game.
        ledger.commit(talk.utterance(PlayerJoined(2, "Dan")))
        ledger.commit(talk.undo(ledger.books()))
        ledger.commit(talk.utterance(PlayerJoined(2, "Carl")))
        ledger.commit(talk.utterance(*a_round(2, 3, 9, closer=None), ScoreSet(2, "Carl", 0)))
        ledger.commit(talk.utterance(PlayerLeft(3, "Ana")))
        ledger.commit(talk.utterance(GameEnded()))
        game = ledger.books().game
        ((summary, sheet),) = ledger.sheets()
    assert game is not None
    assert sheet == game
    assert (summary.players, summary.totals) == (game.everyone, game.all_totals)
    assert summary.winners == game.winners


@pytest.mark.parametrize("words", [
    ["history", "last"], ["history", "game-2"], ["history", "show", "game-2", "--json"],
    ["history", "--player", "Ana", "--limit", "2"], ["history", "list", "--json"],
    ["history", "delete", "game-1"], ["history", "restore", "game-1"],
    ["names", "say", "Zoe", "zoh", "ee"], ["names", "forget", "Zoe"], ["names", "forget", "say"],
])
def test_options_stand_before_a_verb_and_after_it(tmp_path: Path, words: list[str]) -> None:
    """Of the commands with verbs of their own: the same is told wherever the options stand."""
    command, *others = words
    told = []
    for place in range(len(others) + 1):
        if place and others[place - 1].startswith("--") and others[place - 1] != "--json":
            continue  # An option and its value stay together.
        for option in ("--data", "--data="):
            folder = tmp_path / f"{place}{option}"
            play(folder)
            given = [option + str(folder)] if option[-1] == "=" else [option, str(folder)]
            result = CliRunner().invoke(
                main, [command, *others[:place], *given, *others[place:]])
            assert result.exit_code == ("forget" in words), result.output
            told.append((result.stdout.replace(str(folder), "DIR"), result.stderr))
    assert len(set(told)) == 1


def test_what_stands_behind_two_dashes_is_no_verb(tmp_path: Path) -> None:
    play(tmp_path)
    result = CliRunner().invoke(main, ["history", "--data", str(tmp_path), "--", "delete"])
    assert "There is no game delete" in result.stderr


def test_an_option_of_bench_before_the_word_is_the_words() -> None:
    for words in (["ledger", "--data", "x", "--nothing"], ["--data", "x", "ledger", "--nothing"]):
        assert "bench ledger [OPTIONS]" in CliRunner().invoke(main, ["bench", *words]).stderr


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["nothing"], 1, "There is no game nothing"),
        (["game"], 1, "More than one game may be meant by game"),
        (["--since", "yesterday"], 2, "'yesterday' is no day"),
        (["--on", "2026-05-02", "--since", "2026-05-01"], 2, "--on is a day alone"),
        (["delete"], 2, "Missing argument"),
        (["delete", "*"], 1, "There is no game *"),
    ],
)
def test_misuse_is_told(tmp_path: Path, arguments: list[str], status: int, told: str) -> None:
    play(tmp_path)
    result = history(tmp_path, *arguments)
    assert (result.exit_code, told in result.stderr) == (status, True), result.stderr


def test_nothing_played_and_nothing_found_are_told_apart(tmp_path: Path) -> None:
    assert history(tmp_path).stdout == "No games yet.\n"
    assert "no game yet" in history(tmp_path, "last").stderr
    play(tmp_path)
    assert history(tmp_path, "--player", "Zoe").stdout == "No such games.\n"
    assert "game-5" in history(tmp_path, "last").stdout
    assert "unknown" in history(tmp_path).stdout


@pytest.mark.parametrize("option", ["--resume", "--rematch"])
@pytest.mark.parametrize("last", ["last", "Last"])
def test_without_games_there_is_no_last_one(tmp_path: Path, option: str, last: str) -> None:
    result = CliRunner().invoke(main, ["play", "--typed", "--json", option, last,
                                       "--data", str(tmp_path)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("voicekeeper: There is no game yet")


def test_a_rematch_has_the_players_and_rules_of_another_game(tmp_path: Path) -> None:
    play(tmp_path)
    result = CliRunner().invoke(main, ["play", "--typed", "--json", "--rematch", "game-2",
                                       "--data", str(tmp_path)])
    game = json.loads(result.stdout.splitlines()[0])["game"]
    assert (game["players"], game["round"], game["totals"]) == (
        ["Ana", "Carl"], 1, {"Ana": 0, "Carl": 0})
    with Ledger.open(tmp_path / FILE_NAME) as ledger:
        assert len(ledger.games()) == 6
        current = ledger.books().game
        assert current is not None
        assert current.rules == Rules(rounds=2)
