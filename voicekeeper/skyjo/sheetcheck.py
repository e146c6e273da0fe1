"""Written score sheets checked strictly: what they must hold, and what can be.

For sheet.py; what is wrong is raised here, and a value there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from voicekeeper.skyjo import rules as skyjo
from voicekeeper.skyjo.dates import moment
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.players import fold, problem_with_players
from voicekeeper.skyjo.round import Written
from voicekeeper.skyjo.rules import Impossible, ImpossibleScore, Rules, RulesProblem
from voicekeeper.skyjo.seating import PlayerJoined, PlayerLeft, SeatChange, Seating

_KEYS = {"id", "started", "players", "rules", "seats", "rounds", "ended"}
_LONGEST_ID = 100


class Wrong(Exception):
    """Ends the reading of a sheet; str() is what is wrong, in a sentence."""


def sentence_for(problem: Impossible) -> str:
    """Why the scores cannot be, in a sentence."""
    if isinstance(problem, ImpossibleScore):
        return (
            f"{problem.player} cannot have {problem.points} points; "
            f"{problem.low} to {problem.high} are possible"
        )
    names = ", ".join(problem.players[:-1]) + f" and {problem.players[-1]}"
    bound = "at least" if problem.too_low else "at most"
    return (
        f"{names} cannot have {problem.points} points together; "
        f"so many players have {bound} {problem.limit}"
    )


def parsed(line: bytes | str, *, lines: bool = False) -> object:
    """What JSON says, keys given twice and numbers that are none refused. Raises Wrong.

    `lines`: it has several, so what is broken is told with its line.
    """
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        return _DECODER.decode(text)
    except UnicodeDecodeError:
        raise Wrong("not UTF-8") from None
    except json.JSONDecodeError as error:
        if lines:
            raise Wrong(f"line {error.lineno}, column {error.colno}: broken JSON: {error.msg}"
                        ) from None
        raise Wrong(f"broken JSON at column {error.colno}: {error.msg}") from None
    except ValueError:
        # Python refuses whole numbers of more than 4300 digits.
        raise Wrong("a number too long to read") from None
    except RecursionError:
        raise Wrong("brackets nested too deep") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Wrong(f"the key {_shown(key)} is given twice")
            seen.add(key)
    return values


def _no_constant(name: str) -> NoReturn:
    raise Wrong(f"{name} is not a number")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)


def checked(sheet: object) -> tuple[Game, str | None]:
    """The game of a sheet that was read from JSON, and when it started, if it tells.

    Raises Wrong.
    """
    values = _object(sheet, "a sheet", _KEYS)
    started = values.get("started")
    if started is not None and (not isinstance(started, str) or moment(started) is None):
        raise Wrong("started must be a date and time as in 2026-05-02T20:15:00+02:00, "
                    f"not {_shown(started)}")
    return _game(values), started


def _game(values: Mapping[str, Any]) -> Game:
    players = _players(_needed(values, "players", "a sheet"))
    rules = _rules(values["rules"]) if "rules" in values else Rules()
    rounds = _needed(values, "rounds", "a sheet")
    if not isinstance(rounds, list):
        raise Wrong(f"rounds must be a list, not {_shown(rounds)}")
    if not rounds:
        raise Wrong("a sheet needs at least one round")
    seating = Seating(players)
    if "seats" in values:
        seating = _seated(seating, values["seats"], len(rounds) + 1)
    everyone = seating.everyone
    known = {spelling: player for player in everyone for spelling in (player, fold(player))}
    written = tuple(
        _round(round, f"round {number}", rules, seating.at(number), known)
        for number, round in enumerate(rounds, 1)
    )
    id, ended = values.get("id", ""), values.get("ended", False)
    if not isinstance(id, str) or len(id) > _LONGEST_ID:
        raise Wrong(f"an id must be a text of at most {_LONGEST_ID} letters, not {_shown(id)}")
    if not isinstance(ended, bool):
        raise Wrong(f"ended must be true or false, not {_shown(ended)}")
    game = Game(id, seating, rules, written, ended)
    if game.set_aside:
        raise Wrong(f"the game was over with round {game.number}, but more rounds follow")
    return game


def _seated(seating: Seating, changes: object, last: int) -> Seating:
    """The seating with what a sheet tells of those who came and went, up to round `last`."""
    if not isinstance(changes, list):
        raise Wrong(f"seats must be a list, not {_shown(changes)}")
    for change in changes:
        values = _object(change, "a change of seats", {"round", "joins", "leaves", "total"})
        number = _needed(values, "round", "a change of seats")
        if type(number) is not int or not 1 <= number <= last:
            raise Wrong(f"a change of seats is for a round from 1 to {last}, "
                         f"not {_shown(number)}")
        where = f"the seats of round {number}"
        try:
            seating = seating.after(_change(values, number, where))
        except ValueError as error:
            raise Wrong(f"{where}: {error}") from None
    return seating


def _change(values: Mapping[str, Any], number: int, where: str) -> SeatChange:
    name = values.get("joins", values.get("leaves"))
    if not isinstance(name, str) or ("joins" in values) == ("leaves" in values):
        raise Wrong(f"{where} need the name of one who joins or of one who leaves")
    if "leaves" in values:
        if "total" in values:
            raise Wrong(f"{where}: who leaves brings no total")
        return PlayerLeft(number, name)
    total = values.get("total")
    if total is not None and type(total) is not int:
        raise Wrong(f"{where}: a total must be a whole number, not {_shown(total)}")
    return PlayerJoined(number, name, total)


def _players(names: object) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise Wrong(f"players must be a list of names, not {_shown(names)}")
    for name in names:
        if not isinstance(name, str):
            raise Wrong(f"a player's name must be text, not {_shown(name)}")
    if problem := problem_with_players(names):
        raise Wrong(problem)
    return tuple(names)


def _rules(settings: object) -> Rules:
    rules = Rules.from_mapping(_object(settings, "rules"))
    if isinstance(rules, RulesProblem):
        raise Wrong(rules.sentence)
    return rules


def _round(
    round: object, where: str, rules: Rules, players: tuple[str, ...], known: Mapping[str, str]
) -> Written:
    values = _object(round, where, {"scores", "closer"})
    given = _object(_needed(values, "scores", where), f"the scores of {where}")
    by_player: dict[str, int] = {}
    for name, points in given.items():
        player = known.get(name) or _player(name, where, known)
        if player not in players:
            raise Wrong(f"{where}: {player} does not play then")
        if player in by_player:
            raise Wrong(f"{where}: {player} has two scores")
        # By exact type: True is an int to Python, and 5.0 equals 5.
        if type(points) is not int:
            raise Wrong(
                f"{where}: {player}'s points must be a whole number, not {_shown(points)}"
            )
        by_player[player] = points
    if len(by_player) < len(players):
        missing = [player for player in players if player not in by_player]
        raise Wrong(f"{where}: the score of {' and '.join(missing)} is missing")
    if problem := skyjo.impossible(rules, by_player):
        raise Wrong(f"{where}: {sentence_for(problem)}")
    closer = values.get("closer")
    if closer is not None:
        closer = _player(closer, where, known)
        if closer not in players:
            raise Wrong(f"{where}: {closer} does not play then")
    return Written(by_player, closer, nobody_closed=closer is None)


def _player(name: object, where: str, known: Mapping[str, str]) -> str:
    """The player of this name; `known` leads from spellings and folded names to players."""
    if not isinstance(name, str):
        raise Wrong(f"{where}: the closer must be a player's name or null, not {_shown(name)}")
    player = known.get(name) or known.get(fold(name))
    if player is None:
        players = ", ".join(dict.fromkeys(known.values()))
        raise Wrong(f"{where}: {_shown(name)} does not play; {players} do")
    return player


def _object(value: object, what: str, allowed: set[str] | None = None) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Wrong(f"{what} must be an object, not {_shown(value)}")
    if allowed is not None:
        for key in value:
            if key not in allowed:
                raise Wrong(f"{what} has no {_shown(key)}, only {', '.join(sorted(allowed))}")
    return value


def _needed(values: Mapping[str, Any], key: str, where: str) -> Any:
    if key not in values:
        raise Wrong(f"{where} needs {key}")
    return values[key]


def _shown(value: object) -> str:
    """The value as JSON writes it, cut short."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."
