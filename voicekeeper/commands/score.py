"""`score`: what written score sheets come to."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

import click

from voicekeeper.commands.common import FAULT, Options, common_options
from voicekeeper.commands.hints import typable
from voicekeeper.faults import DataFault
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.sheet import SheetError, count_sheet, read_sheets

_EXPORTED = "# game,"  # how a table begins that `export` wrote
_A_CELL = re.compile(r"[^{}\[\]\":,;\t]{1,40}")
_SCORE = re.compile(r"[\Wx]{0,2}\d{1,4}\s?[\Wxc]?", re.IGNORECASE)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), required=False)
@common_options
def score(options: Options, file: Path | None) -> int:
    """Count score sheets: JSON lines from FILE or standard input (-), a result for each.

    A sheet is {"players": ["Ana", "Marco"], "rules": {...}, "rounds": [{"scores":
    {"Ana": -3, "Marco": 20}, "closer": "Marco"}, ...]}; rules may be left out and
    are those of config.yaml's rules section, a closer may be null. Tables (CSV) are for
    `import`.
    """
    wrong = False
    if file is not None and str(file) == "-":
        file = None
    try:
        with nullcontext(sys.stdin.buffer) if file is None else file.open("rb") as lines:
            for number, sheet in _tables_told(lines):
                shown: dict[str, object]
                if isinstance(sheet, SheetError):
                    wrong = True
                    shown = {"error": f"line {number}: {sheet.sentence}"}
                else:
                    shown = count_sheet(sheet)
                # In ASCII: a name may hold what some readers take for the end of a line,
                # or a lone surrogate, which has no UTF-8.
                print(json.dumps(shown), flush=True)
    except OSError as error:
        if file is None or isinstance(error, BrokenPipeError):
            raise
        raise DataFault(f"{file} cannot be read: {error.strerror}.") from error
    return FAULT if wrong else 0


def _tables_told(lines: Iterable[bytes]) -> Iterator[tuple[int, Game | SheetError]]:
    """The sheets of `read_sheets`; a table is told once, instead of a mistake for each row.

    Each line is looked at by itself: whoever waits for what comes of it shall not wait for
    the next one.
    """
    last = b""

    def seen() -> Iterator[bytes]:
        nonlocal last
        for line in lines:
            last = line
            yield line

    inside = exported = False
    first = True
    for number, sheet in read_sheets(seen()):
        text = last.decode("utf-8", errors="replace").removeprefix("\ufeff").strip()
        if isinstance(sheet, SheetError):
            if inside and (_is_row(text) or (exported and _is_head(text))):
                exported = False
                continue
            exported = text.startswith(_EXPORTED)
            if first and (exported or _is_head(text)):
                inside = True
                sheet = SheetError(typable("this looks like a table (CSV), not like a sheet in "
                                           "JSON; `voicekeeper import` takes tables"))
        else:
            inside = False
        first = False
        yield number, sheet


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split(max(",;\t", key=line.count))]


def _is_head(line: str) -> bool:
    """Whether it may be the headings of a table: the players' names, each over a column."""
    cells = _cells(line)
    names = [cell for cell in cells if any(map(str.isalpha, cell))]
    return len(names) > 1 and all(not cell or _A_CELL.fullmatch(cell) for cell in cells)


def _is_row(line: str) -> bool:
    """Whether it may be a row of a table: two scores or more."""
    return sum(_SCORE.fullmatch(cell) is not None for cell in _cells(line)) > 1
