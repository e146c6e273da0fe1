"""Skyjo counted with pencil and paper: the rules once more, for comparison.

Written from the rules alone and sharing nothing with voicekeeper; plain and slow
on purpose, so that a reader sees that it is right.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

BOOKLET: dict[str, Any] = {
    "end_at": 100, "end_when": "reaches", "tie_doubles": True, "double_negative": False,
    "penalty": "double", "flat_points": 10, "starter": "closer", "columns": True,
    "shared_win": True, "rounds": None,
}
SETTINGS: dict[str, tuple[Any, ...]] = {
    "end_at": (100, 30, None), "end_when": ("reaches", "passes"), "tie_doubles": (True, False),
    "double_negative": (False, True), "penalty": ("double", "none", "flat"),
    "starter": ("closer", "lowest", "highest"), "columns": (True, False),
    "shared_win": (True, False), "rounds": (None, 3),
}
"""What each setting can be, as far as it makes a difference of kind."""

DECK = [-2] * 5 + [-1] * 10 + [0] * 15 + [card for card in range(1, 13) for _ in range(10)]
DEAREST = {players: sum(sorted(DECK)[-12 * players:]) for players in range(2, 9)}
"""The most that so many players' cards can come to."""


def count(sheet: dict[str, Any]) -> dict[str, Any] | None:
    """What a sheet comes to, as `voicekeeper score` shows it; None if it cannot be."""
    rules = BOOKLET | sheet.get("rules", {})
    totals = dict.fromkeys(sheet["players"], 0)
    shown: list[dict[str, Any]] = []
    over = False
    starter = None
    for number, played in enumerate(sheet["rounds"], start=1):
        if over:
            return None
        totals = come_and_go(totals, sheet.get("seats", []), number)
        scores, closer = played["scores"], played.get("closer")
        if sorted(scores) != sorted(totals) or not can_be(rules, list(scores.values())):
            return None
        penalty = penalty_for(rules, scores, closer)
        counted = {player: scores[player] + (penalty if player == closer else 0)
                   for player in totals}
        for player in totals:
            totals[player] += counted[player]
        shown.append({"counted": counted, "doubled": closer if penalty else None,
                      "starter": starter if starter in totals else None})
        over = is_over(rules, totals, number)
        starter = who_starts(rules, counted, closer)
    if not over:
        totals = come_and_go(totals, sheet.get("seats", []), len(sheet["rounds"]) + 1)
    winners = who_wins(rules, totals, shown[-1]["counted"]) if over else []
    return {"totals": totals, "rounds": shown, "over": over, "winners": winners}


def come_and_go(totals: dict[str, int], seats: list[dict[str, Any]], number: int
                ) -> dict[str, int]:
    """The totals with which a round begins: without who has left, with who has come."""
    totals = dict(totals)
    for change in seats:
        if change["round"] == number and "leaves" in change:
            totals.pop(change["leaves"])
        elif change["round"] == number:
            highest = sorted(totals.values())[-1]
            totals[change["joins"]] = change.get("total", highest)
    return totals


def can_be(rules: dict[str, Any], points: list[int]) -> bool:
    """Whether twelve cards each, out of one deck, can make these points."""
    highest = 140 if rules["columns"] else 142
    if any(score < -17 or score > highest for score in points):
        return False
    return all(-20 <= together <= DEAREST[size] for size in range(2, len(points) + 1)
               for together in map(sum, combinations(points, size)))


def penalty_for(rules: dict[str, Any], scores: dict[str, int], closer: str | None) -> int:
    """What is added to the closer's points."""
    if closer is None or rules["penalty"] == "none":
        return 0
    mine = scores[closer]
    others = [points for player, points in scores.items() if player != closer]
    lower = [points for points in others if points < mine]
    equal = [points for points in others if points == mine]
    if not lower and not (equal and rules["tie_doubles"]):
        return 0
    if mine == 0 or (mine < 0 and not rules["double_negative"]):
        return 0
    return mine if rules["penalty"] == "double" else int(rules["flat_points"])


def is_over(rules: dict[str, Any], totals: dict[str, int], number: int) -> bool:
    """Whether the game ends with this round."""
    if rules["rounds"] == number:
        return True
    for total in totals.values():
        if rules["end_at"] is None:
            continue
        if total > rules["end_at"]:
            return True
        if total == rules["end_at"] and rules["end_when"] == "reaches":
            return True
    return False


def who_starts(rules: dict[str, Any], counted: dict[str, int], closer: str | None) -> str | None:
    """Who starts the next round."""
    if rules["starter"] == "closer":
        return closer
    ranked = sorted(counted.values(), reverse=rules["starter"] == "highest")
    tied = [player for player, points in counted.items() if points == ranked[0]]
    return closer if closer in tied else tied[0]


def who_wins(rules: dict[str, Any], totals: dict[str, int], last: dict[str, int]) -> list[str]:
    """Who has won, in seating order."""
    best = sorted(totals.values())[0]
    tied = [player for player in totals if totals[player] == best]
    if rules["shared_win"]:
        return tied
    best_last = sorted(last[player] for player in tied)[0]
    return [player for player in tied if last[player] == best_last]
