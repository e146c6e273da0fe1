"""The statistics: what everybody has come to, beside a naive count; which games count; pictures."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import naive_careers
import oracle
import pytest
from click.testing import CliRunner, Result
from compare_rules import random_sheet
from hypothesis import given, settings
from hypothesis import strategies as st
from saying import Talk, a_round

from voicekeeper.cli import main
from voicekeeper.pictures.careers import MOST, draw_careers, draw_duels
from voicekeeper.skyjo.careers import Career, Duel, Feat
from voicekeeper.skyjo.events import GameEnded, PlayerJoined, PlayerLeft, ScoreSet
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules

MAY = "2026-05-02T20:15:00+02:00"
JUNE = "2026-06-02T20:15:00+02:00"


def run(command: str, data: Path, *arguments: str, **options: Any) -> Result:
    return CliRunner().invoke(main, [command, *arguments, "--data", str(data)], **options)


def stats(data: Path, *arguments: str) -> Result:
    return run("stats", data, *arguments)


def told(data: Path, *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stats(data, *arguments, "--json").stdout.splitlines()]


def of(data: Path, player: str, *arguments: str) -> dict[str, Any]:
    return next(line for line in told(data, *arguments) if line["player"] == player)


def keep(data: Path, sheets: Iterable[dict[str, Any]]) -> None:
    """Have these sheets in the ledger, one game after the other."""
    sheets = list(sheets)
    if not sheets:
        return
    file = data / "sheets.jsonl"
    file.write_text("".join(json.dumps(sheet) + "\n" for sheet in sheets), encoding="utf-8")
    result = run("import", data, str(file))
    assert result.exit_code == 0, result.stderr


def in_another_case(chance: Random, sheet: dict[str, Any]) -> dict[str, Any]:
    """The same sheet with somebody written otherwise."""
    name = chance.choice(sheet["players"])
    renamed = json.loads(json.dumps(sheet).replace(f'"{name}"', f'"{name.upper()}"'))
    return dict(renamed)


def evenings(seed: int, games: int) -> list[dict[str, Any]]:
    chance = Random(seed)
    sheets: list[dict[str, Any]] = []
    while len(sheets) < games:
        sheet = random_sheet(chance)
        if oracle.count(sheet) is None:
            continue
        if chance.random() < 0.2:
            sheet = in_another_case(chance, sheet)
        sheets.append({**sheet, "id": f"game-{len(sheets)}"})
    return sheets


def naive(line: dict[str, Any]) -> dict[str, Any]:
    """A line of --json as the naive count tells it."""
    shown = {key: value for key, value in line.items() if key not in ("player", "with", "average")}
    for feat in ("best", "worst"):
        found = line[feat]
        shown[feat] = (found["points"], int(found["game"].removeprefix("game-")), found["round"])
    assert line["average"] == pytest.approx(line["points"] / line["rounds"], abs=0.0051)
    return shown


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), games=st.integers(1, 12))
def test_everybody_and_every_two_come_to_what_is_counted_by_hand(seed: int, games: int) -> None:
    sheets = evenings(seed, games)
    with TemporaryDirectory() as folder:
        keep(Path(folder), sheets)
        lines, pairs = told(Path(folder)), told(Path(folder), "--pairs")
    assert {line["player"].lower(): naive(line) for line in lines} == naive_careers.careers(sheets)
    assert {(line["player"].lower(), line["with"].lower()): naive(line) for line in pairs} == (
        naive_careers.duels(sheets))
    ranked = [(-line["wins"], line["points"] / line["rounds"]) for line in lines]
    assert ranked == sorted(ranked)


def a_game(talk: Talk, ledger: Ledger, at: str, game: str, players: Sequence[str],
           *rounds: tuple[int, ...]) -> None:
    """A game of as many rounds, in which the first player always closes."""
    start = talk.start(*players, game=game, rules=Rules(rounds=len(rounds)))
    ledger.commit(replace(start, at=at))
    for number, points in enumerate(rounds, 1):
        scores = [ScoreSet(number, player, score)
                  for player, score in zip(players, points, strict=True)]
        close = a_round(number, closer=players[0])
        ledger.commit(talk.utterance(*scores, *close, game=game))


def test_what_counts(tmp_path: Path) -> None:
    """Finished games, as long as they are not deleted; unfinished ones do not."""
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        a_game(talk, ledger, MAY, "one", ("Ana", "Bea"), (3, 5), (-2, 4))
        a_game(talk, ledger, JUNE, "two", ("ANA", "Bea"), (9, 5), (-4, 40))
        ledger.commit(talk.start("Ana", "Bea", game="three"))
        ledger.commit(talk.utterance(*a_round(1, -9, 60), game="three"))
    assert of(tmp_path, "ANA") == {
        "player": "ANA", "games": 2, "wins": 2, "shared": 0, "rounds": 4, "points": 15,
        "average": 3.75, "closed": 4, "doubled": 1, "streak": 2,
        "best": {"points": -4, "game": "two", "started": JUNE, "round": 2},
        "worst": {"points": 18, "game": "two", "started": JUNE, "round": 1},
    }
    run("history", tmp_path, "delete", "two")
    assert of(tmp_path, "ANA")["games"] == 1
    run("history", tmp_path, "restore", "two")
    assert of(tmp_path, "ANA")["games"] == 2


def test_a_game_counts_when_it_is_over_and_not_while_its_end_is_taken_back(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        ledger.commit(talk.start("Ana", "Bea"))
        ledger.commit(talk.utterance(*a_round(1, 3, 5)))
        assert ledger.careers() == ()
        ledger.commit(talk.utterance(GameEnded()))
        assert [career.games for career in ledger.careers()] == [1, 1]
        ledger.commit(talk.undo(ledger.books()))
        assert ledger.careers() == ()
        ledger.commit(talk.redo(ledger.books()))
        ledger.commit(talk.utterance(ScoreSet(1, "Bea", 2)))
        assert [(career.player, career.wins) for career in ledger.careers()] == [
            ("Bea", 1), ("Ana", 0)]


def test_a_game_ended_without_a_round_does_not_count(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        ledger.commit(talk.start("Ana", "Bea"))
        ledger.commit(talk.utterance(GameEnded()))
    assert told(tmp_path) == []


def test_who_came_or_went_has_played_but_only_who_stayed_was_ahead(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        ledger.commit(talk.start("Ana", "Bea", "Carl", rules=Rules(rounds=2)))
        ledger.commit(talk.utterance(*a_round(1, 3, 5, 9)))
        ledger.commit(talk.utterance(PlayerLeft(2, "Ana"), PlayerJoined(2, "Dan", 0)))
        ledger.commit(talk.utterance(*(ScoreSet(2, who, 4) for who in ("Bea", "Carl", "Dan")),
                                     *a_round(2, closer="Bea")))
    found = {line["player"]: (line["games"], line["wins"], line["rounds"])
             for line in told(tmp_path)}
    assert found == {"Ana": (1, 0, 1), "Bea": (1, 0, 2), "Carl": (1, 0, 2), "Dan": (1, 1, 1)}
    pairs = {(line["player"], line["with"]): (line["games"], line["ahead"], line["behind"])
             for line in told(tmp_path, "--pairs")}
    assert pairs["Ana", "Bea"] == (1, 0, 0)
    assert pairs["Dan", "Bea"] == (1, 1, 0)
    assert pairs["Bea", "Dan"] == (1, 0, 1)


def test_days_choose_games_and_a_game_of_an_unknown_day_is_on_none(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        a_game(talk, ledger, MAY, "one", ("Ana", "Bea"), (3, 5))
        a_game(talk, ledger, "1970-01-01T00:05:00+00:00", "two", ("Ana", "Bea"), (-9, 5))
        a_game(talk, ledger, JUNE, "three", ("Ana", "Bea"), (4, 5))
    assert of(tmp_path, "Ana")["best"] == {
        "points": -9, "game": "two", "started": None, "round": 1}
    assert of(tmp_path, "Ana", "--since", "2026-05-01")["games"] == 2
    assert of(tmp_path, "Ana", "--since", "2026-05-03")["best"]["game"] == "three"
    assert of(tmp_path, "Ana", "--until", "2026-05-03")["best"]["game"] == "one"
    assert of(tmp_path, "Ana", "--on", "2026-06-02")["games"] == 1
    assert told(tmp_path, "--since", "2026-07-01") == []
    assert stats(tmp_path, "--since", "2026-07-01").stdout == "No such games.\n"


def test_the_first_of_equal_rounds_is_the_one_to_remember(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        for game in ("one", "two"):
            a_game(talk, ledger, MAY, game, ("Ana", "Bea"), (7, 8), (-3, 50), (-3, 50))
    found = {line["player"]: (line["best"], line["worst"]) for line in told(tmp_path)}
    assert [feat["game"] for feat in (*found["Ana"], *found["Bea"])] == ["one"] * 4
    assert [feat["round"] for feat in (*found["Ana"], *found["Bea"])] == [2, 1, 1, 2]


def test_who_is_forgotten_is_in_no_list_and_the_others_stay_as_they_were(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        a_game(talk, ledger, MAY, "one", ("Ana", "Bea"), (3, 5))
        a_game(talk, ledger, MAY, "two", ("ana", "Bea"), (3, 1))
        before = [career for career in ledger.careers(streaks=True) if career.player == "Bea"]
        ledger.forget("Ana")
        assert list(ledger.careers(streaks=True)) == before
        assert ledger.duels() == ()


def test_of_some_players(tmp_path: Path) -> None:
    talk = Talk()
    with Ledger.open(tmp_path / FILE_NAME, writer=True) as ledger:
        a_game(talk, ledger, MAY, "one", ("Ana", "Bea", "Carl"), (3, 5, 9))
        a_game(talk, ledger, MAY, "two", ("Ana", "Dan"), (3, 5))
    assert [line["player"] for line in told(tmp_path, "bea", "ANA")] == ["Ana", "Bea"]
    assert [(line["player"], line["with"]) for line in told(tmp_path, "Ana", "--pairs")] == [
        ("Ana", "Bea"), ("Ana", "Carl"), ("Ana", "Dan")]
    assert [(line["player"], line["with"]) for line in told(tmp_path, "Ana", "Bea", "--pairs")
            ] == [("Ana", "Bea"), ("Bea", "Ana")]
    result = stats(tmp_path, "Ana", "Zoe")
    assert result.exit_code == 0
    assert result.stderr == "Zoe has finished no such game.\n"
    assert "No two of them" in stats(tmp_path, "Bea", "Dan", "--pairs").stdout


def test_the_table_shows_everything_and_is_cut_nowhere(tmp_path: Path) -> None:
    keep(tmp_path, evenings(3, 40))
    for arguments in ((), ("--pairs",)):
        shown = stats(tmp_path, *arguments).stdout
        assert "…" not in shown
        rows = [line.split() for line in shown.splitlines()]
        for line, row in zip(told(tmp_path, *arguments), rows[1:], strict=False):
            assert [row[0], row[-1]] == [line["player"], str(line["streak"])]
            assert f"{line['average']:.1f}"[:-1] in " ".join(row)


def test_nothing_played_yet(tmp_path: Path) -> None:
    assert stats(tmp_path).stdout == "No finished games yet.\n"
    assert told(tmp_path) == []
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--since", "yesterday"], "'yesterday' is no day"),
        (["--on", "2026-05-02", "--since", "2026-05-01"], "--on is a day alone"),
        (["--picture", "stats.gif"], "end in .svg or .png"),
    ],
)
def test_misuse_is_told(tmp_path: Path, arguments: list[str], told: str) -> None:
    result = stats(tmp_path, *arguments)
    assert result.exit_code == 2
    assert told in result.stderr


# The pictures


def texts(picture: str) -> list[str]:
    root = ElementTree.fromstring(picture)
    return [element.text or "" for element in root.iter() if element.tag.endswith("}text")]


def inside(picture: str) -> bool:
    """Whether all bars and fields lie within the picture."""
    root = ElementTree.fromstring(picture)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    boxes = [[float(element.get(key, "0")) for key in ("x", "y", "width", "height")]
             for element in root.iter() if element.tag.endswith("}rect")]
    return all(x >= 0 and y >= 0 and x + w <= width and y + h <= height and w >= 0
               for x, y, w, h in boxes)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), games=st.integers(0, 12))
def test_pictures_are_whole_and_name_everybody(seed: int, games: int) -> None:
    with TemporaryDirectory() as folder:
        data = Path(folder)
        keep(data, evenings(seed, games))
        for arguments in ((), ("--pairs",)):
            file = data / "picture.svg"
            result = stats(data, *arguments, "--picture", str(file))
            assert (result.exit_code, result.stdout) == (0, ""), result.stderr
            picture = file.read_text(encoding="utf-8")
            assert inside(picture)
            assert {line["player"] for line in told(data, *arguments)} <= set(texts(picture))


def test_a_picture_as_png(tmp_path: Path) -> None:
    keep(tmp_path, evenings(1, 5))
    stats(tmp_path, "--picture", str(tmp_path / "stats.PNG"))
    assert (tmp_path / "stats.PNG").read_bytes().startswith(b"\x89PNG")


def somebody(name: str) -> Career:
    feat = Feat(-5, "game", None, 1)
    return Career(name, 10, 5, 0, 100, 900, feat, replace(feat, points=40), 30, 12, 3)


def test_more_people_than_a_picture_holds_are_counted_and_long_names_cut() -> None:
    people = [somebody(f"Somebody with number {number} & <more>") for number in range(MOST + 4)]
    pairs = [Duel(one, other.player, 4, 5, 1, 2)
             for one in people for other in people if one is not other]
    for picture in (draw_careers(people, "all games"), draw_duels(pairs, "all games")):
        assert inside(picture)
        assert f"the first {MOST} of {MOST + 4} people" in picture
        assert texts(picture).count("Somebody with…") in (MOST, 2 * MOST)
