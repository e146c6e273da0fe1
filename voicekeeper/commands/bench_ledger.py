"""`bench ledger`: whether old games make anything slower."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click
from rich.table import Table

from voicekeeper.bench.ledgerturns import Times, measure_ledger
from voicekeeper.bench.pastgames import make_ledger
from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.games import wide_console
from voicekeeper.skyjo.ledger import FILE_NAME


@click.command()
@click.option("--games", "sizes", type=click.IntRange(0, 100_000), multiple=True, metavar="N",
              default=(0, 12, 1000, 10_000), show_default=True,
              help="With so many past games; may be given several times.")
@click.option("--rounds", type=click.IntRange(1, 99), default=12, show_default=True,
              help="So many rounds has each of them.")
@click.option("--turns", type=click.IntRange(2, 99), default=60, show_default=True,
              help="So many rounds are played to measure the answers.")
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@common_options
def ledger(options: Options, sizes: tuple[int, ...], rounds: int, turns: int, json_output: bool
           ) -> None:
    """Measure the start, every kind of answer and undo with few and with many past games.

    The ledgers are made for it, and deleted. Growth compares the most games with
    the fewest, but for none: the last few are always at hand, since undo goes back
    to them. Speech is not in it: see `bench`.
    """
    found: list[Times] = []
    for games in sorted(set(sizes)):
        with tempfile.TemporaryDirectory(prefix="voicekeeper-") as made:
            path = Path(made) / FILE_NAME
            make_ledger(path, games, rounds)
            if not json_output:
                size = path.stat().st_size / 1e6
                click.echo(f"{games:,} games of {rounds} rounds: {size:.1f} MB", err=True)
            found += measure_ledger(Path(made), games, turns)
    if json_output:
        growth = _growth(found)
        for times in found:
            more = growth.get(times.stage) if times.games == max(sizes) else None
            shown = {**asdict(times), "unit": "ms", "growth": more}
            print(json.dumps({k: v for k, v in shown.items() if v is not None}), flush=True)
    else:
        wide_console().print(_table(found))


def _growth(found: Sequence[Times]) -> dict[str, float]:
    """By how many times a stage takes longer with the most games than with a few."""
    sizes = sorted({times.games for times in found})
    if len(sizes) < 2:
        return {}
    few = next(games for games in sizes if games or len(sizes) == 2)
    medians = {(times.stage, times.games): times.median for times in found}
    return {stage: medians[stage, sizes[-1]] / medians[stage, few]
            for stage in dict.fromkeys(times.stage for times in found)}


def _table(found: Sequence[Times]) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0))
    sizes = sorted({times.games for times in found})
    table.add_column("past games, median (p95) in ms", no_wrap=True)
    for games in sizes:
        table.add_column(f"{games:,}", justify="right", no_wrap=True)
    growth = _growth(found)
    if growth:
        table.add_column("growth", justify="right")
    for stage in dict.fromkeys(times.stage for times in found):
        cells = [f"{times.median:.1f} ({times.p95:.1f})" for times in found
                 if times.stage == stage]
        more = [f"{growth[stage]:.2f}"] if growth else []
        table.add_row(stage, *cells, *more)
    return table
