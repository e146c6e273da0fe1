"""`bench hearing`: how well it hears, beside other ways of hearing, on the same sound."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import voicekeeper
from voicekeeper.bench.conditions import NOISE_LEVELS, Condition, Surroundings
from voicekeeper.bench.corpus import (
    Utterance,
    find_manifests,
    load_manifest,
    sample,
    sound_files,
)
from voicekeeper.bench.figures import Cost, Tally, costs, tallies
from voicekeeper.bench.measuring import accuracy_tasks, latency_tasks, measure
from voicekeeper.bench.picture import draw
from voicekeeper.bench.rivals import pocketsphinx_missing
from voicekeeper.bench.systems import OURS, RIVALS, SYSTEMS
from voicekeeper.bench.tables import accuracy_table, cost_table
from voicekeeper.bench.trials import Latency, Trial
from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.parts import hearing_settings
from voicekeeper.faults import DataFault, ModelFault
from voicekeeper.intents import to_json

_NO_SPEECH = ("Give recorded speech with --speech DIR or --manifest FILE: manifests (*.jsonl) "
              "with a line of JSON with audio, players and intent for each recording; "
              "docs/hearing.md tells how to make some.")


@click.command()
@click.option("--speech", type=click.Path(path_type=Path), metavar="DIR",
              help="Folder of manifests (*.jsonl), perhaps with folders noise/ and rooms/.")
@click.option("--manifest", "manifests", type=click.Path(path_type=Path), metavar="FILE",
              multiple=True, help="A manifest; instead of all in --speech.")
@click.option("--noise", type=click.Path(path_type=Path), metavar="PATH", multiple=True,
              help="Noise: sound files or folders of them.  [default: noise/ in --speech]")
@click.option("--rooms", type=click.Path(path_type=Path), metavar="PATH", multiple=True,
              help="Rooms' impulse responses.  [default: rooms/ in --speech]")
@click.option("--snr", type=float, metavar="DB", multiple=True,
              help="How far the noise lies below the speech.  [default: 24, 18, 12 and 6]")
@click.option("--clean-only", is_flag=True, help="Neither noise nor rooms.")
@click.option("--rivals", metavar="A,B,...", default=",".join(RIVALS), show_default=True,
              help="The other ways of hearing, or none.")
@click.option("--limit", type=click.IntRange(1), metavar="N",
              help="At most so many recordings of each manifest.")
@click.option("--turns", type=click.IntRange(0), default=20, show_default=True, metavar="N",
              help="Turns at the speed of speech, to measure the last step and memory.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True,
              metavar="N", help="How many processes hear at once.")
@click.option("--seed", type=int, default=0, show_default=True,
              help="Another seed takes other pieces of the noise.")
@click.option("--picture", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.svg",
              help="Also draw accuracy over noise.")
@click.option("--details", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.jsonl",
              help="Also write what each recording was heard as.")
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@common_options
def hearing(options: Options, speech: Path | None, manifests: tuple[Path, ...],
            noise: tuple[Path, ...], rooms: tuple[Path, ...], snr: tuple[float, ...],
            clean_only: bool, rivals: str, limit: int | None, turns: int, jobs: int, seed: int,
            picture: Path | None, details: Path | None, json_output: bool) -> None:
    """Measure how well recorded speech is heard, beside other ways of hearing.

    The same sound goes through each: clean, in noise of several levels, and in
    rooms. Ours is what `hear` and the table do. The rivals' texts go through
    our own parser.
    """
    systems = _systems(rivals)
    utterances = sample(_utterances(speech, manifests), limit)
    _check_parts(systems, options.language)
    surroundings, conditions = _surroundings(speech, noise, rooms, snr, clean_only, seed)
    settings = hearing_settings(options)
    tasks = accuracy_tasks(systems, settings, utterances, surroundings, conditions, jobs)
    live = latency_tasks(systems, settings, utterances, turns) if turns else []
    trials: list[Trial] = []
    latencies: list[Latency] = []
    console = Console(stderr=True)
    with _written(details) as keep, _progress(console) as bars:
        bar = bars.add_task("hearing", total=sum(
            len(task.utterances) * len(task.conditions) for task in tasks))
        for report in measure(tasks, jobs):
            if isinstance(report, Trial):
                trials.append(report)
                keep(report)
                bars.advance(bar)
        bar = bars.add_task("at the speed of speech", total=len(live))
        # One at a time: what is measured here is how long things take.
        for report in measure(live):
            if isinstance(report, Latency):
                latencies.append(report)
                bars.advance(bar)
    run = _Run(utterances, surroundings, conditions, settings.model, seed)
    _show(run, tallies(trials, conditions), costs(trials, latencies), json_output, picture)


def _systems(rivals: str) -> list[str]:
    named = [name.strip() for name in rivals.split(",") if name.strip() not in ("", "none")]
    for name in named:
        if name not in RIVALS:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(RIVALS)} or none",
                                     param_hint="--rivals")
    return [OURS, *(name for name in RIVALS if name in named)]


def _check_parts(systems: Sequence[str], language: str) -> None:
    problem = pocketsphinx_missing(language) if "pocketsphinx" in systems else None
    if problem is not None:
        raise ModelFault(problem)


def _utterances(speech: Path | None, manifests: Sequence[Path]) -> list[Utterance]:
    if manifests:
        found = list(manifests)
    elif speech is not None:
        found = find_manifests(speech)
    else:
        raise click.UsageError(_NO_SPEECH)
    utterances = [utterance for manifest in found for utterance in load_manifest(manifest)]
    if not utterances:
        raise DataFault("There is no recording in what was given. " + _NO_SPEECH)
    return utterances


def _surroundings(speech: Path | None, noise: Sequence[Path], rooms: Sequence[Path],
                  snr: Sequence[float], clean_only: bool, seed: int
                  ) -> tuple[Surroundings, list[Condition]]:
    if clean_only:
        surroundings = Surroundings(seed=seed)
    else:
        surroundings = Surroundings(sound_files(noise or _inside(speech, "noise")),
                                    sound_files(rooms or _inside(speech, "rooms")), seed)
    return surroundings, surroundings.conditions(snr or NOISE_LEVELS)


def _inside(speech: Path | None, name: str) -> list[Path]:
    return sorted(p for p in speech.rglob(name) if p.is_dir()) if speech is not None else []


@contextmanager
def _written(details: Path | None) -> Iterator[Any]:
    """A function that writes a trial as a line, where somebody wants it."""
    if details is None:
        yield lambda trial: None
        return
    try:
        file = details.open("w", encoding="utf-8")
    except OSError as error:
        raise DataFault(f"{details} cannot be written: {error.strerror}.") from error
    with file:
        yield lambda trial: print(json.dumps(_detail(trial), ensure_ascii=False), file=file,
                                  flush=True)


def _detail(trial: Trial) -> dict[str, Any]:
    understood, utterance = trial.understood, trial.utterance
    return {
        "system": trial.system, "condition": trial.condition.name, "noise": trial.noise,
        "set": utterance.set, "id": utterance.id, "said": utterance.text,
        "heard": understood.text, "outcome": trial.outcome,
        "intent": None if understood.intent is None else to_json(understood.intent),
        "choices": [to_json(choice) for choice in understood.choices],
    }


@contextmanager
def _progress(console: Console) -> Iterator[Progress]:
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                  TimeRemainingColumn(), console=console, transient=True,
                  disable=not console.is_terminal) as bars:
        yield bars


@dataclass(frozen=True)
class _Run:
    """What was measured, and on what."""

    utterances: Sequence[Utterance]
    surroundings: Surroundings
    conditions: Sequence[Condition]
    model: Path
    seed: int

    def shown(self) -> dict[str, Any]:
        """For JSON, as the first line."""
        sets: dict[str, int] = {}
        for utterance in self.utterances:
            sets[utterance.set] = sets.get(utterance.set, 0) + 1
        return {
            "figure": "run", "date": date.today().isoformat(), "version": voicekeeper.__version__,
            "machine": f"{platform.machine()}, {os.cpu_count()} processors",
            "model": self.model.name, "seed": self.seed, "sets": sets,
            "conditions": [condition.name for condition in self.conditions],
            "noises": sorted(self.surroundings.noises), "rooms": sorted(self.surroundings.rooms),
        }

    def caption(self) -> str:
        """One line for people."""
        shown = self.shown()
        sets = ", ".join(f"{count} {name}" for name, count in shown["sets"].items())
        return f"{shown['date']}, {shown['model']}; recordings: {sets}"


def _show(run: _Run, found: Sequence[Tally], taken: Sequence[Cost], json_output: bool,
          picture: Path | None) -> None:
    titles = {name: kind.title for name, kind in SYSTEMS.items()}
    if json_output:
        for line in (run.shown(), *(t.shown() for t in found), *(c.shown() for c in taken)):
            print(json.dumps(line, ensure_ascii=False), flush=True)
    else:
        console = Console()
        console.print(accuracy_table(found, titles))
        console.print(cost_table(taken, titles))
        console.print(run.caption(), style="dim", highlight=False, soft_wrap=True)
    if picture is not None:
        try:
            picture.write_text(draw(found, run.conditions, titles, run.caption()),
                               encoding="utf-8")
        except OSError as error:
            raise DataFault(f"{picture} cannot be written: {error.strerror}.") from error
