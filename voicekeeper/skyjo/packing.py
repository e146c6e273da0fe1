"""A game's finished rounds in one short text, by seat, as the summaries keep them.

So that ten thousand games are read without going through all that was said in
them, and no name stands in it. A seat is a player's place in `seats`: all who
ever came to the game, those of its start first; a name put right has one of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.round import Round, Written
from voicekeeper.skyjo.rules import Rules
from voicekeeper.skyjo.seating import PlayerJoined, PlayerLeft, SeatChange, Seating

_DEFAULTS = Rules().to_mapping()
_encode = json.JSONEncoder(separators=(",", ":")).encode


def pack(game: Game, seats: Sequence[str]) -> str:
    """The finished rounds; rules other than the defaults; who came and went; an early end."""
    return pack_with(pack_sheet(game.seating, game.finished, seats), game)


def pack_with(sheet: Mapping[str, Any], game: Game) -> str:
    """The same, from what `pack_sheet` made of the game."""
    values = dict(sheet)
    rules = {key: value for key, value in game.rules.to_mapping().items()
             if value != _DEFAULTS[key]}
    if rules:
        values["rules"] = rules
    if game.ended:
        values["ended"] = True
    return _encode(values)


def unpack(id: str, seats: Sequence[str], packed: str) -> Game:
    """The game that `pack` showed, without its half-entered round.

    Raises ValueError or LookupError for anything else.
    """
    values = json.loads(packed)
    rules = Rules.from_mapping(values.get("rules", {}))
    if not isinstance(rules, Rules):
        raise ValueError(rules.sentence)
    seating, rounds = unpack_sheet(values, seats)
    return Game(id, seating, rules, rounds, values.get("ended", False))


def pack_sheet(
    seating: Seating, rounds: Iterable[Written | Round], seats: Sequence[str]
) -> dict[str, Any]:
    """Whole rounds and who played them, as JSON.

    rounds: each its scores in seating order and then the closer's seat, null for
    nobody. first: how many were there at the start, if not all; or their seats, where
    they are not the first ones. changes: [round, seat, points to begin with] of those
    who came, [round, seat] of those who went.
    """
    place = {player: seat for seat, player in enumerate(seats)}
    values: dict[str, Any] = {"rounds": [
        [*(round.scores[player] for player in seating.at(number)),
         None if round.closer is None else place[round.closer]]
        for number, round in enumerate(rounds, 1)
    ]}
    first = [place[player] for player in seating.first]
    if first != list(range(len(first))):
        values["first"] = first
    elif len(first) < len(seats):
        values["first"] = len(first)
    if seating.changes:
        values["changes"] = [
            [change.round, place[change.player],
             *([change.total] if isinstance(change, PlayerJoined) else [])]
            for change in seating.changes
        ]
    return values


def unpack_sheet(
    values: dict[str, Any], seats: Sequence[str]
) -> tuple[Seating, tuple[Written, ...]]:
    """The seating and the rounds that `pack_sheet` showed.

    Raises ValueError or LookupError for anything else.
    """
    changes = tuple(_change(change, seats) for change in values.get("changes", ()))
    first = values.get("first", len(seats))
    starters = seats[:first] if isinstance(first, int) else [seats[seat] for seat in first]
    seating = Seating(tuple(starters), changes)
    return seating, tuple(
        Written(
            dict(zip(seating.at(number), scores, strict=True)),
            None if closer is None else seats[closer],
            nobody_closed=closer is None,
        )
        for number, (*scores, closer) in enumerate(values["rounds"], 1)
    )


def _change(packed: Sequence[Any], seats: Sequence[str]) -> SeatChange:
    number, seat, *total = packed
    if total:
        return PlayerJoined(number, seats[seat], total[0])
    return PlayerLeft(number, seats[seat])
