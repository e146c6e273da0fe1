"""A name put right follows in the history, in what is exported, and can be forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from saying import Talk
from table import at_table

from voicekeeper.cli import main
from voicekeeper.skyjo.events import CloserSet, PlayerRenamed, ScoreSet, Utterance
from voicekeeper.skyjo.history import Search
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / FILE_NAME


def commit(path: Path, *utterances: Utterance) -> None:
    with Ledger.open(path, writer=True) as ledger:
        ledger.commit(*utterances)


def run(data: Path, *arguments: str) -> str:
    result = CliRunner().invoke(main, [*arguments, "--data", str(data)])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_name_put_right_is_put_right_in_the_history(path: Path) -> None:
    talk = Talk()
    commit(path, talk.start("Louis", "Bea"), talk.utterance(*(
        ScoreSet(1, "Louis", 5), ScoreSet(1, "Bea", 4), CloserSet(1, "Louis"))),
        talk.utterance(PlayerRenamed("Louis", "Luis")), talk.utterance(ScoreSet(2, "Luis", 3)))
    with Ledger.open(path) as ledger:
        (summary,) = ledger.games()
        assert summary.players == ("Luis", "Bea")
        assert summary.totals == {"Luis": 10, "Bea": 4}
        assert ledger.people() == ("Luis", "Bea")
        assert ledger.games(search=Search(players=("Luis",))) == (summary,)
        assert ledger.games(search=Search(players=("Louis",))) == ()
        sheet = ledger.sheet(summary)
        assert sheet.players == ("Luis", "Bea")
        assert sheet.finished[0].closer == "Luis"


def test_a_name_put_right_at_once_leaves_one_game_in_the_history(tmp_path: Path) -> None:
    with at_table(tmp_path) as table:
        for line in ("Ana, Louis and Zoe", "no, Luis not Louis", "Zoe isn't playing", "yes",
                     "Tom plays too", "yes"):
            table.line(line)
        (game,) = table.ledger.games()
        assert game.players == ("Ana", "Luis", "Tom")


def test_a_name_put_right_can_be_forgotten_as_all_can(path: Path) -> None:
    talk = Talk()
    commit(path, talk.start("Louis", "Bea"), talk.utterance(ScoreSet(1, "Louis", 5)),
           talk.utterance(PlayerRenamed("Louis", "Luis")), talk.utterance(ScoreSet(1, "Bea", 4)))
    with Ledger.open(path, writer=True) as ledger:
        ledger.forget("Luis")
        ledger.forget("Louis")
        game = ledger.books().game
        assert game is not None
        assert (game.players, game.entered) == (
            ("Somebody 1", "Bea"), {"Somebody 1": 5, "Bea": 4})


def test_a_sheet_goes_out_and_comes_in_again_by_the_new_names(tmp_path: Path) -> None:
    with at_table(tmp_path / "data", ("Louis", "Bea", "Zoe")) as table:
        for line in ("Zoe isn't playing", "yes", "Louis closed with five, Bea nine",
                     "rename Louis to Luis", "Tom joins", "with zero", "Luis five, Tom closed with "
                     "one, Bea three", "Bea leaves", "yes", "rename Tom to Thomas"):
            table.line(line)
    sheet = run(tmp_path / "data", "export", "--all")
    assert json.loads(sheet)["players"] == ["Luis", "Bea"]
    (tmp_path / "out.jsonl").write_text(sheet)
    run(tmp_path / "other", "import", str(tmp_path / "out.jsonl"))
    assert run(tmp_path / "other", "export", "--all") == sheet
    listed = json.loads(run(tmp_path / "data", "history", "--json"))
    assert listed["players"] == ["Luis", "Bea", "Thomas"]
    assert json.loads(run(tmp_path / "other", "history", "--json")) == listed
    (tmp_path / "out.csv").write_text(run(tmp_path / "data", "export", "--format", "csv"))
    run(tmp_path / "third", "import", str(tmp_path / "out.csv"))
    assert run(tmp_path / "third", "export", "--all") == sheet
