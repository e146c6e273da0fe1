"""The figures of spoken turns: medians, 95th percentiles and costs."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.table import Table

from voicekeeper.bench.gaps import HEARD
from voicekeeper.bench.spokenturns import STAGES, Started, TurnTaken


@dataclass(frozen=True)
class Figure:
    """One thing measured: `median` and `p95` (of `count` values), or one `value`, in `unit`."""

    name: str
    unit: str
    median: float | None = None
    p95: float | None = None
    value: float | None = None
    count: int | None = None

    @classmethod
    def of(cls, name: str, seconds: Sequence[float]) -> Figure:
        """In ms, from values in seconds; at least one."""
        p95 = (statistics.quantiles(seconds, n=20, method="inclusive")[-1]
               if len(seconds) > 1 else seconds[0])
        return cls(name, "ms", 1000 * statistics.median(seconds), 1000 * p95, None, len(seconds))

    def shown(self) -> dict[str, Any]:
        """For JSON; what is not there is left out."""
        line = {"figure": self.name, "unit": self.unit, "median": _rounded(self.median),
                "p95": _rounded(self.p95), "value": _rounded(self.value), "count": self.count}
        return {key: value for key, value in line.items() if value is not None}


class Findings:
    """What has been measured so far; `turns`: all of them, those without a sound too."""

    def __init__(self) -> None:
        self.turns: list[TurnTaken] = []
        self._starts: list[Started] = []

    def add(self, taken: Started | TurnTaken) -> None:
        """One more."""
        if isinstance(taken, Started):
            self._starts.append(taken)
        else:
            self.turns.append(taken)

    @property
    def waits(self) -> list[float]:
        """From each release to the first sound, seconds."""
        return [turn.wait for turn in self.turns if turn.wait is not None]

    def figures(self) -> list[Figure]:
        """Every figure, in the order of a turn."""
        return [*self._stages(), Figure.of("release to first sound", self.waits), *self._by_held(),
                *self._replies(), *self._costs()]

    def _stages(self) -> Iterator[Figure]:
        for stage in STAGES:
            seconds = [turn.stages[stage] for turn in self.turns if turn.stages]
            if seconds:
                yield Figure.of(stage, seconds)

    def _by_held(self) -> Iterator[Figure]:
        groups: dict[float, list[float]] = {}
        for turn in self.turns:
            if turn.wait is not None:
                groups.setdefault(turn.meant, []).append(turn.wait)
        if len(groups) > 1:
            for held, waits in sorted(groups.items()):
                yield Figure.of(f"  held for {held:g} s after the last word", waits)

    def _replies(self) -> Iterator[Figure]:
        yield Figure("replies made ready while it was held", "turns",
                     value=sum(turn.guessed is True for turn in self.turns))
        yield Figure("  others made ready in vain", "turns",
                     value=sum(turn.guessed is False for turn in self.turns))
        yield Figure("turns without a sound", "turns", value=len(self.turns) - len(self.waits))
        gaps = [turn.gap for turn in self.turns if turn.gap is not None]
        yield Figure("replies with a gap in them", "turns", value=sum(gap > HEARD for gap in gaps))
        yield Figure("  the longest gap", "ms", value=1000 * max(gaps, default=0.0))

    def _costs(self) -> Iterator[Figure]:
        cpu = [turn.cpu for turn in self.turns if turn.cpu is not None]
        if cpu:
            yield Figure.of("processor's time, a turn", cpu)
        if self._starts:
            yield Figure.of("ready to listen after the start", [s.ready for s in self._starts])
        memory = [turn.memory for turn in self.turns if turn.memory is not None]
        if memory:
            yield Figure("memory, all processes, at most", "MB", value=max(memory))


def turn_shown(turn: TurnTaken) -> dict[str, Any]:
    """One turn for JSON; what is not known is left out."""
    shown = {
        "figure": "turn", "audio": turn.spoken.audio.name, "players": turn.spoken.players,
        "heard": turn.heard, "said": turn.said, "held_ms": _rounded(turn.held, 1000),
        "wait_ms": _rounded(turn.wait, 1000),
        "stages_ms": {stage: _rounded(seconds, 1000) for stage, seconds in turn.stages.items()},
        "guessed": turn.guessed, "processor_ms": _rounded(turn.cpu, 1000),
        "memory_mb": _rounded(turn.memory), "gap_ms": _rounded(turn.gap, 1000),
    }
    return {key: value for key, value in shown.items() if value is not None}


def _rounded(value: float | None, factor: float = 1.0) -> float | None:
    return None if value is None else round(value * factor, 1)


def figures_table(figures: Sequence[Figure]) -> Table:
    """For the terminal."""
    table = Table(title="From the button's release to the first sound of the reply",
                  title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, padding=(0, 1))
    for heading in ("", "median", "p95"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for figure in figures:
        first = figure.value if figure.median is None else figure.median
        table.add_row(figure.name, *("" if value is None else f"{value:.0f} {figure.unit}"
                                     for value in (first, figure.p95)))
    return table
