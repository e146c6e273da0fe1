"""The acoustic model adapted to noise: what is changed, for which model, and where it is kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hearing import settings

from voicekeeper.faults import DataFault
from voicekeeper.hearing.acoustics import NETWORK, Adaptation, adaptation_for, adapted_files

MODEL = settings().model


@pytest.fixture
def adaptation() -> Adaptation:
    found = adaptation_for(MODEL)
    assert found is not None
    return found


def test_the_small_english_model_is_adapted(adaptation: Adaptation, tmp_path: Path) -> None:
    made = adapted_files(adaptation, MODEL, tmp_path)
    assert set(made) == {NETWORK}
    stock, changed = (MODEL / NETWORK).read_bytes(), made[NETWORK].read_bytes()
    assert changed != stock
    # The stock network is in it as it was, beside the changed one.
    layer = stock[stock.index(b"<ComponentName> tdnn1.affine"):
                  stock.index(b"<ComponentName> tdnn1.relu")]
    assert layer in changed
    assert changed.count(b"tdnn1.affine <NaturalGradientAffineComponent>") == 2


def test_what_is_there_is_not_made_again(adaptation: Adaptation, tmp_path: Path) -> None:
    made = adapted_files(adaptation, MODEL, tmp_path)[NETWORK]
    before = made.stat()
    again = adapted_files(adaptation, MODEL, tmp_path)[NETWORK]
    assert (again.stat().st_ino, again.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_another_model_is_left_as_it_is(tmp_path: Path) -> None:
    other = tmp_path / "model"
    (other / NETWORK).parent.mkdir(parents=True)
    shutil.copy(MODEL / NETWORK, other / NETWORK)
    assert adaptation_for(other) is not None
    with (other / NETWORK).open("r+b") as file:
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
