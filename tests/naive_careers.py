"""The statistics counted with pencil and paper, sheet by sheet, for comparison with the real ones.

What a sheet comes to is oracle.py's; nothing is shared with voicekeeper.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import oracle


def careers(sheets: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """What everybody has come to, by lower-case name, as `stats --json` shows it."""
    return {player: _sums(parts) | {"streak": _run([part["won"] > 0 for part in parts])}
            for player, parts in _parts(sheets).items()}


def duels(sheets: Iterable[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """The same of every two, in their games with each other."""
    everything = _parts(sheets)
    found = {}
    for one, parts in everything.items():
        for other, theirs in everything.items():
            both = [(part, their) for part in parts for their in theirs
                    if one != other and part["game"] == their["game"]]
            if not both:
                continue
            ended = [(part["place"], their["place"]) for part, their in both
                     if part["place"] and their["place"]]
            found[one, other] = _sums([part for part, _ in both]) | {
                "ahead": len([1 for mine, yours in ended if mine < yours]),
                "behind": len([1 for mine, yours in ended if mine > yours]),
                "level": len([1 for mine, yours in ended if mine == yours]),
                "streak": _run([mine < yours for mine, yours in ended]),
            }
    return found


def _parts(sheets: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Everybody's parts in the games that are over, in the order of the games."""
    found: dict[str, list[dict[str, Any]]] = {}
    for number, sheet in enumerate(sheets):
        result = oracle.count(sheet)
        if result is None or not result["over"]:
            continue
        last = result["rounds"][-1]["counted"]
        at_the_end = {player: result["totals"][player] for player in last}
        for player in {name for round in result["rounds"] for name in round["counted"]}:
            rounds = [(round["counted"][player], index, sheet["rounds"][index - 1]["closer"],
                       round["doubled"])
                      for index, round in enumerate(result["rounds"], 1)
                      if player in round["counted"]]
            won = player in result["winners"]
            better = [other for other in at_the_end if player in at_the_end and not won and (
                other in result["winners"] or at_the_end[other] < at_the_end[player])]
            found.setdefault(player.lower(), []).append({
                "game": number, "player": player, "rounds": rounds,
                "won": len(result["winners"]) if won else 0,
                "place": 1 + len(better) if player in at_the_end else None,
            })
    return found


def _sums(parts: list[dict[str, Any]]) -> dict[str, Any]:
    rounds = [(points, part["game"], number) for part in parts
              for points, number, _, _ in part["rounds"]]
    lowest = min(points for points, _, _ in rounds)
    highest = max(points for points, _, _ in rounds)
    closed = [doubled for part in parts for _, _, closer, doubled in part["rounds"]
              if closer == part["player"]]
    return {
        "games": len(parts),
        "wins": len([part for part in parts if part["won"]]),
        "shared": len([part for part in parts if part["won"] > 1]),
        "rounds": len(rounds),
        "points": sum(points for points, _, _ in rounds),
        "best": next(round for round in rounds if round[0] == lowest),
        "worst": next(round for round in rounds if round[0] == highest),
        "closed": len(closed),
        "doubled": len([doubled for doubled in closed if doubled]),
    }


def _run(true: list[bool]) -> int:
    return max((len(list(run)) for value, run in groupby(true) if value), default=0)
