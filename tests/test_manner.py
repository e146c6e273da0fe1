"""How the voice speaks: kept in a file, and how loud that is."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from voicekeeper.faults import DataFault
from voicekeeper.manners import SPEEDS, VOLUMES, KeptManner, Manner
from voicekeeper.sound.loudness import amplified
from voicekeeper.sound.take import Clip


def test_what_was_set_is_kept(tmp_path: Path) -> None:
    kept = KeptManner(tmp_path / "new" / "manner.json")
    assert kept.read() == Manner()
    for speed in SPEEDS:
        for volume in VOLUMES:
            kept.keep(Manner(speed, volume))
            assert KeptManner(tmp_path / "new" / "manner.json").read() == Manner(speed, volume)


@pytest.mark.parametrize("text", [
    "", "{", "[]", "null", "{}", '{"speed": 1}', '{"speed": "1", "volume": 0}',
    '{"speed": 99, "volume": 0}', '{"speed": 0, "volume": -9}', '{"speed": true, "volume": 0}',
    "\x00",
])
def test_what_makes_no_sense_is_as_if_never_set(tmp_path: Path, text: str) -> None:
    (tmp_path / "manner.json").write_text(text)
    assert KeptManner(tmp_path / "manner.json").read() == Manner()


def test_what_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataFault, match="cannot be written"):
        KeptManner(tmp_path / "file" / "manner.json").keep(Manner(1, 1))


def test_each_step_is_louder_and_none_clips() -> None:
    tone = Clip(0.8 * np.sin(np.arange(2000) / 7).astype(np.float32), 22_050)
    loud = [amplified(tone, Manner(volume=step).gain) for step in VOLUMES]
    sizes = [float(np.abs(clip.samples).mean()) for clip in loud]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == len(sizes)
    assert max(float(np.abs(clip.samples).max()) for clip in loud) <= 1.0
    assert amplified(tone, 1.0) is tone
    assert all(Manner(a).pace < Manner(b).pace for a, b in pairwise(SPEEDS))
