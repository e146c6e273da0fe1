"""What the tests of one process compile once: grammars, parsers, the voice's fixed sentences."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

# Each process of a run has its own, new each time: old grammars are deleted when there are many.
_COMPILED = Path(tempfile.mkdtemp(prefix="compiled-"))
atexit.register(shutil.rmtree, _COMPILED, ignore_errors=True)

GRAMMARS = _COMPILED / "grammars"
"""Where compiled grammars and parsers are kept."""
_CLIPS = _COMPILED / "clips"


def ready(data: Path) -> Path:
    """Makes a data folder in which the program finds what other tests have compiled."""
    data.mkdir(parents=True, exist_ok=True)
    for shared in (GRAMMARS, _CLIPS):
        shared.mkdir(exist_ok=True)
        if not (data / shared.name).exists():
            (data / shared.name).symlink_to(shared)
    return data
