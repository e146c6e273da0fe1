"""The trials of one system, run in a process of its own."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection

from voicekeeper.bench.conditions import Condition, Stage, Surroundings
from voicekeeper.bench.corpus import Utterance
from voicekeeper.bench.outcome import Outcome, judge
from voicekeeper.bench.systems import SYSTEMS, System
from voicekeeper.faults import Fault
from voicekeeper.hearing.decision import Understood
from voicekeeper.hearing.ears import HearingSettings
from voicekeeper.hearing.utterance import BLOCK
from voicekeeper.processes import processor_time, resident_memory
from voicekeeper.sound.files import read_take
from voicekeeper.sound.take import TAKE_RATE, Samples


@dataclass(frozen=True)
class Trial:
    """One recording as one system heard it in one condition.

    `seconds` is how long the sound was, `cpu` the processor's time on it in
    seconds (None where the system does not tell).
    """

    system: str
    condition: Condition
    noise: str
    utterance: Utterance
    understood: Understood
    outcome: Outcome
    seconds: float
    cpu: float | None


@dataclass(frozen=True)
class Latency:
    """What a system took at the speed of speech.

    `last_step`: from the end of the sound to the decision, a value for each
    recording, seconds; `memory`: resident memory of all its processes, MB
    (None where the operating system does not tell).
    """

    system: str
    last_steps: tuple[float, ...]
    memory: float | None


@dataclass(frozen=True)
class Task:
    """What a process is to do: these recordings, each in all conditions.

    `live`: at the speed of speech, to measure latency instead.
    """

    system: str
    settings: HearingSettings
    utterances: tuple[Utterance, ...]
    surroundings: Surroundings
    conditions: tuple[Condition, ...]
    live: bool = False


@dataclass(frozen=True)
class Failed:
    """A task could not be done; `reason` is a sentence."""

    reason: str


Report = Trial | Latency | Failed


def run(task: Task, reports: Connection) -> None:
    """Does a task and sends what comes of it; for a process of its own."""
    # Ctrl-C goes to the whole group: whoever started this ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        system = SYSTEMS[task.system].make(task.settings)
        try:
            if task.live:
                reports.send(_latency(task, system))
            else:
                for trial in _trials(task, system):
                    reports.send(trial)
        finally:
            system.close()
    except Fault as fault:
        reports.send(Failed(str(fault)))
    except BrokenPipeError:
        pass  # nobody wants to hear more
    finally:
        reports.close()


def _trials(task: Task, system: System) -> Iterator[Trial]:
    stage = Stage(task.surroundings)
    for utterance in _seated(task.utterances, system):
        speech = read_take(utterance.audio).samples
        for condition in task.conditions:
            sound = stage.play(speech, condition, utterance.key)
            before = processor_time(system.process)
            for block in _blocks(sound):
                system.feed(block)
            understood = system.decide(utterance.speaking_for)
            after = processor_time(system.process)
            yield Trial(
                task.system, condition, task.surroundings.noise_for(condition, utterance.key),
                utterance, understood, judge(understood, utterance.intent),
                len(sound) / TAKE_RATE,
                None if before is None or after is None else after - before)


def _latency(task: Task, system: System) -> Latency:
    last_steps = []
    for utterance in _seated(task.utterances, system):
        sound = read_take(utterance.audio).samples
        began = time.perf_counter()
        for number, block in enumerate(_blocks(sound), start=1):
            # A block is there when it has been spoken; decoding goes on meanwhile.
            time.sleep(max(0.0, began + number * BLOCK / TAKE_RATE - time.perf_counter()))
            system.feed(block)
        ended = time.perf_counter()
        system.decide(utterance.speaking_for)
        last_steps.append(time.perf_counter() - ended)
    resident = [resident_memory(process) for process in (os.getpid(), system.process)
                if process is not None]
    memory = None if None in resident else sum(filter(None, resident))
    return Latency(task.system, tuple(last_steps), memory)


def _seated(utterances: Sequence[Utterance], system: System) -> Iterator[Utterance]:
    """The recordings, one table of players after the other."""
    players: tuple[str, ...] | None = None
    for utterance in sorted(utterances, key=lambda u: u.players):
        if utterance.players != players:
            players = utterance.players
            system.attend(players)
        yield utterance


def _blocks(sound: Samples) -> Iterator[Samples]:
    return (sound[start:start + BLOCK] for start in range(0, len(sound), BLOCK))
