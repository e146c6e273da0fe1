"""`history`: every game played, newest first."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.table import Table

from voicekeeper.commands.common import Options, common_options
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger


@click.command()
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@common_options
def history(options: Options, json_output: bool) -> None:
    """List the games in the ledger, newest first."""
    path = options.data / FILE_NAME
    games = []
    if path.is_file():
        with Ledger.open(path) as ledger:
            games = list(ledger.games())
    if json_output:
        for game in games:
            print(json.dumps({
                "id": game.id, "started": game.started, "players": list(game.players),
                "totals": dict(game.totals), "winners": list(game.winners), "over": game.over,
            }), flush=True)
        return
    if not games:
        click.echo("No games yet.")
        return
    table = Table("started", "totals", "won by")
    table.add_column("id", no_wrap=True)  # it is to be copied whole
    for game in games:
        totals = ", ".join(f"{name} {points}" for name, points in game.totals.items())
        table.add_row(game.started[:16].replace("T", " "), totals,
                      " and ".join(game.winners) if game.over else "not over", game.id)
    # Not cut where the output is no terminal, or a narrow one.
    console = Console()
    console.print(table, width=max(console.width, 100), crop=False, no_wrap=True)
