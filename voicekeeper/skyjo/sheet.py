"""Written score sheets: one JSON object a game, checked strictly, counted by the rules.

A sheet: {"players": [...], "rules": {...}, "rounds": [{"scores": {...}, "closer": ...}]}.
Where somebody came or went in the middle, "seats" tells it, in the order of the
rounds: [{"round": 3, "joins": "Zoe", "total": 45}, {"round": 5, "leaves": "Leo"}]; who
joins without a total has the highest one of then. "ended": true tells that the table
ended the game before its end; "id" and "started" (ISO 8601) which game it was. What is
wrong with a sheet is a value with a sentence, so that others go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.round import Round
from voicekeeper.skyjo.seating import PlayerLeft, SeatChange
from voicekeeper.skyjo.sheetcheck import Wrong, checked, parsed


@dataclass(frozen=True)
class SheetError:
    """What is wrong with a sheet, in a sentence."""

    sentence: str


@dataclass(frozen=True)
class Sheet:
    """A sheet as a game, its id empty where none is given; `started` as given, or None."""

    game: Game
    started: str | None = None


def read_sheets(lines: Iterable[bytes]) -> Iterator[tuple[int, Game | SheetError]]:
    """Each sheet with the number of its line, from 1; blank lines are skipped, but counted.

    A line is UTF-8 and ends with \\n; a \\r before it does not matter.
    """
    for number, line in enumerate(lines, 1):
        content = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if content.strip(b" \t\r\n"):
            yield number, read_sheet(content)


def read_sheet(line: bytes | str) -> Game | SheetError:
    """One sheet as a game, or what is wrong with it."""
    sheet = read_dated(line)
    return sheet if isinstance(sheet, SheetError) else sheet.game


def read_dated(line: bytes | str) -> Sheet | SheetError:
    """One sheet with its date, or what is wrong with it."""
    try:
        return Sheet(*checked(parsed(line)))
    except Wrong as wrong:
        return SheetError(str(wrong))


def read_json(content: bytes) -> Iterator[Sheet | SheetError]:
    """The sheets of one JSON text over any number of lines: one of them, or a list.

    What is wrong with the text itself is told with its line.
    """
    try:
        said = parsed(content, lines=True)
    except Wrong as wrong:
        yield SheetError(str(wrong))
        return
    yield from map(check_sheet, said if isinstance(said, list) else [said])


def check_sheet(sheet: object) -> Sheet | SheetError:
    """A sheet as JSON gives it, read already, or what is wrong with it."""
    try:
        return Sheet(*checked(sheet))
    except Wrong as wrong:
        return SheetError(str(wrong))


def count_sheet(game: Game) -> dict[str, Any]:
    """What a sheet comes to, as JSON: totals, counted rounds, whether it is over, winners."""
    return {
        "totals": dict(game.totals),
        "rounds": [
            {
                "counted": dict(round.counted),
                "doubled": round.doubled,
                "starter": round.starter,
            }
            for round in game.finished
        ],
        "over": game.over,
        "winners": list(game.winners),
    }


def write_sheet(game: Game, started: str | None = None) -> dict[str, Any]:
    """The finished rounds of a game as a sheet; `read_sheet` takes its JSON back.

    With its id, and its date if that is given.
    """
    # Also of the round that was never played, where the table ended the game before it.
    last = game.number + game.ended
    seats = [_written_change(change) for change in game.seating.changes if change.round <= last]
    return {
        **({"id": game.id} if game.id else {}),
        **({"started": started} if started else {}),
        "players": list(game.seating.first),
        "rules": game.rules.to_mapping(),
        **({"seats": seats} if seats else {}),
        "rounds": [_written_round(round) for round in game.finished],
        **({"ended": True} if game.ended else {}),
    }


def _written_change(change: SeatChange) -> dict[str, Any]:
    if isinstance(change, PlayerLeft):
        return {"round": change.round, "leaves": change.player}
    total = {} if change.total is None else {"total": change.total}
    return {"round": change.round, "joins": change.player, **total}


def _written_round(round: Round) -> dict[str, Any]:
    return {"scores": dict(round.scores), "closer": round.closer}
