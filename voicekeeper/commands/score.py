"""`score`: what written score sheets come to."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path

import click

from voicekeeper.commands.common import FAULT, Options, common_options
from voicekeeper.faults import DataFault
from voicekeeper.skyjo.sheet import SheetError, count_sheet, read_sheets


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@common_options
def score(options: Options, file: Path | None) -> int:
    """Count score sheets: JSON lines from FILE or standard input, a result for each.

    A sheet is {"players": ["Ana", "Marco"], "rules": {...}, "rounds": [{"scores":
    {"Ana": -3, "Marco": 20}, "closer": "Marco"}, ...]}; rules may be left out and
    are those of config.yaml's rules section, a closer may be null.
    """
    wrong = False
    try:
        with nullcontext(sys.stdin.buffer) if file is None else file.open("rb") as lines:
            for number, sheet in read_sheets(lines):
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
