"""The score command: written sheets in, what they come to out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from saying import NAMES, played

from voicekeeper.cli import main
from voicekeeper.commands.hints import program
from voicekeeper.skyjo.csvsheet import write_csv
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.rules import Rules, impossible
from voicekeeper.skyjo.sheet import SheetError, count_sheet, read_sheet, write_sheet


def run(text: str | bytes) -> tuple[list[dict[str, Any]], int]:
    """What `score` prints for this standard input, and its exit status."""
    result = CliRunner().invoke(main, ["score"], input=text)
    return [json.loads(line) for line in result.stdout.splitlines()], result.exit_code


def sheet(*rounds: dict[str, Any], **others: Any) -> str:
    return json.dumps({"players": ["Ana", "Marco"], "rounds": list(rounds), **others})


def a_round(ana: object, marco: object, closer: object = None) -> dict[str, Any]:
    return {"scores": {"Ana": ana, "Marco": marco}, "closer": closer}


def error(text: str | bytes) -> str:
    """The sentence that a wrong sheet gets."""
    (result,), status = run(text)
    assert status == 1
    assert list(result) == ["error"]
    sentence: str = result["error"]
    assert sentence.startswith("line 1: ")
    return sentence.removeprefix("line 1: ")


def test_a_game_half_way() -> None:
    assert run(sheet(a_round(-3, 20, "Marco"), a_round(5, 4, None))) == (
        [
            {
                "totals": {"Ana": 2, "Marco": 44},
                "rounds": [
                    {"counted": {"Ana": -3, "Marco": 40}, "doubled": "Marco", "starter": None},
                    {"counted": {"Ana": 5, "Marco": 4}, "doubled": None, "starter": "Marco"},
                ],
                "over": False,
                "winners": [],
            }
        ],
        0,
    )


def test_every_sheet_that_the_docs_show_is_taken_as_it_stands() -> None:
    repository = Path(__file__).parents[1]
    shown = [line for page in (repository / "README.md", *(repository / "docs").glob("*.md"))
             for line in page.read_text(encoding="utf-8").splitlines()
             if line.lstrip().startswith('{"players"')]
    assert shown
    found, status = run("\n".join(shown))
    assert (status, ["error" in game for game in found]) == (0, [False] * len(shown))


def test_a_game_to_its_end() -> None:
    (result,), status = run(sheet(a_round(42, 50, "Ana"), a_round(5, 50, "Ana")))
    assert (result["over"], result["winners"], status) == (True, ["Ana"], 0)


def test_a_round_after_one_that_nobody_closed_has_no_starter() -> None:
    (result,), _ = run(sheet({"scores": {"Ana": 1, "Marco": 2}}, a_round(1, 2)))
    assert [done["starter"] for done in result["rounds"]] == [None, None]


@pytest.mark.parametrize(
    ("rules", "totals", "doubled"),
    [
        ({}, {"Ana": 24, "Marco": 12}, "Ana"),
        ({"tie_doubles": False}, {"Ana": 12, "Marco": 12}, None),
        ({"penalty": "none"}, {"Ana": 12, "Marco": 12}, None),
        ({"penalty": "flat"}, {"Ana": 22, "Marco": 12}, "Ana"),
        ({"penalty": "flat", "flat_points": 5}, {"Ana": 17, "Marco": 12}, "Ana"),
    ],
)
def test_the_settings_count(
    rules: dict[str, Any], totals: dict[str, int], doubled: str | None
) -> None:
    (result,), _ = run(sheet(a_round(12, 12, "Ana"), rules=rules))
    assert result["totals"] == totals
    assert result["rounds"][0]["doubled"] == doubled


def test_a_wrong_sheet_is_named_by_its_line_and_the_others_go_on() -> None:
    good, wrong = sheet(a_round(1, 2)), sheet(a_round(1, 141))
    results, status = run(f"{good}\n\n  \t\r\n{wrong}\r\n{good}\r\n")
    assert [next(iter(result)) for result in results] == ["totals", "error", "totals"]
    assert results[1]["error"].startswith("line 4: ")
    assert status == 1


def test_only_a_line_feed_ends_a_line() -> None:
    text = '{"players": ["A\u2028na", "Mar\x85co"],\r "rounds": [{"scores": {"A\u2028na": 1, '
    (result,), status = run(f'{text}"Mar\x85co": 2}}}}]}}\n')
    assert (result["totals"], status) == ({"A\u2028na": 1, "Mar\x85co": 2}, 0)


def test_names_compare_by_form_and_case_and_are_shown_as_seated() -> None:
    text = '{"players": ["Jose\u0301", "STRASSE"], "rounds": [{"scores": %s, "closer": "JOSÉ"}]}'
    (result,), _ = run(text % '{"jos\u00e9": 7, "Straße": 2}')
    assert result["totals"] == {"Jose\u0301": 14, "STRASSE": 2}
    assert result["rounds"][0]["doubled"] == "Jose\u0301"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (sheet(a_round(1, 2, "Leo")), 'round 1: "Leo" does not play; Ana, Marco do'),
        (sheet({"scores": {"Ana": 1, "Leo": 2}}), 'round 1: "Leo" does not play; Ana, Marco do'),
        (sheet({"scores": {"Ana": 1}}), "round 1: the score of Marco is missing"),
        (sheet({"closer": "Ana"}), "round 1 needs scores"),
        (sheet({"scores": [1, 2]}), "the scores of round 1 must be an object, not [1, 2]"),
        (sheet({"scores": {"Ana": 1, "ANA": 1, "Marco": 2}}), "round 1: Ana has two scores"),
        (sheet(a_round(100, 2), a_round(1, 2)), "the game was over with round 1, but more"),
        (sheet(a_round(141, 2)), "round 1: Ana cannot have 141 points; -17 to 140 are possible"),
        (sheet(a_round(-18, 2)), "round 1: Ana cannot have -18 points"),
        (sheet(a_round(143, 2), rules={"columns": False}), "round 1: Ana cannot have 143 points"),
        (sheet(a_round(True, 2)), "round 1: Ana's points must be a whole number, not true"),
        (sheet(a_round(3.5, 2)), "round 1: Ana's points must be a whole number, not 3.5"),
        (sheet(a_round(5.0, 2)), "round 1: Ana's points must be a whole number, not 5.0"),
        (sheet(a_round("5", 2)), 'round 1: Ana\'s points must be a whole number, not "5"'),
        (sheet(a_round(None, 2)), "round 1: Ana's points must be a whole number, not null"),
        (sheet(a_round(float("nan"), 2)), "NaN is not a number"),
        (sheet(a_round(float("-inf"), 2)), "-Infinity is not a number"),
        (sheet(a_round(-11, -10)), "round 1: Ana and Marco cannot have -21 points together; so"),
        (sheet(a_round(140, 131)), "round 1: Ana and Marco cannot have 271 points together; so"),
        (sheet(a_round(1, 2, 5)), "round 1: the closer must be a player's name or null, not 5"),
        (sheet(), "a sheet needs at least one round"),
        (sheet(a_round(1, 2) | {"closed": "Ana"}), 'round 1 has no "closed", only closer, scores'),
        (sheet(a_round(1, 2), players=["Ana"]), "Skyjo is for 2 to 8 players, not 1"),
        (sheet(a_round(1, 2), players=list("ABCDEFGHI")), "Skyjo is for 2 to 8 players, not 9"),
        (sheet(a_round(1, 2), players=["Ana", "ana"]), "the name ana is given twice"),
        (sheet(a_round(1, 2), players=["Ana", ""]), "a player's name is empty"),
        (sheet(a_round(1, 2), players=["Ana", 3]), "a player's name must be text, not 3"),
        (sheet(a_round(1, 2), players="Ana"), "players must be a list of names"),
        (sheet(a_round(1, 2), rules=None), "rules must be an object, not null"),
        (sheet(a_round(1, 2), rules={"end": 50}), "unknown setting 'end'"),
        (sheet(a_round(1, 2), rules={"end_at": "50"}), "end_at can be"),
        (sheet(a_round(1, 2), rules={"end_at": None}), "with end_at null, rounds must be set"),
        (sheet(a_round(1, 2), rule={}), 'a sheet has no "rule", only ended, id, players, rounds, '),
        (sheet(a_round(1, 2), id=7), "an id must be a text"),
        (sheet(a_round(1, 2), started="yesterday"), "started must be a date and time as in 2026-"),
        (sheet(a_round(1, 2), ended=1), "ended must be true or false, not 1"),
        ('{"players": ["Ana", "Marco"]}', "a sheet needs rounds"),
        ('{"rounds": []}', "a sheet needs players"),
        ('{"players": ["Ana", "Marco"], "rounds": {}}', "rounds must be a list"),
        ('{"rounds": [], "rounds": []}', 'the key "rounds" is given twice'),
        ('["Ana"]', 'a sheet must be an object, not ["Ana"]'),
        ('{"players": ["Ana",', "broken JSON at column 20: "),
        (sheet(a_round(1, 2)) + " {}", "broken JSON at column"),
        (b'{"players": ["\xff", "Ana"]}', "not UTF-8"),
        ("[" * 100_000, "brackets nested too deep"),
        ('{"players": ' + "9" * 5000 + "}", "a number too long to read"),
        (r'{"players": ["Ana", "\ud800"], "rounds": []}', "a player's name is not text"),
    ],
)
def test_an_impossible_sheet(text: str | bytes, sentence: str) -> None:
    assert error(text).startswith(sentence)


def test_a_sum_that_only_some_of_the_players_break() -> None:
    text = json.dumps(
        {
            "players": ["Ana", "Bea", "Carl"],
            "rounds": [{"scores": {"Ana": -12, "Bea": 40, "Carl": -9}}],
        }
    )
    assert error(text).startswith("round 1: Ana and Carl cannot have -21 points together")


@pytest.mark.parametrize("table", [
    "round,Ana,Marco,closer\n1,-3,12,Ana\n2,9,4,Ana\ntotal,15,16\n",
    "Ana;Marco;Leo\n3;12*;5\n-2;4;x8\n",
    "\ufeff\tAna\tMarco\r\n1\t3\t−2\r\n\r\n2\t3\t5 *\r\n",
    write_csv(played((1, 2), (3, 4))),
])
def test_a_table_is_told_once_and_what_takes_it(table: str, tmp_path: Path) -> None:
    (tmp_path / "paper.csv").write_text(table)
    told = CliRunner().invoke(main, ["score", str(tmp_path / "paper.csv")])
    assert (told.exit_code, told.stderr) == (1, "")
    assert json.loads(told.stdout) == {
        "error": "line 1: this looks like a table (CSV), not like a sheet in JSON; "
                 f"`{program()} import` takes tables"}
    # What comes after it goes on.
    results, status = run(f"{table}{sheet(a_round(1, 2))}\nno, this is none\n")
    assert (len(results), results[1]["totals"], status) == (3, {"Ana": 1, "Marco": 2}, 1)


@pytest.mark.parametrize("text", ["no sheet", "no, sheet", "", "[1, 2]", '"Ana, Marco": 5, 6',
                                  "1,2,3"])
def test_what_is_no_table_is_told_line_by_line(text: str) -> None:
    results, _ = run(f"{text}\nno, this is none\n{{\n")
    assert len(results) == (3 if text else 2)


def test_a_dash_is_standard_input() -> None:
    result = CliRunner().invoke(main, ["score", "-"], input=sheet(a_round(1, 2)))
    assert (result.exit_code, json.loads(result.stdout)["totals"]) == (0, {"Ana": 1, "Marco": 2})


def test_a_file_and_one_that_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "sheets.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + sheet(a_round(1, 2)).encode())
    result = CliRunner().invoke(main, ["score", str(file)])
    assert (json.loads(result.stdout)["totals"], result.exit_code) == ({"Ana": 1, "Marco": 2}, 0)
    for wrong in (tmp_path, tmp_path / "nothing"):
        result = CliRunner().invoke(main, ["score", str(wrong)])
        assert (result.stdout, result.exit_code) == ("", 1)
        assert len(result.stderr.splitlines()) == 1
        assert "cannot be read" in result.stderr


@given(st.text() | st.binary())
def test_no_line_makes_it_fall_over(line: str | bytes) -> None:
    assert isinstance(read_sheet(line), Game | SheetError)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(st.sampled_from(("players", "rules", "rounds", "scores", "closer", "Ana")), json_values)
def test_no_value_makes_it_fall_over(where: str, value: object) -> None:
    """Anything at all in the place of a part of a sheet."""
    scores: dict[str, object] = {"Ana": 1, "Marco": 2}
    round: dict[str, object] = {"scores": scores, "closer": None}
    game: dict[str, object] = {"players": ["Ana", "Marco"], "rules": {}, "rounds": [round]}
    for part in (game, round, scores):
        if where in part:
            part[where] = value
    assert isinstance(read_sheet(json.dumps(game)), Game | SheetError)


rounds = st.lists(
    st.tuples(
        st.fixed_dictionaries({name: st.integers(-17, 140) for name in NAMES[:3]}).filter(
            lambda scores: impossible(Rules(), scores) is None
        ),
        st.sampled_from((*NAMES[:3], None)),
    ),
    min_size=1,
    max_size=5,
)


@given(rounds)
def test_a_game_written_as_a_sheet_reads_back_the_same(
    rounds: list[tuple[dict[str, int], str | None]],
) -> None:
    shown = [{"scores": scores, "closer": closer} for scores, closer in rounds]
    rules = {"end_at": None, "rounds": len(rounds), "starter": "lowest"}
    text = json.dumps({"players": NAMES[:3], "rules": rules, "rounds": shown})
    game = read_sheet(text)
    assert isinstance(game, Game)
    assert game.over
    again = read_sheet(json.dumps(write_sheet(game)))
    assert again == game
    assert len(count_sheet(game)["rounds"]) == len(rounds)
