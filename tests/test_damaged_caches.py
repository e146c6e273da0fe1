"""What was made for hearing and is kept on disk: damaged, it is made anew and hears the same."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from compiled import GRAMMARS
from hearing import TABLE, recording, settings

from voicekeeper import models, resources
from voicekeeper.checkup.parts import findings
from voicekeeper.cli import main
from voicekeeper.config import Config
from voicekeeper.faults import DataFault, ModelFault, RecogniserFault
from voicekeeper.hearing.acoustics import adaptation_for, is_sound
from voicekeeper.hearing.ears import Ears
from voicekeeper.hearing.namer import sounds
from voicekeeper.hearing.seal import is_whole, seal

HERE = settings()
WORDS = "ana minus three marco closed with twelve"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of its own, with all that a table needs."""
    made = tmp_path_factory.mktemp("cache")
    assert heard(made) == WORDS
    return made


def heard(cache: Path, model: Path = HERE.model) -> str:
    with closing(Ears(replace(HERE, cache=cache, model=model))) as ears:
        return ears.hear_file(recording(0), TABLE).text


def half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:file.stat().st_size // 2])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def noise(file: Path) -> None:
    file.write_bytes(np.random.default_rng(1).bytes(file.stat().st_size))


def zeros(file: Path) -> None:
    """What some file systems leave of what was written just before the power went."""
    file.write_bytes(bytes(file.stat().st_size))


@pytest.mark.parametrize(("pattern", "damage"), [
    ("grammar-*/graph/Gr.fst", half), ("grammar-*/graph/Gr.fst", zeros),
    ("grammar-*/conf/model.conf", noise), ("grammar-*/unheard.json", half),
    ("grammar-*/sums.json", half), ("grammar-*/am/final.mdl", Path.unlink),
    ("acoustic-*/*.mdl", empty), ("acoustic-*/*.mdl", noise),
    ("parser-*.fst", half), ("parser-*.json", noise),
])
def test_what_is_damaged_is_made_anew(
    cache: Path, pattern: str, damage: Callable[[Path], None]
) -> None:
    files = [file for file in cache.glob(pattern) if file.is_file()]
    assert files
    for file in files:
        damage(file)
    assert heard(cache) == WORDS
    assert all(is_whole(folder) for folder in cache.glob("grammar-*"))


def test_a_damaged_lexicon_is_made_anew(tmp_path: Path) -> None:
    before = sounds(["Xochitl"], HERE.model, "en", GRAMMARS)
    for damage in (half, empty, noise):
        lexicons = [*GRAMMARS.glob("lexicon-*.npz")]
        assert lexicons
        for file in lexicons:
            shutil.copy(file, tmp_path)
            damage(tmp_path / file.name)
        for file in tmp_path.glob("names-*"):
            file.unlink()
        assert sounds(["Xochitl"], HERE.model, "en", tmp_path) == before


def test_a_folder_is_whole_as_it_was_sealed(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "file").write_bytes(b"made")
    (folder / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").write_bytes(b"x")
    assert not is_whole(folder)
    seal(folder)
    assert is_whole(folder)
    (tmp_path / "elsewhere").unlink()
    assert not is_whole(folder)
    (tmp_path / "elsewhere").write_bytes(b"y")
    assert is_whole(folder)
    (folder / "more").write_bytes(b"")
    assert not is_whole(folder)


def test_where_nothing_can_be_kept_it_is_heard_all_the_same(tmp_path: Path) -> None:
    in_the_way = tmp_path / "cache"
    in_the_way.write_text("a file where the folder should be")
    assert heard(in_the_way) == WORDS


def test_where_nothing_can_be_made_at_all_the_cache_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "cache"
    in_the_way.write_text("a file where the folder should be")
    monkeypatch.setattr("tempfile.tempdir", str(in_the_way))
    with pytest.raises(DataFault, match="cache"):
        heard(in_the_way)


def test_with_a_damaged_adaptation_the_stock_model_hears_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kept,) = resources.catalogue().parent.glob("*.adapted.npz")
    for file in (resources.catalogue(), kept):
        shutil.copy(file, tmp_path)
    monkeypatch.setattr(resources, "catalogue", lambda: tmp_path / "catalogue.yaml")
    assert adaptation_for(HERE.model) is not None
    for damage in (half, noise, empty):
        shutil.copy(kept, tmp_path)
        damage(tmp_path / kept.name)
        assert not is_sound(tmp_path / kept.name)
        assert adaptation_for(HERE.model) is None
    finding = next(found for found in findings(Config(), tmp_path, "en") if found.part == "model")
    assert not finding.ok
    assert kept.name in finding.found
    assert heard(tmp_path / "cache") == WORDS


def with_noise_for(file: str, folder: Path) -> Path:
    """The speech model, one file of which is noise of the right length."""
    model = folder / HERE.model.name
    shutil.copytree(HERE.model, model, copy_function=lambda old, new: Path(new).symlink_to(old))
    content = (model / file).read_bytes()
    (model / file).unlink()
    (model / file).write_bytes(content)
    noise(model / file)
    return model


def test_a_model_that_does_not_load_is_a_fault_that_says_what_to_do(tmp_path: Path) -> None:
    """Not every damage is seen by the files' lengths, and the sums are not compared at the table.
    """
    broken = with_noise_for("ivector/final.ie", tmp_path)
    models.check(broken, thorough=False)
    with pytest.raises(RecogniserFault, match="voicekeeper setup"):
        heard(tmp_path / "cache", broken)


@pytest.mark.parametrize("file", ["am/final.mdl", "graph/Gr.fst", "conf/mfcc.conf",
                                  "ivector/final.mat", "graph/phones/word_boundary.int"])
def test_a_broken_model_is_one_plain_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    """And nothing else; the sums that set-up and the check-up compare find every damage."""
    broken = with_noise_for(file, tmp_path)
    monkeypatch.setenv("VOSK_MODEL_PATH", str(broken))
    result = CliRunner().invoke(main, [
        "hear", "--data", str(tmp_path / "data"), "--players", ",".join(TABLE), "--json",
        str(recording(0))])
    assert result.exit_code == 1
    told = json.loads(result.stdout)["error"] if result.stdout else result.stderr
    assert told.strip().count("\n") == 0
    assert "damaged" in told or "cannot load the speech model" in told
    with pytest.raises(ModelFault, match="damaged"):
        models.check(broken)
