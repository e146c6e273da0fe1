"""A clock that is wrong, as a box without one has it, and one that is set meanwhile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from at_the_table import PlayAtTheTable, config
from compiled import ready
from fake_clock import FakeClock
from fake_room import MICROPHONE, SPEAKER, FakeRoom
from hearing import recording


class Box:
    """The program with a clock that can be set; its games are kept."""

    def __init__(self, folder: Path) -> None:
        self.data = ready(folder / "data")
        self.clock = FakeClock(folder, "2026-10-03 20:00:00")

    def run(self, command: str, *options: str, said: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", "voicekeeper", command, "--data", str(self.data), *options],
            input=said, capture_output=True, text=True, check=False,
            env={**os.environ, **self.clock.environment})
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def play(self, at: str, *lines: str, players: str = "") -> list[str]:
        """What is answered, the welcome first, when the clock says this."""
        self.clock.set(at)
        options = ["--players", players] if players else []
        shown = self.run("play", "--typed", "--json", *options, said="\n".join(lines))
        return [json.loads(line)["say"] for line in shown.splitlines()]

    def history(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.run("history", "--json").splitlines()]

    def dates(self) -> list[str | None]:
        """The days of the games, newest first."""
        return [game["started"] and game["started"][:10] for game in self.history()]


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_the_game_goes_on_whatever_the_clock_says(box: Box) -> None:
    box.play("2026-10-03 20:00:00", "Ana five, Marco closed with three", players="Ana,Marco")
    assert box.play("1970-01-01 00:00:20", "Ana seven") == [
        "Round two. Marco leads with three.", "Ana seven. Marco is missing."]
    assert box.play("2038-01-19 03:14:00", "Marco closed with nothing")[1] == (
        "Marco closed with zero. Totals: Marco three and Ana twelve.")
    assert "Taken back: Marco closed with zero" in box.play("2026-10-03 20:30:00", "undo")[1]
    assert box.dates() == ["2026-10-03"]


def test_games_are_in_the_order_of_playing_and_a_wrong_date_is_none(box: Box) -> None:
    for at, players in (("1970-01-01 00:00:20", "Ana,Marco"), ("2026-10-03 20:00:00", "Ana,Leo"),
                        ("1970-01-01 00:00:25", "Ana,Eva"), ("2026-10-09 20:00:00", "Ana,Ida")):
        box.play(at, f"Ana five, {players[4:]} closed with three", players=players)
    assert box.dates() == ["2026-10-09", None, "2026-10-03", None]
    assert [game["players"][1] for game in box.history()] == ["Ida", "Eva", "Leo", "Marco"]
    # What is asked by its day is found among those that have one.
    assert "Ana and Leo" in box.play("2026-10-10 19:00:00", "go on with last Saturday's game",
                                     players="Ana,Zoe")[1]
    assert "unknown" in box.run("history")
    assert box.run("stats")
    assert box.run("export", "--all")


def test_what_is_kept_at_a_wrong_time_is_put_right_like_anything(box: Box) -> None:
    """Deleted, restored, imported and forgotten while the clock says 1970."""
    box.play("2026-10-03 20:00:00", "Ana five, Marco closed with three", players="Ana,Marco")
    box.clock.set("1970-01-01 00:01:00")
    id = box.history()[0]["id"]
    box.run("history", "delete", id)
    assert box.history() == []
    box.run("history", "restore", id)
    assert box.dates() == ["2026-10-03"]
    sheet = {"players": ["Ana", "Ida"], "rounds": [{"scores": {"Ana": 1, "Ida": 2},
                                                    "closer": "Ana"}]}
    (box.data / "sheet.json").write_text(json.dumps(sheet))
    box.run("import", str(box.data / "sheet.json"))
    assert len(box.history()) == 2


def test_the_clock_is_set_in_the_middle_of_a_game(
    room: FakeRoom, box: Box, tmp_path: Path
) -> None:
    """Forwards, as the network comes, and back. No question lapses for it, and nothing is lost."""
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    box.clock.set("1970-01-01 00:00:20")
    with PlayAtTheTable(room, box.data, "--config", str(settings),
                        environment=box.clock.environment) as table:
        assert table.wait_for("said: ") == "said: Who plays?"
        box.clock.set("2026-10-03 20:00:00")
        table.tap()
        room.say(np.zeros(20_000, np.float32)).wait()
        table.tap()
        # Not that the question has lapsed.
        assert "muted" in table.wait_for("said: ")
        assert table.quit() == 0
    with PlayAtTheTable(room, box.data, "--config", str(settings), "--players", "Ana,Marco,Leo",
                        environment=box.clock.environment) as table:
        table.wait_for("said: ")
        table.say(recording(0))
        for at in ("1970-01-01 00:00:20", "2038-01-19 03:14:00"):
            box.clock.set(at)
            assert table.say(recording(1))[1] == "Leo is missing."
        box.clock.set("2026-10-03 21:00:00")
        assert "Leo twenty-one" in table.say(recording(2))[1]
        assert table.quit() == 0
    assert box.dates() == ["2026-10-03"]
    assert box.history()[0]["totals"] == {"Ana": -3, "Marco": 24, "Leo": 21}
