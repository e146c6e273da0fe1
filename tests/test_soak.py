"""A short piece of the long evening that scripts/soak plays, with more faults than any has."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SOAK = Path(__file__).parents[1] / "scripts" / "soak.py"


def test_nothing_that_was_said_is_lost_whatever_fails() -> None:
    ended = subprocess.run([sys.executable, str(SOAK), "--turns", "15", "--faults", "0.4",
                            "--seed", "3"], check=False, capture_output=True, text=True)
    result = json.loads(ended.stdout)
    assert result["trouble"] == []
    assert len(result["faults"]) >= 3
    assert ended.returncode == 0 and result["well"]
