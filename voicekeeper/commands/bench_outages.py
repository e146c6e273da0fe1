"""`bench outages`: how soon lost sound is noticed, and how soon it is back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median

import click
from rich import box
from rich.console import Console
from rich.table import Table

from voicekeeper.bench.at_the_table import PlayAtTheTable
from voicekeeper.bench.outages import OUTAGES, Outage, OutageTaken, suffer
from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.demo import load_script
from voicekeeper.commands.roomoptions import play_options, room_of_the_bench


@click.command()
@click.option("--times", type=click.IntRange(1, 100), default=3, show_default=True, metavar="N",
              help="So often is each outage made.")
@click.option("--only", type=click.Choice([outage.name for outage in OUTAGES]), multiple=True,
              metavar="OUTAGE", help="Only this one; several may be given.")
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@common_options
def outages(options: Options, times: int, only: tuple[str, ...], json_output: bool) -> None:
    """Measure how soon a table notices that its sound is gone, and how soon it is back.

    `voicekeeper play` is started in a room without a sound card (a private sound
    server; needs pulseaudio, pulseaudio-utils and libasound2-plugins). There devices are
    unplugged and taken, and the sound server and the program's own sound process
    die and freeze. Back is a device once it has worked for half a second.
    """
    chosen = [outage for outage in OUTAGES if not only or outage.name in only]
    taken: list[OutageTaken] = []
    with ExitStack() as stack:
        room, folder = stack.enter_context(room_of_the_bench(options))
        room.start()
        table = stack.enter_context(PlayAtTheTable(
            room, folder, *play_options(options, folder),
            "--players", ",".join(load_script().players)))
        table.wait_for("said: ")
        status = stack.enter_context(Console(stderr=True).status(""))
        for number in range(times):
            for outage in chosen:
                status.update(f"{number + 1} of {times}: {outage.name}")
                taken.append(suffer(outage, table, room))
                if json_output:
                    _print(taken[-1])
    if not json_output:
        Console().print(_table(chosen, taken))


def _print(taken: OutageTaken) -> None:
    print(json.dumps({"outage": taken.name, "noticed_ms": round(1000 * taken.noticed),
                      "back_ms": round(1000 * taken.back)}), flush=True)


def _table(chosen: Sequence[Outage], taken: Sequence[OutageTaken]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("")
    for heading in ("noticed", "at worst", "back", "at worst"):
        table.add_column(heading, justify="right", no_wrap=True)
    for outage in chosen:
        of_it = [one for one in taken if one.name == outage.name]
        noticed, back = [one.noticed for one in of_it], [one.back for one in of_it]
        table.add_row(outage.name, *(f"{seconds:.1f} s" for seconds in (
            median(noticed), max(noticed), median(back), max(back))))
    return table
