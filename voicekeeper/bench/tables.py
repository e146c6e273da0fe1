"""The figures as tables for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from rich import box
from rich.table import Table

from voicekeeper.bench.figures import ALL, Cost, Share, Tally


def accuracy_table(tallies: Sequence[Tally], titles: Mapping[str, str]) -> Table:
    """A block for each condition, a line for each system; all sets together.

    Shares in percent, with their 95 % intervals where there is room for them:
    80 columns in all. "vain" is asked in vain.
    """
    table = _table("Heard, in % of the recordings, with the 95 % interval")
    for heading in ("", "exact", "asked", "vain", "wrong", "refused", "other: acted"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    shown = [tally for tally in tallies if tally.set == ALL]
    for condition, of_condition in groupby(shown, key=lambda tally: tally.condition):
        table.add_row(_MEANS.get(condition, condition), style="bold")
        for tally in of_condition:
            table.add_row(
                titles[tally.system],
                _with_interval(tally.command("exact")),
                _percent(tally.command("asked")),
                _percent(tally.command("asked_in_vain")),
                _with_interval(tally.command("wrong")),
                _percent(tally.command("refused")),
                _with_interval(tally.of_other("acted")),
            )
    return table


_MEANS = {"noise": "noise, mean", "rooms": "rooms, mean"}


def cost_table(costs: Sequence[Cost], titles: Mapping[str, str]) -> Table:
    """What each system takes, a line each."""
    table = _table("What it takes")
    for heading in ("", "processor, ms a second", "last step, ms", "its p95", "memory, MB"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for cost in costs:
        table.add_row(titles[cost.system], _number(cost.cpu, 1000), _number(cost.median, 1000),
                      _number(cost.p95, 1000), _number(cost.memory))
    return table


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
                 padding=0, show_edge=False)


def _percent(share: Share) -> str:
    return _hundredfold(share.value) if share.of else ""


def _with_interval(share: Share) -> str:
    if not share.of:
        return ""
    low, high = share.interval
    return f"{_hundredfold(share.value)} {_hundredfold(low)}-{_hundredfold(high)}"


def _hundredfold(value: float) -> str:
    return f"{100 * value:.1f}".replace("100.0", "100")


def _number(value: float | None, factor: float = 1.0) -> str:
    return "" if value is None else f"{value * factor:.0f}"
