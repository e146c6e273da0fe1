"""The acoustic model adapted to noise: what is changed, for which model, and where it is kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hearing import settings

from voicekeeper.faults import DataFault
from voicekeeper.hearing.acoustics import Adaptation, adaptation_for, adapted_files

MODEL = settings().model
CHANGED = ("am/final.mdl", "ivector/final.ie")


@pytest.fixture
def adaptation() -> Adaptation:
    found = adaptation_for(MODEL)
    assert found is not None
    return found


def test_the_small_english_model_is_adapted(adaptation: Adaptation, tmp_path: Path) -> None:
    made = adapted_files(adaptation, MODEL, tmp_path)
    assert set(made) == set(CHANGED)
    for name, path in made.items():
        stock, changed = (MODEL / name).read_bytes(), path.read_bytes()
        assert len(changed) == len(stock)
        assert changed != stock


def test_what_is_there_is_not_made_again(adaptation: Adaptation, tmp_path: Path) -> None:
    made = adapted_files(adaptation, MODEL, tmp_path)
    for path in made.values():
        path.write_bytes(b"as it was")
    again = adapted_files(adaptation, MODEL, tmp_path)
    assert [path.read_bytes() for path in again.values()] == [b"as it was"] * 2


@pytest.mark.parametrize("name", CHANGED)
def test_another_model_is_left_as_it_is(tmp_path: Path, name: str) -> None:
    other = tmp_path / "model"
    for changed in CHANGED:
        (other / changed).parent.mkdir(parents=True)
        shutil.copy(MODEL / changed, other / changed)
    assert adaptation_for(other) is not None
    with (other / name).open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"?")
    assert adaptation_for(other) is None


def test_an_empty_folder_has_no_adaptation(tmp_path: Path) -> None:
    assert adaptation_for(tmp_path) is None


def test_a_cache_that_cannot_be_written_is_told(adaptation: Adaptation, tmp_path: Path) -> None:
    in_the_way = tmp_path / "cache"
    in_the_way.write_text("a file")
    with pytest.raises(DataFault, match="cannot be written"):
        adapted_files(adaptation, MODEL, in_the_way)
