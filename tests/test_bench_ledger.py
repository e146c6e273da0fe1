"""bench ledger: its past games are whole ones, and its figures tell every stage and the growth."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from voicekeeper.bench.pastgames import make_ledger
from voicekeeper.cli import main
from voicekeeper.skyjo.database import check_all
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger


def test_copied_games_are_as_whole_as_those_that_were_played(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    make_ledger(path, games=40, rounds=4)
    check_all(path)
    with Ledger.open(path) as ledger:
        games = ledger.games()
        assert len(games) == 40
        assert all(game.over and game.rounds == 4 and game.started for game in games)
        for game in (games[0], games[20], games[39]):
            books = ledger.load(game.id)
            assert books is not None
            assert books.game is not None
            assert books.game.totals == game.totals
            assert books.undoable is not None


def test_every_stage_is_measured_with_each_number_of_games(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["bench", "ledger", "--json", "--games", "0", "--games", "3",
                                       "--rounds", "2", "--turns", "2", "--data", str(tmp_path)])
    assert result.exit_code == 0, result.output
    figures = [json.loads(line) for line in result.stdout.splitlines()]
    stages = {figure["stage"] for figure in figures}
    assert {"a score", "undo", "redo", "a question", "the end of a round",
            "opening the ledger, to the first words"} <= stages
    assert {(figure["stage"], figure["games"]) for figure in figures} == {
        (stage, games) for stage in stages for games in (0, 3)}
    assert all(("growth" in figure) == (figure["games"] == 3) for figure in figures)
    assert all(figure["median"] > 0 and figure["unit"] == "ms" for figure in figures)
