"""Runs trials in processes of their own, several at once if asked, and gathers what they report."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from voicekeeper.bench.conditions import CLEAN, Condition, Surroundings
from voicekeeper.bench.corpus import Utterance
from voicekeeper.bench.trials import Failed, Latency, Report, Task, Trial, run
from voicekeeper.faults import RecogniserFault
from voicekeeper.hearing.ears import HearingSettings

# A fork would carry this process's threads and libraries along.
_PROCESSES = multiprocessing.get_context("spawn")


def accuracy_tasks(systems: Sequence[str], settings: HearingSettings,
                   utterances: Sequence[Utterance], surroundings: Surroundings,
                   conditions: Sequence[Condition], jobs: int) -> list[Task]:
    """What there is to hear, each system's share in as many parts as there are jobs."""
    in_order = sorted(utterances, key=lambda u: u.players)
    size = max(1, -(-len(in_order) // jobs))
    parts = [tuple(in_order[start:start + size]) for start in range(0, len(in_order), size)]
    return [Task(system, settings, part, surroundings, tuple(conditions))
            for system in systems for part in parts]


def latency_tasks(systems: Sequence[str], settings: HearingSettings,
                  utterances: Sequence[Utterance], turns: int) -> list[Task]:
    """So many turns at the speed of speech for each system, at the table most spoken at."""
    tables: dict[tuple[str, ...], list[Utterance]] = {}
    for utterance in utterances:
        if utterance.intent is not None:
            tables.setdefault(utterance.players, []).append(utterance)
    most = max(tables.values(), key=len, default=[])
    chosen = tuple(most[i * len(most) // turns] for i in range(turns)) if (
        len(most) > turns) else tuple(most)
    return [Task(system, settings, chosen, Surroundings(), (CLEAN,), live=True)
            for system in systems] if chosen else []


def measure(tasks: Sequence[Task], jobs: int = 1) -> Iterator[Trial | Latency]:
    """Does the tasks, at most `jobs` at once, and gives what they report as it comes.

    Raises RecogniserFault with the sentence of the first that fails; the
    others are ended then, as they are when nobody wants to hear more.
    """
    waiting = list(tasks)
    running: dict[Connection, SpawnProcess] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                reports, process = _start(waiting.pop(0))
                running[reports] = process
            ready = wait(list(running))
            for reports in [each for each in running if each in ready]:
                report = _received(reports)
                if report is None:
                    _ended(running.pop(reports))
                    reports.close()
                elif isinstance(report, Failed):
                    raise RecogniserFault(report.reason)
                else:
                    yield report
    finally:
        for process in running.values():
            process.terminate()
            process.join()


def _start(task: Task) -> tuple[Connection, SpawnProcess]:
    reports, theirs = _PROCESSES.Pipe(duplex=False)
    process = _PROCESSES.Process(target=run, args=(task, theirs), daemon=True)
    process.start()
    theirs.close()
    return reports, process


def _received(reports: Connection) -> Report | None:
    try:
        report: Report = reports.recv()
    except EOFError:
        return None
    return report


def _ended(process: SpawnProcess) -> None:
    process.join()
    if process.exitcode:
        raise RecogniserFault(f"A process of the measurement ended with status {process.exitcode}; "
                              "run it again with --jobs 1.")
