"""Score sheets as tables (CSV): a row a round, a column a player.

What export writes begins with a row `# game` that tells all but the rounds, and has
columns for who paid a penalty and for the totals, which are compared when it is
read. A plain table needs only the players' columns. Who closed stands in a column
`closer`, or is marked in the score's cell ("12*", "x12"); rows of totals at the
end are compared too.
"""

from __future__ import annotations

import csv
import json
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.players import fold
from voicekeeper.skyjo.rules import Rules
from voicekeeper.skyjo.sheet import Sheet, SheetError, check_sheet, write_sheet

_GAME, _ROUND, _CLOSER, _PENALTY = "# game", "round", "closer", "penalty"
_TOTAL = " total"
_HEADINGS = {"": _ROUND, "#": _ROUND, "no": _ROUND, "nr": _ROUND, "rounds": _ROUND, "game": _ROUND,
             "closed": _CLOSER, "closed by": _CLOSER, "finisher": _CLOSER, "finished": _CLOSER,
             _ROUND: _ROUND, _CLOSER: _CLOSER, _PENALTY: _PENALTY}
_SUMS = {"total", "totals", "sum", "result", "points"}
_NOBODY = {"", "-", "nobody", "none", "no one"}
# A score, with a mark before or behind it for who closed.
_CELL = re.compile(r"(?P<before>[*xX✓✗•]?)\s*(?P<points>[-+−–]?\d{1,4})\s*(?P<behind>[*xXcC✓✗•]?)")


def write_csv(game: Game, started: str | None = None) -> str:
    """The finished rounds of a game as a table; `read_csv` takes it back."""
    sheet = write_sheet(game, started)
    players = game.everyone
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    told = {key: value for key, value in sheet.items() if key != "rounds"}
    rows.writerow([_GAME, json.dumps(told, ensure_ascii=False)])
    rows.writerow([_ROUND, *players, _CLOSER, _PENALTY, *(f"{p}{_TOTAL}" for p in players)])
    for round in game.finished:
        rows.writerow([
            round.number, *(round.scores.get(p, "") for p in players),
            round.closer or "", round.doubled or "",
            *(round.totals.get(p, "") for p in players),
        ])
    return out.getvalue()


def read_csv(text: str, rules: Rules) -> Sheet | SheetError:
    """The game of a table, or what is wrong with it, with line and column.

    `rules` are those of a table that does not tell them.
    """
    try:
        return _sheet(_rows(text), rules)
    except _Wrong as wrong:
        return SheetError(str(wrong))


class _Wrong(Exception):
    """Ends the reading of a table; never leaves this module."""


@dataclass(frozen=True)
class _Row:
    """A row that is not empty, with the number of its line."""

    line: int
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""

    def wrong(self, column: int, sentence: str) -> _Wrong:
        return _Wrong(f"line {self.line}, column {_letters(column)}: {sentence}")


@dataclass(frozen=True)
class _Columns:
    """Where what stands: players by column, their totals, the closer, the round's number."""

    players: Mapping[int, str]
    totals: Mapping[int, str] = field(default_factory=dict)
    closer: int | None = None
    number: int | None = None


def _rows(text: str) -> Iterator[_Row]:
    text = text.removeprefix("\ufeff")
    lines = csv.reader(StringIO(text), delimiter=_delimiter(text), strict=True)
    number = 1
    try:
        for cells in lines:
            if any(cell.strip() for cell in cells):
                yield _Row(number, tuple(cell.strip() for cell in cells))
            number = lines.line_num + 1
    except csv.Error as error:
        raise _Wrong(f"line {number}: {error}") from None


def _delimiter(text: str) -> str:
    """What parts the cells: the likeliest one of the first row that names players."""
    first = next((line for line in text.splitlines()
                  if line.strip() and not line.lstrip('"').startswith(_GAME)), "")
    return max(",;\t", key=first.count)


def _sheet(rows: Iterator[_Row], rules: Rules) -> Sheet:
    head = next(rows, None)
    told: dict[str, Any] | None = None
    if head is not None and head.cell(0) == _GAME:
        told = _told(head)
        head = next(rows, None)
    if head is None:
        raise _Wrong("the table is empty; it needs a row of players and a row for each round")
    columns = _columns(head, told)
    rounds: list[dict[str, Any]] = []
    lines: list[_Row] = []
    sums: list[tuple[_Row, Mapping[int, str]]] = []
    for row in rows:
        first = row.cell(columns.number) if columns.number is not None else row.cell(0)
        if fold(first) in _SUMS:
            if 0 in columns.players:
                raise row.wrong(0, f"{first!r} stands in a player's column; it needs one of its "
                                   "own before the players")
            sums.append((row, columns.players))
            continue
        rounds.append(_round(row, columns, len(rounds) + 1, head, told))
        lines.append(row)
    plain = {"players": list(columns.players.values()), "rules": rules.to_mapping()}
    rest = plain if told is None else told
    sheet = check_sheet({**rest, "rounds": rounds})
    if isinstance(sheet, SheetError):
        raise _located(sheet.sentence, lines, columns)
    last = sheet.game.finished[-1].totals
    for row, where in sums:
        _compare(row, where, last)
    for row, done in zip(lines, sheet.game.finished, strict=True):
        _compare(row, columns.totals, done.totals)
    return sheet


