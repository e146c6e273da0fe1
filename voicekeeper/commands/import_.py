"""`import`: games that were kept elsewhere, from JSON sheets and tables, all of them or none."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import click

from voicekeeper.commands.common import Options, common_options
from voicekeeper.commands.games import Day, now, reading, writing
from voicekeeper.commands.hints import typable
from voicekeeper.faults import DataFault
from voicekeeper.skyjo.csvsheet import read_csv
from voicekeeper.skyjo.importing import OtherGame
from voicekeeper.skyjo.rules import Rules
from voicekeeper.skyjo.sheet import Sheet, SheetError, read_dated, read_json


@dataclass(frozen=True)
class _Found:
    """A sheet, and where it stood."""

    sheet: Sheet
    where: str


@click.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...",
                type=click.Path(path_type=Path, allow_dash=True))
@click.option("--on", type=Day(), metavar="DAY",
              help="When games without a date of their own were played, as 2026-05-02.")
@click.option("--check", is_flag=True, help="Only see whether all of it can be imported.")
@click.option("--json", "json_output", is_flag=True, help="One JSON object.")
@common_options
def import_(
    options: Options, files: tuple[Path, ...], on: date | None, check: bool, json_output: bool
) -> None:
    """Bring in games from FILEs (- is standard input): all of them, or none.

    A file holds JSON sheets, as `export` writes and `score` takes them, one or
    many; or a table (CSV; commas, semicolons or tabs) with players as columns and
    a row for each round. Who closed a round stands in a column "closer", or is
    marked in the score's cell: 12*. Scores are what the cards add up to, not
    doubled; a table goes by the rules of config.yaml. What is in the history
    already, by its id, is left out; what has no id and the same players and scores as
    a game there comes in all the same, and is told.
    """
    found: list[_Found] = []
    wrong: list[str] = []
    for file in files:
        for one in _sheets(file, options.config.rules):
            if isinstance(one, str):
                wrong.append(one)
            else:
                found.append(one)
    if wrong:
        more = "" if len(wrong) == 1 else (
            f" There {'is 1 more mistake' if len(wrong) == 2 else f'are {len(wrong) - 1} more'}.")
        raise DataFault(f"{wrong[0]}.{more} Nothing was imported.")
    sheets = [_dated(one.sheet, on) for one in found]
    with reading(options) if check else writing(options) as ledger:
        try:
            done = ledger.sort_out(sheets) if check else ledger.add_sheets(sheets, now())
        except OtherGame as other:
            raise DataFault(
                f"{found[other.place].where}: the history has another game with the id {other}; "
                "take the id out of the sheet to import it beside that one. Nothing was imported."
            ) from other
    for place, id in list(done.alike.items())[:1]:
        rest = len(done.alike) - 1
        others = "" if not rest else f" So it is with {rest} more of these sheets."
        click.echo(f"{found[place].where}: {typable(_alike(id, check))}{others}", err=True)
    if json_output:
        print(json.dumps({"checked" if check else "imported": len(done.added),
                          "known": len(done.known)}))
        return
    games = "1 game" if len(done.added) == 1 else f"{len(done.added)} games"
    there = "" if not done.known else (
        f" ({len(done.known)} {'is' if len(done.known) == 1 else 'are'} there already)")
    click.echo(f"{games} {'can be imported' if check else 'imported'}{there}.")


def _alike(id: str, check: bool) -> str:
    """What is told of a sheet that may have been brought in before; `id` of what is like it."""
    if not id:
        return "the same players and scores stand in another of these sheets."
    there = f"game {id[:8]} of the history has the same players and scores"
    return f"{there}." if check else (
        f"{there}; if it is the same game, `voicekeeper history delete {id[:8]}` takes one away.")


def _dated(sheet: Sheet, on: date | None) -> Sheet:
    return sheet if on is None or sheet.started is not None else replace(
        sheet, started=on.isoformat())


def _sheets(file: Path, rules: Rules) -> Iterator[_Found | str]:
    """The sheets of a file, and a sentence for each that is none."""
    name = "standard input" if str(file) == "-" else str(file)
    try:
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise DataFault(f"{file} cannot be read ({error.strerror}). Nothing was imported."
                        ) from error
    content = content.removeprefix(b"\xef\xbb\xbf")
    start = content.lstrip()[:1]
    if not start:
        yield f"{name}: there is nothing in it"
    elif start in (b"{", b"["):
        yield from _json_sheets(content, name)
    else:
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            line = content[:error.start].count(b"\n") + 1
            yield f"{name}: line {line}: not UTF-8; save it as CSV in UTF-8"
            return
        sheet = read_csv(text, rules)
        if isinstance(sheet, SheetError):
            yield f"{name}: {sheet.sentence}"
        else:
            yield _Found(sheet, name)


def _json_sheets(content: bytes, name: str) -> Iterator[_Found | str]:
    """Sheets a line each; or, over several lines, one of them or a list."""
    lines = content.split(b"\n")
    first = next(line for line in lines if line.strip())
    if first.lstrip()[:1] == b"{" and first.rstrip()[-1:] == b"}":
        for number, line in enumerate(lines, 1):
            if line.strip():
                sheet = read_dated(line)
                where = f"{name}: line {number}"
                yield (f"{where}: {sheet.sentence}" if isinstance(sheet, SheetError)
                       else _Found(sheet, where))
        return
    for place, one in enumerate(read_json(content), 1):
        where = f"{name}: game {place}"
        if isinstance(one, Sheet):
            yield _Found(one, where)
        else:
            yield f"{name if one.sentence.startswith('line ') else where}: {one.sentence}"
