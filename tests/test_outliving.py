"""Rules, edits, undo and redo outlive the program, however it ends, and a changed config."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from table import Table, at_table

from voicekeeper.skyjo.rules import Rules


@contextmanager
def playing(folder: Path, *options: str) -> Iterator[Player]:
    """Somebody at the program in a process of its own, which is killed (kill -9) in the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "voicekeeper", "play", "--typed", "--json", "--data", str(folder),
         *options],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )
    try:
        yield Player(process)
    finally:
        process.kill()
        process.wait()


class Player:
    """`says` a line and has the answer; `game` is as the last answer shows it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.game: Any = None
        self.read()

    def read(self) -> dict[str, Any]:
        if self._process.stdout is None:
            raise ValueError("no output")
        shown: dict[str, Any] = json.loads(self._process.stdout.readline())
        self.game = shown["game"]
        return shown

    def says(self, *lines: str) -> str:
        said = ""
        for line in lines:
            if self._process.stdin is None:
                raise ValueError("no input")
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
            said = self.read()["say"]
        return said


def test_kill_9_loses_neither_rules_nor_edits_nor_undo_and_redo(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.says("we play to two hundred", "ties don't double")
    with playing(tmp_path) as player:
        assert "two hundred" in player.says("Ana, Marco and Leo")
        player.says("Ana nine, Marco closed with nine, Leo twelve",
                    "Ana one, Marco closed with zero, Leo four",
                    "in round one Ana had ninety", "yes", "Zoe joins", "the highest",
                    "it was Leo who closed round one", "yes", "delete round two", "yes", "undo")
        game = player.game
        assert game["totals"] == {"Ana": 91, "Marco": 9, "Leo": 28, "Zoe": 91}
    with playing(tmp_path) as player:
        assert player.game == game
        player.says("redo")
        assert player.game["totals"] == {"Ana": 90, "Marco": 9, "Leo": 24, "Zoe": 90}
        player.says("undo", "undo", "undo")
        assert player.game["players"] == ["Ana", "Marco", "Leo"]
        assert player.game["totals"] == {"Ana": 91, "Marco": 9, "Leo": 16}
        player.says("redo", "redo")
        assert player.game == game
        assert "someone reaches two hundred" in player.says("what are we playing to")


def with_config(table: Table, rules: Rules) -> None:
    """The program ends, and starts again with other rules in its config."""
    table.rules = rules
    table.restart()


def test_a_game_keeps_its_rules_when_the_config_changes(tmp_path: Path) -> None:
    with at_table(tmp_path, ("Ana", "Marco"), {"end_at": 150}) as table:
        table.line("Ana ninety")
        table.line("yes")
        table.line("Marco closed with two")
        with_config(table, Rules(end_at=50, penalty="none"))
        assert table.game is not None
        assert not table.game["over"]
        table.line("Ana five, Marco closed with seven")
        assert table.game["totals"] == {"Ana": 95, "Marco": 16}
        # The next one goes by the new config, and says so; a rematch by the same rules.
        table.line("new game")
        table.line("yes")
        assert "someone reaches fifty. At this table closing costs nothing extra" in table.said
        with_config(table, Rules())
        table.line("Ana fifty, Marco closed with two")
        assert table.game["over"]
        table.line("rematch")
        table.line("what are we playing to")
        assert "someone reaches fifty" in table.said
