"""Models that are laid out otherwise than the small English one."""

from __future__ import annotations

import json
from pathlib import Path

import kaldifst
import pytest
from click.testing import CliRunner

from voicekeeper import models, resources
from voicekeeper.cli import main
from voicekeeper.faults import ModelFault
from voicekeeper.hearing.ears import Ears, HearingSettings
from voicekeeper.hearing.vocabulary import model_words

TABLE = ("Ana", "Marco", "Leo")
SMALL = models.find("en")


@pytest.fixture
def lgraph(tmp_path: Path) -> Path:
    """The small model's parts laid out as vosk-model-en-us-0.22-lgraph is.

    Its words are in graph/words.txt and not in graph/Gr.fst, its configuration
    has other lines, and it holds files that the small one has not.
    """
    folder = tmp_path / "vosk-model-en-us-0.22-lgraph"
    for part in sorted(SMALL.rglob("*")):
        to = folder / part.relative_to(SMALL)
        if part.is_dir():
            to.mkdir(parents=True)
        elif part.name not in ("Gr.fst", "model.conf", "README"):
            to.symlink_to(part)
    grammar = kaldifst.StdVectorFst()
    grammar.start = grammar.add_state()
    grammar.set_final(0, 0.0)
    grammar.write(str(folder / "graph" / "Gr.fst"))
    ids = model_words(SMALL)
    (folder / "graph" / "words.txt").write_text(
        "".join(f"{word} {number}\n" for word, number in ids.items()), encoding="utf-8")
    (folder / "graph" / "phones.txt").write_text("<eps> 0\nSIL 1\n")
    (folder / "am" / "tree").write_bytes(b"tree")
    own = (SMALL / "conf" / "model.conf").read_text(encoding="utf-8").splitlines()
    other = [line for line in own if "beam" not in line and "max-active" not in line]
    (folder / "conf" / "model.conf").write_bytes(
        "\n".join([*other, "--max-active=7000"]).encode())  # no line's end at the end
    return folder


@pytest.fixture
def rescoring(lgraph: Path) -> Path:
    """The same with what would be taken before any grammar: a fixed graph, a second pass."""
    (lgraph / "graph" / "HCLG.fst").write_bytes(b"one fixed graph")
    (lgraph / "rescore").mkdir()
    (lgraph / "rescore" / "G.carpa").write_bytes(b"a bigger language model")
    (lgraph / "rescore" / "G.fst").write_bytes(b"the one that it takes the place of")
    return lgraph


def test_words_are_found_in_either_place(lgraph: Path) -> None:
    assert model_words(lgraph) == model_words(SMALL)


@pytest.mark.parametrize("layout", ["lgraph", "rescoring"])
def test_a_model_of_another_layout_hears_the_same(
    layout: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    model: Path = request.getfixturevalue(layout)
    models.check(model)
    ears = Ears(HearingSettings(model, tmp_path / "cache"))
    try:
        understood = ears.hear_file(resources.demo() / "01.flac", TABLE)
    finally:
        ears.close()
    assert understood.text == "ana minus three marco closed with twelve"
    assert understood.intent is not None


def test_a_model_without_any_words_is_told(lgraph: Path) -> None:
    (lgraph / "graph" / "words.txt").unlink()
    with pytest.raises(ModelFault, match=r"words\.txt cannot be read"):
        model_words(lgraph)


@pytest.mark.parametrize("fixed", ["graph/HCLG.fst", "HCLG.fst"])
def test_a_fixed_graph_is_refused_and_one_named_that_will_do(tmp_path: Path, fixed: str) -> None:
    (tmp_path / fixed).parent.mkdir(exist_ok=True)
    (tmp_path / fixed).write_bytes(b"graph")
    with pytest.raises(ModelFault, match=r"cannot take a grammar\. Use .*-0\.22-lgraph"):
        models.find("en", tmp_path)


@pytest.mark.parametrize("by", ["config.yaml", "VOSK_MODEL_PATH"])
def test_doctor_and_setup_tell_which_model_is_used(
    lgraph: Path, tmp_path: Path, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "config.yaml"
    settings.write_text(f"hearing: {{model: {lgraph}}}\n" if by == "config.yaml" else "")
    if by == "VOSK_MODEL_PATH":
        monkeypatch.setenv(by, str(lgraph))
    common = ["--config", str(settings), "--data", str(tmp_path)]
    told = CliRunner().invoke(main, ["doctor", "--json", *common]).stdout.splitlines()
    found = {part["part"]: part for part in map(json.loads, told)}["model"]
    assert found["ok"]
    named = f"in {settings}" if by == "config.yaml" else f"by {by}"
    assert found["found"] == f"{lgraph} ({len(model_words(SMALL)):,} words, named {named})"
    assert f"Speech model: {lgraph} is there" in CliRunner().invoke(main, ["setup", *common]).stdout
