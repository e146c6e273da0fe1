"""`voicekeeper bench`: the figures of a machine."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from voicekeeper.cli import main


def test_every_stage_has_a_figure(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["bench", "--json", "--rounds", "1", "--data", str(tmp_path)])
    assert result.exit_code == 0, result.output
    figures = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(figure["median"] > 0 for figure in figures)
    assert {"hearing, last step", "from the end of the take to sound", "memory, all processes"} <= {
        figure["stage"] for figure in figures}
