"""`voicekeeper bench hearing`: the figures, and a whole small run."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import yaml

from voicekeeper import resources
from voicekeeper.bench.conditions import CLEAN, Condition, Stage, Surroundings
from voicekeeper.bench.corpus import Utterance, find_manifests, load_manifest, sample
from voicekeeper.bench.figures import Cost, Tally, tallies, wilson
from voicekeeper.bench.outcome import judge
from voicekeeper.bench.picture import draw
from voicekeeper.bench.trials import Trial
from voicekeeper.faults import DataFault
from voicekeeper.hearing.decision import Understood
from voicekeeper.hearing.parser import build_parser
from voicekeeper.intents import Entry, Intent, Item, Name, Plain, Undo, to_json
from voicekeeper.sound.files import write_wav
from voicekeeper.sound.take import TAKE_RATE

THIRTEEN, THIRTY = (Entry((Item("Ana", points),)) for points in (13, 30))
NOISY = Condition("noise", snr=12.0)


# What a decision is worth


@pytest.mark.parametrize(("intent", "choices", "outcome"), [
    (THIRTEEN, (), "exact"),
    (THIRTY, (), "wrong"),
    (None, (THIRTY, THIRTEEN), "asked"),
    (None, (THIRTY, Name("Ana")), "asked_in_vain"),
    (None, (), "refused"),
])
def test_speech_with_a_meaning(
    intent: Intent | None, choices: tuple[Intent, ...], outcome: str
) -> None:
    """Somebody said "Ana thirteen"."""
    assert judge(Understood("...", intent, choices), to_json(THIRTEEN)) == outcome


@pytest.mark.parametrize(("intent", "choices", "outcome"), [
    (THIRTEEN, (), "acted"),
    (Undo(), (), "acted"),
    (Plain("yes"), (), "answered"),
    (Name("Ana"), (), "answered"),
    (None, (THIRTEEN, THIRTY), "asked"),
    (None, (), "refused"),
])
def test_other_speech(intent: Intent | None, choices: tuple[Intent, ...], outcome: str) -> None:
    """Somebody said something that means nothing here."""
    assert judge(Understood("...", intent, choices), None) == outcome


# Counts and shares


@pytest.mark.parametrize(("hits", "of", "low", "high"), [
    (8, 10, 0.490, 0.943),
    (0, 100, 0.0, 0.037),
    (100, 100, 0.963, 1.0),
    (0, 0, 0.0, 1.0),
])
def test_intervals_are_wilsons(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=0.001)


def utterance(number: int, *, other: bool = False, of: str = "people") -> Utterance:
    return Utterance(of, str(number), Path(f"{number}.wav"), "Ana thirteen", ("Ana", "Marco"),
                     None if other else to_json(THIRTEEN))


def trial(said: Utterance, understood: Understood, condition: Condition = CLEAN) -> Trial:
    return Trial("voicekeeper", condition, "", said, understood,
                 judge(understood, said.intent), 2.0, 0.2)


def found(tables: list[Tally], condition: str, of: str = "all") -> Tally:
    return next(t for t in tables if (t.condition, t.set) == (condition, of))


def test_sets_are_counted_together_and_each_alone() -> None:
    trials = [trial(utterance(1), Understood("", THIRTEEN)),
              trial(utterance(2, of="machines"), Understood("", THIRTY)),
              trial(utterance(3, other=True, of="machines"), Understood("", THIRTY))]
    tables = tallies(trials, [CLEAN])
    assert found(tables, "clean").command("exact").value == 0.5
    assert found(tables, "clean", "people").command("exact").hits == 1
    assert found(tables, "clean", "machines").of_other("acted").value == 1.0


def test_a_recording_in_two_noises_is_no_two_recordings() -> None:
    """The mean over noise levels is as sure as there are recordings."""
    louder = Condition("noise", snr=6.0)
    trials = [trial(utterance(n), Understood("", THIRTEEN), condition)
              for n in range(10) for condition in (NOISY, louder)]
    share = found(tallies(trials, [NOISY, louder]), "noise").command("exact")
    assert (share.hits, share.of) == (20, 20)
    assert share.interval == wilson(10, 10)


def test_what_is_not_known_of_costs_is_left_out() -> None:
    assert Cost("voicekeeper", None).shown() == {"figure": "cost", "system": "voicekeeper"}
    shown = Cost("voicekeeper", 0.1, (0.01, 0.02, 0.03), 300.0).shown()
    assert shown["last_step_median_ms"] == 20.0
    assert 20.0 < shown["last_step_p95_ms"] <= 30.0


# Recordings and surroundings


def test_a_manifest_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "people"
    folder.mkdir()
    for name in ("manifest", "people", "other"):
        (folder / f"{name}.jsonl").write_text(
            '{"id": "x", "audio": "x.wav", "players": ["Ana", "Marco"], "intent": null}\n\n')
    (folder / "notes.jsonl").write_text('{"text": "no recording"}\n')
    found = [load_manifest(manifest) for manifest in find_manifests(tmp_path)]
    assert [[u.key for u in of_one] for of_one in found] == [
        ["people/x"], ["people/other/x"], ["people/x"]]
    assert found[0][0].audio == folder / "x.wav"


@pytest.mark.parametrize("line", ["nothing", "[]", '{"audio": "x.wav", "players": ["Ana"]}'])
def test_a_line_that_cannot_be_used_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "manifest.jsonl").write_text(f"\n{line}\n")
    with pytest.raises(DataFault, match="line 2 is not JSON with audio, players and intent"):
        load_manifest(tmp_path / "manifest.jsonl")


def test_a_sample_is_spread_over_each_set() -> None:
    utterances = [utterance(n) for n in range(10)] + [utterance(n, of="few") for n in range(2)]
    assert [(u.set, u.id) for u in sample(utterances, 3)] == [
        ("people", "0"), ("people", "3"), ("people", "6"), ("few", "0"), ("few", "1")]


def test_every_noise_comes_as_often_and_is_the_same_again(tmp_path: Path) -> None:
    around = Surroundings({name: tmp_path / name for name in "abc"}, {}, seed=1)
    kinds = [around.noise_for(NOISY, f"people/{n}") for n in range(300)]
    assert all(60 < kinds.count(kind) < 140 for kind in "abc")
    assert kinds == [around.noise_for(NOISY, f"people/{n}") for n in range(300)]
    # From level to level another one.
    assert len({around.noise_for(Condition("noise", snr=snr), "people/1")
                for snr in (6.0, 12.0, 18.0)}) == 3


def test_a_stage_puts_noise_behind_speech(tmp_path: Path) -> None:
    hiss(tmp_path / "hiss.wav", 2.0)
    stage = Stage(Surroundings({"hiss": tmp_path / "hiss.wav"}))
    speech = np.asarray(np.sin(np.arange(TAKE_RATE)) / 4, np.float32)
    assert stage.play(speech, CLEAN, "people/1") is speech
    assert len(stage.play(speech, NOISY, "people/1")) > len(speech)


# The picture


def test_the_picture_holds_every_system_and_level() -> None:
    understood = Understood("", THIRTEEN)
    trials = [trial(said, understood, condition) for condition in (CLEAN, NOISY)
              for said in (utterance(1), utterance(2, other=True))]
    picture = draw(tallies(trials, [CLEAN, NOISY]), [CLEAN, NOISY], {"voicekeeper": "ours & it"},
                   "2026-01-01, <model>")
    texts = {text.text for text in ElementTree.fromstring(picture).iter() if text.text}
    assert {"ours & it", "clean", "12", "2026-01-01, <model>", "understood exactly",
            "other speech acted on"} <= texts


# A whole run: seconds on an idle machine, minutes on a busy one

_PATIENCE = pytest.mark.timeout(1200)


def hiss(path: Path, seconds: float) -> None:
    sound = np.random.default_rng(1).standard_normal(round(seconds * TAKE_RATE))
    write_wav(path, np.asarray(sound / 10, np.float32), TAKE_RATE)


@pytest.fixture
def speech(tmp_path: Path) -> Path:
    """Three of the demo's recordings, one of them as other speech; a noise and a room."""
    script = yaml.safe_load((resources.demo() / "script.yaml").read_text(encoding="utf-8"))
    parser = build_parser(script["players"], "en")
    folder = tmp_path / "speech"
    (folder / "noise").mkdir(parents=True)
    (folder / "rooms").mkdir()
    hiss(folder / "noise" / "hiss.wav", 2.0)
    echo = np.zeros(4000, np.float32)
    echo[0], echo[3999] = 1.0, 0.2
    write_wav(folder / "rooms" / "echo.wav", echo, TAKE_RATE)
    chosen = [line for line in script["lines"] if line["file"] in ("02.flac", "07.flac", "08.flac")]
    lines = [{"id": line["file"], "audio": str(resources.demo() / line["file"]),
              "text": line["say"], "players": script["players"],
              "intent": to_json(intent) if (intent := parser.parse(line["say"]).intent) else None}
             for line in chosen]
    lines.append({**lines[1], "id": "other", "intent": None})
    (folder / "manifest.jsonl").write_text(
        "".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return folder


def run(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "voicekeeper", "bench", "hearing",
                           "--data", str(data), *words], capture_output=True, text=True,
                          check=False)


