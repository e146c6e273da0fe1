"""Ears for tests: the true recogniser, its grammars compiled once a run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import yaml
from compiled import GRAMMARS

from voicekeeper import models, resources
from voicekeeper.hearing.ears import Ears, HearingSettings

DEMO = yaml.safe_load((resources.demo() / "script.yaml").read_text(encoding="utf-8"))
"""The demo's game: its players, and its lines with their recordings."""

TABLE = tuple(DEMO["players"])

SHARED_SPEECH = Path(__file__).parents[2] / "shared" / "speech"
"""Development speech beside the checkout; not part of the project."""


def settings() -> HearingSettings:
    """The settings in force by default."""
    return HearingSettings(models.find("en", None), GRAMMARS)


def ears(tables: int = 1) -> Ears:
    """Ears that the caller closes."""
    return Ears(settings(), tables)


@contextmanager
def demo_ears() -> Iterator[Ears]:
    """Ears that attend to the demo's players."""
    heard = ears()
    heard.attend(TABLE)
    yield heard
    heard.close()


def recording(number: int) -> Path:
    """The recording of one of the demo's lines."""
    return resources.demo() / str(DEMO["lines"][number]["file"])
