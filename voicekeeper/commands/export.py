"""`export`: games as sheets (JSON), a table (CSV) or a picture (SVG, PNG)."""

from __future__ import annotations

import json
import sys
from datetime import date
from pathlib import Path

import click

from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.games import reading, search_of, search_options, the_game, when
from voicekeeper.commands.output import keep
from voicekeeper.faults import DataFault
from voicekeeper.pictures.progress import draw_progress
from voicekeeper.skyjo.csvsheet import write_csv
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.history import GameSummary
from voicekeeper.skyjo.sheet import write_sheet

FORMATS = ("json", "csv", "svg", "png")


@click.command()
@click.argument("game", required=False)
@click.option("--format", "format_", type=click.Choice(FORMATS),
              help="json: sheets as score and import take them, a line a game; csv: a table; "
                   "svg, png: a picture.  [default: by FILE's ending; json without one]")
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Where it is written.  [default: standard output]")
@click.option("--all", "everything", is_flag=True, help="All games, the oldest first (json).")
@search_options
@common_options
def export(
    options: Options, game: str | None, format_: str | None, output: Path | None,
    everything: bool, players: tuple[str, ...], since: date | None, until: date | None,
    on: date | None,
) -> None:
    """Write a game out: the newest one, or GAME (its id, or the first letters of it).

    A half-entered round is left out. With --all, or an option that chooses games,
    several are written.
    """
    search = search_of(players, since, until, on)
    several = everything or search != search_of((), None, None, None)
    if several and game is not None:
        raise click.UsageError("GAME is one game: leave out --all and what chooses games.")
    kind = format_ or _by_ending(output)
    if several and kind != "json":
        raise click.UsageError(f"{kind} holds one game: choose it by its id, or export json.")
    with reading(options) as ledger:
        if several:
            lines = [_line(summary, played) for summary, played in ledger.sheets(search)
                     if played.finished]
            content = "".join(lines).encode()
        else:
            summary = the_game(ledger, game)
            content = _written(kind, summary, ledger.sheet(summary))
    if output is not None:
        keep(output, content)
    elif kind == "png" and sys.stdout.isatty():
        raise click.UsageError("A png is no text: name a file with --output.")
    else:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


def _by_ending(output: Path | None) -> str:
    """The format that a file's name tells; json where there is no file, or no ending."""
    ending = "" if output is None else output.suffix.lower().removeprefix(".")
    kind = {"": "json", "jsonl": "json", "ndjson": "json"}.get(ending, ending)
    if kind not in FORMATS:
        *others, last = (f".{known}" for known in FORMATS)
        raise click.UsageError(f"{output}: .{ending} tells no format; let the name end in "
                               f"{', '.join(others)} or {last}, or choose one with --format.")
    return kind


def _written(kind: str, summary: GameSummary, game: Game) -> bytes:
    if not game.finished:
        raise DataFault("No round of that game is finished yet, so there is nothing to export.")
    match kind:
        case "json":
            return _line(summary, game).encode()
        case "csv":
            return write_csv(game, summary.started).encode()
    picture = draw_progress(game, ", ".join(game.everyone),
                            None if summary.started is None else when(summary))
    if kind == "svg":
        return picture.encode()
    from voicekeeper.pictures.png import to_png

    return to_png(picture)


def _line(summary: GameSummary, game: Game) -> str:
    return json.dumps(write_sheet(game, summary.started)) + "\n"
