"""The program in another language: every sentence comes whole from replies.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest

from voicekeeper.voice.languages import missing_categories
from voicekeeper.voice.replies import Replies

ENGLISH = Replies.load("en")
POLISH = Replies.load(Path(__file__).parent / "grammars" / "pl")


@pytest.mark.parametrize("key", sorted(POLISH.keys()))
def test_a_translation_has_the_same_parameters_and_all_plural_forms(key: str) -> None:
    assert POLISH.parameters(key) == ENGLISH.parameters(key)
    assert missing_categories(key, POLISH) == ()
