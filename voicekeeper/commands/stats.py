"""`stats`: what everybody has come to over all finished games; table, JSON, picture."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

import click
from rich.table import Table

from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.games import day_options, reading, search_of, wide_console
from voicekeeper.commands.output import keep
from voicekeeper.commands.statsjson import career_json, duel_json
from voicekeeper.pictures.careers import draw_careers, draw_duels
from voicekeeper.skyjo.careers import Career, Duel, Feat
from voicekeeper.skyjo.history import Search
from voicekeeper.skyjo.players import fold

_PICTURES = (".svg", ".png")


class _PictureFile(click.Path):
    """A file for a picture, by its ending."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None
                ) -> Path:
        """The file, or wrong usage."""
        path = Path(str(super().convert(value, param, ctx)))  # type: ignore[arg-type]
        if path.suffix.lower() not in _PICTURES:
            self.fail(f"{path} is no picture; let its name end in {' or '.join(_PICTURES)}.",
                      param, ctx)
        return path


@click.command()
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@day_options
@click.option("--pairs", is_flag=True,
              help="What every two have come to in their games with each other.")
@click.option("--json", "json_output", is_flag=True, help="One JSON object a line.")
@click.option("--picture", type=_PictureFile(dir_okay=False), metavar="FILE",
              help="A picture instead of the table: FILE ends in .svg or .png.")
@common_options
def stats(
    options: Options, players: tuple[str, ...], since: date | None, until: date | None,
    on: date | None, pairs: bool, json_output: bool, picture: Path | None,
) -> None:
    """Show what everybody, or each PLAYER, has come to over all finished games.

    Games and wins (a shared one too), points a round, the best and the worst round,
    how often somebody closed and was doubled for it, and the most wins in a row. Points
    are as they counted. With --pairs in the games of two with each other; of one PLAYER
    with everybody, of several among them.
    """
    search = search_of((), since, until, on)
    with reading(options) as ledger:
        careers = ledger.careers(search, players, streaks=True)
        duels = ledger.duels(search, players) if pairs else ()
    seen = {fold(career.player) for career in careers}
    for player in players:
        if fold(player) not in seen:
            click.echo(f"{player} has finished no such game.", err=True)
    if json_output:
        for line in map(duel_json, duels) if pairs else map(career_json, careers):
            print(json.dumps(line), flush=True)
    if picture is not None:
        days = _days(search)
        _draw(picture, draw_duels(duels, days) if pairs else draw_careers(careers, days))
    elif not json_output:
        _print(careers, duels, search, pairs)


def _draw(file: Path, picture: str) -> None:
    if file.suffix.lower() == ".svg":
        keep(file, picture.encode())
        return
    from voicekeeper.pictures.png import to_png

    keep(file, to_png(picture))


def _days(search: Search) -> str:
    """Which games these are, for people."""
    since, until = search.since, search.until
    if since is not None and since == until:
        return f"games of {since}"
    parts = [*([f"since {since}"] if since else []), *([f"up to {until}"] if until else [])]
    return f"games {' '.join(parts)}" if parts else "all games"


def _print(careers: Sequence[Career], duels: Sequence[Duel], search: Search, pairs: bool) -> None:
    if not careers:
        click.echo("No finished games yet." if search == search_of((), None, None, None)
                   else "No such games.")
    elif not pairs:
        _show(("player", "games", *_HEADINGS, "streak"), (
            (career.player, career.games, *_cells(career, dates=True), career.streak)
            for career in careers))
        click.echo("\nclosed: of the rounds played; doubled: of those closed; "
                   "streak: games won in a row.")
    elif not duels:
        click.echo("No two of them have finished a game together.")
    else:
        _show(("player", "with", "games", "ahead", "level", *_HEADINGS, "streak"), (
            (duel.career.player, duel.other, duel.career.games, duel.ahead, duel.level,
             *_cells(duel.career), duel.streak) for duel in duels))
        click.echo("\nahead: games that ended with fewer points than the other's; "
                   "streak: so many of them in a row.")


_HEADINGS = ("won", "average", "best", "worst", "closed", "doubled")
_TEXTS = ("player", "with", "best", "worst")


def _cells(career: Career, *, dates: bool = False) -> tuple[str, ...]:
    return (
        _share(career.wins, career.games), f"{career.average:.1f}", _feat(career.best, dates),
        _feat(career.worst, dates), _share(career.closed, career.rounds),
        _share(career.doubled, career.closed),
    )


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.0f}%)" if whole else str(part)


def _feat(feat: Feat, date: bool) -> str:
    known = date and feat.started is not None
    return f"{feat.points}, {str(feat.started)[:10]}" if known else str(feat.points)


def _show(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in headings:
        table.add_column(heading, justify="left" if heading in _TEXTS else "right", no_wrap=True)
    for row in rows:
        table.add_row(*map(str, row))
    wide_console().print(table)