def _told(row: _Row) -> dict[str, Any]:
    try:
        told = json.loads(row.cell(1))
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise row.wrong(1, "what belongs to the game must be a JSON object")
    return told


def _columns(head: _Row, told: Mapping[str, Any] | None) -> _Columns:
    known = _everyone(told)
    players: dict[int, str] = {}
    totals: dict[int, str] = {}
    places: dict[str, int] = {}
    for column, heading in enumerate(head.cells):
        if known and heading in known and heading not in players.values():
            players[column] = heading
            continue
        kind = _HEADINGS.get(fold(heading))
        if kind is not None:
            if kind in places and heading:
                raise head.wrong(column, f"there is a second column {heading}")
            places.setdefault(kind, column)
            continue
        whose = heading.removesuffix(_TOTAL)
        if whose != heading and whose in players.values():
            totals[column] = whose
        elif not known:
            players[column] = heading
        else:
            raise head.wrong(column, f"{heading} is no player of this game")
    if len(players) < 2 or not any(any(map(str.isalpha, name)) for name in players.values()):
        raise _Wrong(f"line {head.line}: the first row must name the players, each over the "
                     "column of their scores")
    return _Columns(players, totals, places.get(_CLOSER), places.get(_ROUND))


def _everyone(told: Mapping[str, Any] | None) -> list[str]:
    if told is None:
        return []
    came = [change.get("joins") for change in told.get("seats", ()) if isinstance(change, dict)]
    players = told.get("players")
    return [*(players if isinstance(players, list) else []), *(name for name in came if name)]


def _round(
    row: _Row, columns: _Columns, number: int, head: _Row, told: Mapping[str, Any] | None
) -> dict[str, Any]:
    said = row.cell(columns.number) if columns.number is not None else ""
    digits = "".join(filter(str.isdigit, said))
    if columns.number is not None and digits and int(digits) != number:
        raise row.wrong(columns.number, f"round {number} should be here, not {said}")
    scores: dict[str, int] = {}
    closers: dict[str, int] = {}
    for column, player in columns.players.items():
        cell = row.cell(column)
        if not cell and told is not None and told.get("seats"):
            continue  # who does not play then has no score
        match = _CELL.fullmatch(cell)
        if match is None:
            what = f"{cell!r} is no whole number of points" if cell else "the score is missing"
            raise row.wrong(column, f"{player}: {what}")
        points = match["points"].replace("−", "-").replace("–", "-")
        scores[player] = int(points)
        if match["before"] or match["behind"]:
            closers[player] = column
    named = row.cell(columns.closer) if columns.closer is not None else ""
    if columns.closer is not None and fold(named) not in _NOBODY:
        found = next((p for p in columns.players.values() if fold(p) == fold(named)), None)
        if found is None:
            raise row.wrong(columns.closer, f"{named} is no player of this game")
        closers.setdefault(found, columns.closer)
    if len(closers) > 1:
        raise row.wrong(max(closers.values()), f"{' and '.join(closers)} cannot both have closed")
    extra = next((at for at in range(len(head.cells), len(row.cells)) if row.cells[at]), None)
    if extra is not None:
        raise row.wrong(extra, f"{row.cells[extra]!r} stands under no heading")
    return {"scores": scores, "closer": next(iter(closers), None)}


def _compare(row: _Row, columns: Mapping[int, str], totals: Mapping[str, int]) -> None:
    """See whether the totals that stand in a row are those that the rules make."""
    for column, player in columns.items():
        cell = row.cell(column).replace("−", "-").replace("–", "-")
        if not cell or player not in totals:
            continue
        if cell.lstrip("-+") != str(abs(totals[player])) or cell.startswith("-") != (
                totals[player] < 0):
            raise row.wrong(column, f"{player}'s total is {totals[player]} by the rules, not "
                                    f"{cell}; scores must be as the cards add up, not doubled")


def _located(sentence: str, lines: Sequence[_Row], columns: _Columns) -> _Wrong:
    """What the sheet's check says of a round, with the line and the column of it."""
    if (over := re.search(r"over with round (\d+), but more", sentence)) is not None:
        return _Wrong(f"line {lines[int(over[1])].line}: {sentence}")
    match = re.match(r"round (\d+): (.*)", sentence, re.DOTALL)
    if match is None or not 1 <= int(match[1]) <= len(lines):
        return _Wrong(sentence)
    row, said = lines[int(match[1]) - 1], match[2]
    for column, player in columns.players.items():
        if said.startswith(player):
            return row.wrong(column, said)
    return _Wrong(f"line {row.line}: {said}")


def _letters(column: int) -> str:
    """A column as spreadsheets name it: A, B, ... Z, AA."""
    name = ""
    column += 1
    while column:
        column, place = divmod(column - 1, 26)
        name = string.ascii_uppercase[place] + name
    return name
