"""Games that were kept elsewhere, brought into the ledger: many at once, quickly.

Each is one utterance that starts the game and writes its rounds, so that it is
kept like any other game; nobody said it, so it can't be undone. Within a
transaction that the caller has begun.
"""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from voicekeeper.skyjo import reading
from voicekeeper.skyjo.dates import moment
from voicekeeper.skyjo.events import GameEnded, GameStarted
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.packing import pack_sheet, pack_with, unpack
from voicekeeper.skyjo.payload import sheet_payload, to_payload
from voicekeeper.skyjo.players import fold
from voicekeeper.skyjo.sheet import Sheet
from voicekeeper.skyjo.tally import tally_rows
from voicekeeper.skyjo.writing import INSERT_TALLY, event_id, name_row, summary_row

_AT_ONCE = 1000


@dataclass(frozen=True)
class Imported:
    """What came of it: ids of the games that were added, and of those that were there already.

    alike: of sheets without an id that may have been brought in before, by their places,
    the id of the game in sight with the same players and scores; empty where that is
    another of the sheets.
    """

    added: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    alike: Mapping[int, str] = field(default_factory=dict)


class OtherGame(Exception):
    """A sheet has the id of a game that is another one; str() is the id, `place` counts from 0."""

    def __init__(self, id: str, place: int) -> None:
        super().__init__(id)
        self.place = place


def sort_out(
    connection: sqlite3.Connection, sheets: Iterable[Sheet]
) -> tuple[list[tuple[str, Sheet]], tuple[str, ...]]:
    """The sheets whose games are new, each with its id, and the ids of those that are known.

    Raises OtherGame.
    """
    new: dict[str, Sheet] = {}
    known: list[str] = []
    for place, sheet in enumerate(sheets):
        id = sheet.game.id
        if not id:
            new[str(uuid.uuid4())] = sheet
            continue
        there = new[id].game if id in new else _found(connection, id)
        if there is None:
            new[id] = sheet
        elif _same(there, sheet.game):
            known.append(id)
        else:
            raise OtherGame(id, place)
    return list(new.items()), tuple(known)


def foreseen(connection: sqlite3.Connection, sheets: Iterable[Sheet]) -> Imported:
    """What `add_sheets` would come to; nothing is written. Raises OtherGame."""
    sheets = list(sheets)
    new, known = sort_out(connection, sheets)
    return Imported(tuple(id for id, _ in new), known, _alike(connection, sheets))


def _alike(connection: sqlite3.Connection, sheets: Iterable[Sheet]) -> dict[int, str]:
    """What `Imported` tells of sheets that may have been brought in before."""
    wanted: dict[tuple[str, tuple[str, ...]], str] = {}
    places: dict[int, tuple[str, tuple[str, ...]]] = {}
    again: set[int] = set()
    for place, sheet in enumerate(sheets):
        game = sheet.game
        if not game.id:
            rounds = pack_sheet(game.seating, game.finished, game.everyone)["rounds"]
            places[place] = key = (json.dumps(rounds, separators=(",", ":")),
                                   _folded(game.everyone))
            if key in wanted:
                again.add(place)
            wanted[key] = ""
    if wanted:
        texts = {rounds for rounds, _ in wanted}
        # The rules are no matter: they may have been set otherwise when it came before.
        for seq, id, rounds in connection.execute(
                "SELECT g.seq, g.id, json_extract(s.sheet, '$.rounds') FROM games g "
                "JOIN summaries s ON s.game = g.seq "
                "WHERE NOT EXISTS (SELECT 1 FROM deleted d WHERE d.game = g.seq)"):
            if rounds in texts:
                key = (rounds, _folded(reading.players(connection, seq)))
                if key in wanted:
                    wanted[key] = id
    return {place: wanted[key] for place, key in places.items() if wanted[key] or place in again}


def _folded(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(fold, names))


def add_sheets(connection: sqlite3.Connection, sheets: Iterable[Sheet], at: str) -> Imported:
    """Add the games of these sheets in their order, those that are there already left out.

    `at`, an ISO 8601 time, is when they came. Raises OtherGame.
    """
    sheets = list(sheets)
    new, known = sort_out(connection, sheets)
    before = _alike(connection, sheets)
    names: dict[str, int] = {}
    for start in range(0, len(new), _AT_ONCE):
        _write(connection, new[start:start + _AT_ONCE], at, names)
    return Imported(tuple(id for id, _ in new), known, before)


def _found(connection: sqlite3.Connection, id: str) -> Game | None:
    row = connection.execute(
        "SELECT g.seq, s.sheet FROM games g JOIN summaries s ON s.game = g.seq WHERE g.id = ?",
        (id,)).fetchone()
    return None if row is None else unpack(id, reading.players(connection, row[0]), row[1])


def _same(one: Game, other: Game) -> bool:
    return (one.seating, one.rules, one.written, one.ended) == (
        other.seating, other.rules, other.written, other.ended)


def _write(
    connection: sqlite3.Connection, new: list[tuple[str, Sheet]], at: str, names: dict[str, int]
) -> None:
    last: int = connection.execute("SELECT coalesce(max(seq), 0) FROM utterances").fetchone()[0]
    games, seats, utterances, events, summaries, beginnings = [], [], [], [], [], []
    brought: list[tuple[object, ...]] = []
    for seq, (id, sheet) in enumerate(new, last + 1):
        game = sheet.game
        everyone = game.everyone
        utterance = str(uuid.uuid4())
        games.append((seq, id))
        for seat, name in enumerate(everyone):
            if name not in names:
                names[name] = name_row(connection, name)
            seats.append((seq, seat, names[name]))
        utterances.append((seq, utterance, seq, sheet.started or at))
        packed = pack_sheet(game.seating, game.finished, everyone)
        payloads = [to_payload(GameStarted(game.seating.first, game.rules), everyone),
                    sheet_payload(packed)]
        if game.ended:
            payloads.append(to_payload(GameEnded(), everyone))
        events += [(event_id(utterance, index), seq, *payload)
                   for index, payload in enumerate(payloads)]
        summaries.append(summary_row(seq, game, everyone, pack_with(packed, game)))
        brought += tally_rows(seq, game, everyone)
        beginnings.append((seq, moment(sheet.started) if sheet.started else None))
    many = connection.executemany
    many("INSERT INTO games (seq, id) VALUES (?, ?)", games)
    many("INSERT INTO game_players (game, seat, name) VALUES (?, ?, ?)", seats)
    many("INSERT INTO utterances (seq, id, game, at) VALUES (?, ?, ?, ?)", utterances)
    many("INSERT INTO events (id, utterance, kind, payload) VALUES (?, ?, ?, ?)", events)
    many("INSERT INTO summaries (game, rounds, totals, winners, over, sheet) "
         "VALUES (?, ?, ?, ?, ?, ?)", summaries)
    many(INSERT_TALLY, brought)
    many("INSERT INTO beginnings (game, moment, imported) VALUES (?, ?, 1)", beginnings)

