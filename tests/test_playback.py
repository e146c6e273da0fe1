"""A reply on its way to the speaker."""

from __future__ import annotations

from voicekeeper.sound.playback import Playback


def test_done_is_told_once() -> None:
    told: list[Playback] = []
    playback = Playback(told.append)
    playback.finish()
    playback.finish()
    assert told == [playback]
    assert playback.done
