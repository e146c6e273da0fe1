"""Written score sheets: one JSON object a game, checked strictly, counted by the rules.

A sheet: {"players": [...], "rules": {...}, "rounds": [{"scores": {...}, "closer": ...}]}.
What is wrong with one is a value with a sentence, so that others go on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from voicekeeper.skyjo import rules as skyjo
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.players import fold, problem_with_players
from voicekeeper.skyjo.round import Round, Written
from voicekeeper.skyjo.rules import Impossible, ImpossibleScore, Rules, RulesProblem
from voicekeeper.skyjo.seating import Seating


@dataclass(frozen=True)
class SheetError:
    """What is wrong with a sheet, in a sentence."""

    sentence: str


class _Wrong(Exception):
    """Ends the reading of a sheet; never leaves this module."""


def read_sheets(lines: Iterable[bytes]) -> Iterator[tuple[int, Game | SheetError]]:
    """Each sheet with the number of its line, from 1; blank lines are skipped, but counted.

    A line is UTF-8 and ends with \\n; a \\r before it does not matter.
    """
    for number, line in enumerate(lines, 1):
        content = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if content.strip(b" \t\r\n"):
            yield number, read_sheet(content)


def read_sheet(line: bytes | str) -> Game | SheetError:
    """One sheet as a game, its id empty, or what is wrong with it."""
    try:
        return _game(_parsed(line))
    except _Wrong as wrong:
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


def write_sheet(game: Game) -> dict[str, Any]:
    """The finished rounds of a game as a sheet; `read_sheet` takes its JSON back."""
    return {
        "players": list(game.players),
        "rules": game.rules.to_mapping(),
        "rounds": [_written_round(round) for round in game.finished],
    }


def _written_round(round: Round) -> dict[str, Any]:
    return {"scores": dict(round.scores), "closer": round.closer}


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


def _parsed(line: bytes | str) -> object:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        return _DECODER.decode(text)
    except UnicodeDecodeError:
        raise _Wrong("not UTF-8") from None
    except json.JSONDecodeError as error:
        raise _Wrong(f"broken JSON at column {error.colno}: {error.msg}") from None
    except ValueError:
        # Python refuses whole numbers of more than 4300 digits.
        raise _Wrong("a number too long to read") from None
    except RecursionError:
        raise _Wrong("brackets nested too deep") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Wrong(f"the key {_shown(key)} is given twice")
            seen.add(key)
    return values


def _no_constant(name: str) -> NoReturn:
    raise _Wrong(f"{name} is not a number")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)


def _game(sheet: object) -> Game:
    values = _object(sheet, "a sheet", {"players", "rules", "rounds"})
    players = _players(_needed(values, "players", "a sheet"))
    rules = _rules(values["rules"]) if "rules" in values else Rules()
    rounds = _needed(values, "rounds", "a sheet")
    if not isinstance(rounds, list):
        raise _Wrong(f"rounds must be a list, not {_shown(rounds)}")
    if not rounds:
        raise _Wrong("a sheet needs at least one round")
    known = {spelling: player for player in players for spelling in (player, fold(player))}
    written = tuple(
        _round(round, f"round {number}", rules, players, known)
        for number, round in enumerate(rounds, 1)
    )
    game = Game("", Seating(players), rules, written)
    if game.set_aside:
        raise _Wrong(f"the game was over with round {game.number}, but more rounds follow")
    return game


def _players(names: object) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise _Wrong(f"players must be a list of names, not {_shown(names)}")
    for name in names:
        if not isinstance(name, str):
            raise _Wrong(f"a player's name must be text, not {_shown(name)}")
    if problem := problem_with_players(names):
        raise _Wrong(problem)
    return tuple(names)


def _rules(settings: object) -> Rules:
    rules = Rules.from_mapping(_object(settings, "rules"))
    if isinstance(rules, RulesProblem):
        raise _Wrong(rules.sentence)
    return rules


def _round(
    round: object, where: str, rules: Rules, players: tuple[str, ...], known: Mapping[str, str]
) -> Written:
    values = _object(round, where, {"scores", "closer"})
    given = _object(_needed(values, "scores", where), f"the scores of {where}")
    by_player: dict[str, int] = {}
    for name, points in given.items():
        player = known.get(name) or _player(name, where, known)
        if player in by_player:
            raise _Wrong(f"{where}: {player} has two scores")
        # By exact type: True is an int to Python, and 5.0 equals 5.
        if type(points) is not int:
            raise _Wrong(
                f"{where}: {player}'s points must be a whole number, not {_shown(points)}"
            )
        by_player[player] = points
    if len(by_player) < len(players):
        missing = [player for player in players if player not in by_player]
        raise _Wrong(f"{where}: the score of {' and '.join(missing)} is missing")
    if problem := skyjo.impossible(rules, by_player):
        raise _Wrong(f"{where}: {sentence_for(problem)}")
    closer = values.get("closer")
    if closer is not None:
        closer = _player(closer, where, known)
    return Written(by_player, closer, nobody_closed=closer is None)


def _player(name: object, where: str, known: Mapping[str, str]) -> str:
    """The player of this name; `known` leads from spellings and folded names to players."""
    if not isinstance(name, str):
        raise _Wrong(f"{where}: the closer must be a player's name or null, not {_shown(name)}")
    player = known.get(name) or known.get(fold(name))
    if player is None:
        players = ", ".join(dict.fromkeys(known.values()))
        raise _Wrong(f"{where}: {_shown(name)} does not play; {players} do")
    return player


def _object(value: object, what: str, allowed: set[str] | None = None) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong(f"{what} must be an object, not {_shown(value)}")
    if allowed is not None:
        for key in value:
            if key not in allowed:
                raise _Wrong(f"{what} has no {_shown(key)}, only {', '.join(sorted(allowed))}")
    return value


def _needed(values: Mapping[str, Any], key: str, where: str) -> Any:
    if key not in values:
        raise _Wrong(f"{where} needs {key}")
    return values[key]


def _shown(value: object) -> str:
    """The value as JSON writes it, cut short."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."
