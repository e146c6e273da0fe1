"""From trials to figures: counts, shares and how sure they are."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from voicekeeper.bench.conditions import Condition
from voicekeeper.bench.outcome import COMMAND_OUTCOMES, OTHER_OUTCOMES, Outcome
from voicekeeper.bench.trials import Latency, Trial

ALL = "all"
"""The name of all sets together."""

_Z = statistics.NormalDist().inv_cdf(0.975)


def wilson(hits: float, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson (1927): of use also near 0 and 1."""
    if not of:
        return 0.0, 1.0
    share, spread = hits / of, _Z * _Z / of
    middle = share + spread / 2
    half = _Z * math.sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))


@dataclass(frozen=True)
class Share:
    """So many of so many, `recordings` of them different ones.

    The same recording in several noises tells less than as many recordings, so
    the interval is that of the recordings.
    """

    hits: int
    of: int
    recordings: int

    @property
    def value(self) -> float:
        """0..1; 0 of nothing."""
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Within it the true share lies in 95 of 100 cases."""
        return wilson(self.value * self.recordings, self.recordings)


@dataclass(frozen=True)
class Tally:
    """How one system did with one set of recordings in one condition (or the mean of several)."""

    system: str
    condition: str
    set: str
    commands: Mapping[Outcome, int]
    other: Mapping[Outcome, int]
    command_recordings: int
    other_recordings: int

    def command(self, *outcomes: Outcome) -> Share:
        """The share of speech with a meaning that came out like this."""
        return Share(sum(self.commands.get(o, 0) for o in outcomes), sum(self.commands.values()),
                     self.command_recordings)

    def of_other(self, outcome: Outcome) -> Share:
        """The share of other speech that came out like this."""
        return Share(self.other.get(outcome, 0), sum(self.other.values()), self.other_recordings)

    def shown(self) -> dict[str, Any]:
        """For JSON: every count, and the shares with their intervals."""
        line: dict[str, Any] = {"figure": "accuracy", "system": self.system,
                                "condition": self.condition, "set": self.set}
        if self.command_recordings:
            line["commands"] = {"of": self.command().of} | {
                o: _shown(self.command(o)) for o in COMMAND_OUTCOMES}
            line["commands"]["right"] = _shown(self.command("exact", "asked"))
        if self.other_recordings:
            line["other_speech"] = {"of": self.of_other("acted").of} | {
                o: _shown(self.of_other(o)) for o in OTHER_OUTCOMES}
        return line


def _shown(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"count": share.hits, "share": round(share.value, 4),
            "interval": [round(low, 4), round(high, 4)]}


def tallies(trials: Sequence[Trial], conditions: Sequence[Condition]) -> list[Tally]:
    """Every condition's tally for each system, all sets together and each alone.

    With "noise" and "rooms", the means over all noise levels and all rooms.
    """
    groups: list[tuple[str, list[Condition]]] = []
    for mean, kind in (("", "clean"), ("noise", "noise"), ("rooms", "room")):
        of_kind = [c for c in conditions if c.kind == kind]
        groups += [(condition.name, [condition]) for condition in of_kind]
        if len(of_kind) > 1:
            groups.append((mean, of_kind))
    systems = list(dict.fromkeys(trial.system for trial in trials))
    sets = sorted({trial.utterance.set for trial in trials})
    chosen: list[tuple[str, list[str]]] = [(ALL, sets), *((name, [name]) for name in sets)]
    by_key: dict[tuple[str, Condition, str], list[Trial]] = {}
    for trial in trials:
        by_key.setdefault((trial.system, trial.condition, trial.utterance.set), []).append(trial)
    return [
        _tally(system, group, name, [trial for condition in members for each in of_sets
                                     for trial in by_key.get((system, condition, each), ())])
        for group, members in groups for name, of_sets in chosen for system in systems
    ]


def _tally(system: str, condition: str, name: str, trials: Iterable[Trial]) -> Tally:
    commands: list[Trial] = []
    other: list[Trial] = []
    for trial in trials:
        (other if trial.utterance.intent is None else commands).append(trial)
    return Tally(system, condition, name,
                 Counter(t.outcome for t in commands), Counter(t.outcome for t in other),
                 len({t.utterance.key for t in commands}), len({t.utterance.key for t in other}))


@dataclass(frozen=True)
class Cost:
    """What a system takes.

    `cpu`: seconds of the processor for a second of sound; `last_steps`: from
    the end of the sound to the decision, seconds; `memory`: MB, all processes.
    """

    system: str
    cpu: float | None
    last_steps: tuple[float, ...] = ()
    memory: float | None = None

    @property
    def median(self) -> float | None:
        """The middle of the last steps, seconds."""
        return statistics.median(self.last_steps) if self.last_steps else None

    @property
    def p95(self) -> float | None:
        """What 95 of 100 last steps stay under, seconds."""
        if len(self.last_steps) < 2:
            return self.median
        return statistics.quantiles(self.last_steps, n=20, method="inclusive")[-1]

    def shown(self) -> dict[str, Any]:
        """For JSON; what is not known is left out."""
        figures = {
            "cpu_seconds_per_second": _rounded(self.cpu, 4),
            "last_step_median_ms": _rounded(self.median, 1, 1000),
            "last_step_p95_ms": _rounded(self.p95, 1, 1000),
            "last_step_turns": len(self.last_steps) or None,
            "memory_mb": _rounded(self.memory, 1),
        }
        return {"figure": "cost", "system": self.system} | {
            key: value for key, value in figures.items() if value is not None}


def _rounded(value: float | None, digits: int, factor: float = 1.0) -> float | None:
    return None if value is None else round(value * factor, digits)


def costs(trials: Sequence[Trial], latencies: Iterable[Latency]) -> list[Cost]:
    """Each system's costs, in the order of the trials."""
    live = {latency.system: latency for latency in latencies}
    found = []
    for system in dict.fromkeys(trial.system for trial in trials):
        known = [(t.cpu, t.seconds) for t in trials if t.system == system and t.cpu is not None]
        seconds = sum(length for _, length in known)
        latency = live.get(system)
        found.append(Cost(
            system, sum(cpu for cpu, _ in known) / seconds if seconds else None,
            latency.last_steps if latency else (), latency.memory if latency else None))
    return found
