"""A machine that is too busy to make the second phrase while the first one is spoken."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from voicekeeper.config import VoiceSettings
from voicekeeper.sound.take import Clip
from voicekeeper.voice.clips import Clips
from voicekeeper.voice.effort import Effort
from voicekeeper.voice.piper import Voice

REPLY = ("Ana five.", "Marco's twelve doubles to twenty-four.")


class Slowed(Voice):
    """The real voice on a machine that takes so many seconds more for each letter."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.made: list[str] = []
        self.slower = 0.0

    def clip(self, sentence: str) -> Clip:
        self.made.append(sentence)
        threading.Event().wait(self.slower * len(sentence))
        return super().clip(sentence)


def test_what_takes_long_is_waited_for_as_long_as_it_comes_too_late() -> None:
    effort = Effort()
    assert effort.hold("a phrase of thirty letters, or", 0.5) == 0
    for _ in range(20):
        effort.made("ten letter", 0.4)
    assert effort.hold("ten letter", 0.5) == 0
    assert effort.hold("a phrase of thirty letters, or", 0.5) == pytest.approx(0.7, abs=0.05)
    assert effort.hold("a phrase of a hundred letters " * 3, 0.5) == 1


def test_where_it_would_come_too_late_the_second_phrase_is_begun_before_the_first_is_given(
    tmp_path: Path,
) -> None:
    voice = Slowed.load(VoiceSettings(deterministic=True))
    clips = Clips(voice, tmp_path)
    voice.slower = 0.06
    assert [*clips.speak(["Leo twenty-one.", "Who closed, please, in this round?"])]
    voice.made.clear()
    given = clips.speak(REPLY)
    first = next(given)
    assert voice.made == list(REPLY)
    second = next(given)
    assert voice.made == list(REPLY)
    assert min(len(first.samples), len(second.samples)) > 0.3 * first.rate
    clips.close()
