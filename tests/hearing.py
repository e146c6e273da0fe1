"""Ears for tests: the true recogniser, its grammars compiled once a run."""

from __future__ import annotations

from pathlib import Path

from compiled import GRAMMARS

from voicekeeper import models
from voicekeeper.hearing.ears import Ears, HearingSettings

SHARED_SPEECH = Path(__file__).parents[2] / "shared" / "speech"
"""Development speech beside the checkout; not part of the project."""


def settings() -> HearingSettings:
    """The settings in force by default."""
    return HearingSettings(models.find("en", None), GRAMMARS)


def ears(tables: int = 1) -> Ears:
    """Ears that the caller closes."""
    return Ears(settings(), tables)
