"""`history`: every game played, found by player and day; a game's sheet; deleted and restored."""

from __future__ import annotations

import json
from datetime import date

import click
from rich.table import Table

from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.games import (
    now,
    reading,
    search_of,
    search_options,
    shown,
    the_game,
    when,
    wide_console,
    writing,
)
from voicekeeper.commands.hints import typable
from voicekeeper.commands.scoretable import print_sheet, sheet_json
from voicekeeper.commands.verbs import VerbGroup
from voicekeeper.skyjo.history import GameSummary


class _History(VerbGroup):
    """Without a verb the games are listed; with a game in its place, that one is shown."""

    bare, named = "list", "show"


@click.group(cls=_History)
def history() -> None:
    """List the games played, newest first; show, delete and restore one.

    `voicekeeper history` lists them all (options of the list: `history list --help`),
    `voicekeeper history GAME` shows one's score sheet. GAME is its id or the first
    letters of it, or "last". Games are in the order in which they were begun; a date
    is unknown where the clock stood before an earlier game's, as on a box without a
    clock of its own.
    """


@history.command("list")
@search_options
@click.option("--limit", type=click.IntRange(1), metavar="N", help="At most so many.")
@click.option("--deleted", is_flag=True, help="Those that were deleted, instead.")
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@common_options
def list_games(
    options: Options, players: tuple[str, ...], since: date | None, until: date | None,
    on: date | None, limit: int | None, deleted: bool, json_output: bool,
) -> None:
    """List the games, newest first (the verb may be left out)."""
    search = search_of(players, since, until, on, deleted=deleted)
    with reading(options) as ledger:
        games = ledger.games(limit, search)
    if json_output:
        for game in games:
            print(json.dumps(shown(game)), flush=True)
    elif not games:
        everything = search == search_of((), None, None, None)
        click.echo("No games yet." if everything else "No such games.")
    else:
        _print_list(games)


@history.command()
@click.argument("game", required=False)
@click.option("--json", "json_output", is_flag=True,
              help="One JSON object: the game with its counted rounds.")
@common_options
def show(options: Options, game: str | None, json_output: bool) -> None:
    """Show a game's score sheet (the verb may be left out); without GAME the newest one's."""
    with reading(options) as ledger:
        summary = the_game(ledger, game)
        played = ledger.sheet(summary)
    if json_output:
        print(json.dumps({**shown(summary), **sheet_json(played)}), flush=True)
    else:
        print_sheet(summary, played)


@history.command()
@click.argument("game")
@common_options
def delete(options: Options, game: str) -> None:
    """Take a game out of the history; restore brings it back."""
    with writing(options) as ledger:
        summary = the_game(ledger, game)
        if summary.deleted:
            click.echo(f"{_told(summary)} is deleted already.")
            return
        ledger.delete(summary.id, now())
    click.echo(typable(f"{_told(summary)} is deleted; "
                       f"`voicekeeper history restore {summary.id[:8]}` brings it back."))


@history.command()
@click.argument("game")
@common_options
def restore(options: Options, game: str) -> None:
    """Bring a deleted game back (`history --deleted` lists them; "last": the newest of those)."""
    with writing(options) as ledger:
        summary = the_game(ledger, game, deleted=True)
        if not summary.deleted:
            click.echo(f"{_told(summary)} is not deleted.")
            return
        ledger.restore(summary.id)
    click.echo(f"{_told(summary)} is back.")


def _told(game: GameSummary) -> str:
    date = "" if game.started is None else f" of {when(game)}"
    return f"The game{date} with {', '.join(game.players[:-1])} and {game.players[-1]}"


def _print_list(games: tuple[GameSummary, ...]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("started", "totals", "won by", "id"):  # an id is to be copied whole
        table.add_column(heading, no_wrap=heading in ("started", "id"))
    for game in games:
        totals = ", ".join(f"{name} {points}" for name, points in game.totals.items())
        won = " and ".join(game.winners) if game.winners else "nobody"
        table.add_row(when(game), totals, won if game.over else "not over", game.id)
    wide_console().print(table)