def figures(ran: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


@_PATIENCE
def test_ours_beside_vosk_as_it_comes(speech: Path, tmp_path: Path) -> None:
    common = ("--speech", str(speech), "--rivals", "vosk-words,vosk-open", "--snr", "12",
              "--json", "--jobs", "1")
    details, picture = tmp_path / "details.jsonl", tmp_path / "hearing.svg"
    shown = figures(run(tmp_path, *common, "--turns", "1", "--details", str(details),
                        "--picture", str(picture)))
    assert shown[0]["figure"] == "run"
    assert shown[0]["conditions"] == ["clean", "12 dB", "echo"]
    accuracy = {(line["system"], line["condition"]): line for line in shown
                if line["figure"] == "accuracy" and line["set"] == "all"}
    assert accuracy["voicekeeper", "clean"]["commands"]["exact"]["count"] == 3
    assert accuracy["voicekeeper", "clean"]["other_speech"]["acted"]["count"] == 1
    for line in accuracy.values():
        counts = [each["count"] for name, each in line["commands"].items()
                  if name not in ("of", "right")]
        assert sum(counts) == line["commands"]["of"] == 3
    for cost in (line for line in shown if line["figure"] == "cost"):
        assert cost["memory_mb"] > 50
        assert cost["cpu_seconds_per_second"] > 0
        assert cost["last_step_median_ms"] > 0
    heard = [json.loads(line) for line in details.read_text(encoding="utf-8").splitlines()]
    assert len(heard) == 3 * 4 * 3
    ElementTree.parse(picture)


@_PATIENCE
def test_the_same_seed_gives_the_same_figures(speech: Path, tmp_path: Path) -> None:
    common = ("--speech", str(speech), "--rivals", "none", "--snr", "0", "--turns", "0", "--json",
              "--limit", "2")
    once, again = (
        [line for line in figures(run(tmp_path, *common, "--jobs", jobs))
         if line["figure"] == "accuracy"] for jobs in ("1", "2"))
    assert once == again


@_PATIENCE
def test_people_get_tables(speech: Path, tmp_path: Path) -> None:
    ran = run(tmp_path, "--manifest", str(speech / "manifest.jsonl"), "--rivals", "none",
              "--turns", "0", "--jobs", "1")
    assert ran.returncode == 0
    assert "100 43.9-100" in ran.stdout
    assert "4 speech" in ran.stdout


@_PATIENCE
def test_pocketsphinx_is_compared_or_how_to_get_it_is_told(speech: Path, tmp_path: Path) -> None:
    ran = run(tmp_path, "--speech", str(speech), "--rivals", "pocketsphinx", "--clean-only",
              "--turns", "0", "--limit", "1", "--json")
    if importlib.util.find_spec("pocketsphinx") is None:
        assert ran.returncode == 1
        assert "pip install voicekeeper[bench]" in ran.stderr
    else:
        assert {line["system"] for line in figures(ran)[1:]} == {"voicekeeper", "pocketsphinx"}


@pytest.mark.parametrize(("words", "status", "sentence"), [
    ((), 2, "Give recorded speech with --speech DIR"),
    (("--speech", "nowhere"), 1, "There is no manifest"),
    (("--manifest", "nowhere.jsonl"), 1, "nowhere.jsonl cannot be read"),
    (("--speech", ".", "--rivals", "siri"), 2, "'siri' is not one of"),
])
def test_what_is_wrong_is_told_in_a_sentence(
    tmp_path: Path, words: tuple[str, ...], status: int, sentence: str
) -> None:
    ran = run(tmp_path, *words)
    assert ran.returncode == status
    assert sentence in ran.stderr
    assert "Traceback" not in ran.stderr
