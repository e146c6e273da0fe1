"""bench outages: real outages of a real program, and how long each took."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner
from compiled import ready

from voicekeeper.cli import main


def test_each_outage_is_noticed_and_over(tmp_path: Path) -> None:
    names = ["microphone taken by another program", "sound process crashed"]
    chosen = [word for name in names for word in ("--only", name)]
    result = CliRunner().invoke(main, ["bench", "outages", "--times", "1", "--json", *chosen,
                                       "--data", str(ready(tmp_path))])
    assert result.exit_code == 0, result.output
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["outage"] for one in told] == names
    assert all(one["noticed_ms"] >= 0 and one["back_ms"] > 0 for one in told)


def test_an_unknown_one_is_refused_with_those_there_are() -> None:
    result = CliRunner().invoke(main, ["bench", "outages", "--only", "flood"])
    assert result.exit_code == 2
    assert "sound server frozen" in result.output
