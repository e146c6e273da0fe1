"""Ears for tests: the true recogniser, its grammars compiled once a run."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from voicekeeper import models
from voicekeeper.hearing.ears import Ears, HearingSettings

SHARED_SPEECH = Path(__file__).parents[2] / "shared" / "speech"
"""Development speech beside the checkout; not part of the project."""

# Each process of a run has its own: old grammars are deleted when there are many.
_WHOSE = f"{os.getuid()}{os.environ.get('PYTEST_XDIST_WORKER', '')}"
_CACHE = Path(tempfile.gettempdir()) / f"voicekeeper-test-grammars-{_WHOSE}"


def settings() -> HearingSettings:
    """The settings in force by default."""
    return HearingSettings(models.find("en", None), _CACHE)


def ears(tables: int = 1) -> Ears:
    """Ears that the caller closes."""
    return Ears(settings(), tables)
