"""`bench`: how quick and how big this machine's voicekeeper is, stage by stage."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table

from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.demo import load_script
from voicekeeper.commands.lazy import LazyGroup
from voicekeeper.commands.parts import make_ears
from voicekeeper.commands.verbs import verb_first
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.hearing.ears import Ears
from voicekeeper.hearing.speech import RATE
from voicekeeper.hearing.utterance import BLOCK
from voicekeeper.session import Session
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.sound.files import read_take
from voicekeeper.sound.take import Samples
from voicekeeper.voice.piper import Voice
from voicekeeper.voice.replies import Replies

T = TypeVar("T")


@dataclass(frozen=True)
class Figure:
    """One thing measured; `unit` is s, ms or MB; `p95` only where there are many values."""

    stage: str
    median: float
    unit: str
    p95: float | None = None


@dataclass
class _Turns:
    """The times of the stages of every turn, seconds."""

    last_steps: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    first_sounds: list[float] = field(default_factory=list)

    def whole(self) -> list[float]:
        """From the end of the take to the first sound, but for the sound card."""
        return [sum(stages) for stages in
                zip(self.last_steps, self.answers, self.first_sounds, strict=True)]


@click.command("bench")
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@click.option("--rounds", type=click.IntRange(1, 100), default=3, show_default=True,
              help="How often the demo's game is played, at the speed of speech.")
@common_options
def stages(options: Options, json_output: bool, rounds: int) -> None:
    """Measure each stage of a turn on the demo's recordings, and memory.

    The sound card's own delay is not among them. With one of the words below,
    measure something else; each has options of its own.
    """
    figures = _measure(options, rounds)
    if json_output:
        for figure in figures:
            print(json.dumps({k: v for k, v in asdict(figure).items() if v is not None}),
                  flush=True)
        return
    table = Table("stage", "median", "p95")
    for figure in figures:
        p95 = "" if figure.p95 is None else f"{figure.p95:.1f} {figure.unit}"
        table.add_row(figure.stage, f"{figure.median:.1f} {figure.unit}", p95)
    Console().print(table)


@click.pass_context
def _bench(context: click.Context, /, **given: Any) -> None:
    if context.invoked_subcommand is None:
        context.invoke(stages, **given)


class _Bench(LazyGroup):
    """Options before the word are the word's, as those after it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, verb_first(self, ctx, args))


# `bench` alone measures the stages; with a word after it, something else.
bench = _Bench("bench", modules={"hearing": "bench_hearing", "ledger": "bench_ledger",
                                 "outages": "bench_outages", "turn": "bench_turn"},
                  invoke_without_command=True, params=stages.params, callback=_bench,
                  help=stages.help)


def _measure(options: Options, rounds: int) -> list[Figure]:
    script = load_script()
    takes = [read_take(path).samples for path in script.recordings]
    turns = _Turns()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="voicekeeper-")))
        # A cache of its own, so that the grammar is really made the first time.
        ears = make_ears(replace(options, data=folder))
        stack.callback(ears.close)
        new, _ = _timed(lambda: ears.attend(script.players))
        ears.close()
        known, _ = _timed(lambda: ears.attend(script.players))
        voice_load, voice = _timed(lambda: Voice.load(options.config.voice, options.language))
        replies = Replies.load(options.language, deterministic=True)
        at_once, _ = _timed(lambda: [ears.hear(samples) for samples in takes])
        for number in range(rounds):
            with Ledger.open(folder / str(number) / FILE_NAME, writer=True) as ledger:
                session = Session(ledger, replies, rules=script.rules)
                session.start(script.players)
                for samples in takes:
                    _turn(turns, ears, session, voice, samples)
        resident = _resident("self") + _resident(str(ears.pid))
    return [
        Figure("grammar for new players, and its loading", new, "s"),
        Figure("grammar for known players, loading", known, "s"),
        Figure("voice, loading", voice_load, "s"),
        _many("hearing, last step", turns.last_steps),
        _many("answer and ledger", turns.answers),
        _many("voice, first phrase, none kept", turns.first_sounds),
        _many("from the end of the take to sound", turns.whole()),
        Figure("hearing a second of speech", 1000 * at_once / (sum(map(len, takes)) / RATE), "ms"),
        Figure("memory, all processes", resident, "MB"),
    ]


def _turn(turns: _Turns, ears: Ears, session: Session, voice: Voice, samples: Samples) -> None:
    utterance = ears.utterance()
    began = time.perf_counter()
    for start in range(0, len(samples), BLOCK):
        # As a microphone gives them: decoding goes on while somebody speaks.
        time.sleep(max(0.0, began + start / RATE - time.perf_counter()))
        utterance.feed(samples[start:start + BLOCK])
    last, understood = _timed(lambda: ears.understand(utterance.finish(), session.speaking_for))
    answer, spoken = _timed(lambda: session.hear(
        Meaning(understood.text, understood.intent, understood.choices)))
    sound, _ = _timed(lambda: next(iter(voice.speak(spoken.sentences)), None))
    turns.last_steps.append(last)
    turns.answers.append(answer)
    turns.first_sounds.append(sound)


def _many(stage: str, seconds: list[float]) -> Figure:
    return Figure(stage, 1000 * statistics.median(seconds), "ms",
                  1000 * statistics.quantiles(seconds, n=20)[-1])


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    began = time.perf_counter()
    value = work()
    return time.perf_counter() - began, value


def _resident(process: str) -> float:
    """Resident memory in MB; 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines()
                 if line.startswith("VmRSS")), 0.0)
