"""kill -9 in the middle of a game: all that was answered is there again."""

from __future__ import annotations

from pathlib import Path

import kill_play


def test_nothing_answered_is_lost_by_a_kill(tmp_path: Path) -> None:
    tally = kill_play.run(tmp_path, points=12, seed=7)
    assert (tally.points, tally.before + tally.unsaid + tally.answered) == (12, 12)
    assert tally.lines > 30
