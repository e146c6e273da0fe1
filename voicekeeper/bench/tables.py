"""The figures as tables for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from rich.table import Table

from voicekeeper.bench.figures import ALL, Cost, Share, Tally


def accuracy_table(tallies: Sequence[Tally], titles: Mapping[str, str]) -> Table:
    """A block for each condition, a line for each system; all sets together.

    Shares in percent, with their 95 % intervals where there is room for them.
    """
    table = Table(title="Heard, in % of the recordings (95 % interval)", title_justify="left")
    table.add_column("where")
    table.add_column("system", no_wrap=True)
    for heading in ("exact", "asked", "asked\nin vain", "wrong", "refused"):
        table.add_column(heading, justify="right")
    table.add_column("other speech\nacted on", justify="right")
    shown = [tally for tally in tallies if tally.set == ALL]
    for condition, of_condition in groupby(shown, key=lambda tally: tally.condition):
        for number, tally in enumerate(of_condition):
            table.add_row(
                _MEANS.get(condition, condition) if number == 0 else "",
                titles[tally.system],
                _with_interval(tally.command("exact")),
                _percent(tally.command("asked")),
                _percent(tally.command("asked_in_vain")),
                _with_interval(tally.command("wrong")),
                _percent(tally.command("refused")),
                _with_interval(tally.of_other("acted")),
            )
        table.add_section()
    return table


_MEANS = {"noise": "noise, mean", "rooms": "rooms, mean"}


def cost_table(costs: Sequence[Cost], titles: Mapping[str, str]) -> Table:
    """What each system takes, a line each."""
    table = Table(title="What it takes", title_justify="left")
    table.add_column("system", no_wrap=True)
    for heading in ("processor, ms\na second of sound", "last step, ms\nmedian", "p95",
                    "memory, MB"):
        table.add_column(heading, justify="right")
    for cost in costs:
        table.add_row(titles[cost.system], _number(cost.cpu, 1000), _number(cost.median, 1000),
                      _number(cost.p95, 1000), _number(cost.memory))
    return table


def _percent(share: Share) -> str:
    return f"{100 * share.value:.1f}" if share.of else ""


def _with_interval(share: Share) -> str:
    if not share.of:
        return ""
    low, high = share.interval
    return f"{100 * share.value:.1f} ({100 * low:.1f}-{100 * high:.1f})"


def _number(value: float | None, factor: float = 1.0) -> str:
    return "" if value is None else f"{value * factor:.0f}"
