"""A table's game kept on a sheet of paper: what was written, and copies of it for undo.

For comparison with the real one; what the rounds come to is oracle.py's.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import oracle

UNKNOWN = "nobody knows yet"


@dataclass
class Paper:
    """What is written: rounds of points by player, with who closed (None: nobody)."""

    players: list[str]
    rules: dict[str, Any] = field(default_factory=dict)
    seats: list[dict[str, Any]] = field(default_factory=list)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    ended: bool = False

    def seated(self, number: int) -> list[str]:
        totals = dict.fromkeys(self.players, 0)
        for at in range(1, number + 1):
            totals = oracle.come_and_go(totals, self.seats, at)
        return list(totals)

    def finished(self) -> list[dict[str, Any]]:
        """The rounds that count."""
        done: list[dict[str, Any]] = []
        for number, played in enumerate(self.rounds, start=1):
            if sorted(played["scores"]) != sorted(self.seated(number)):
                break
            if played["closer"] == UNKNOWN:
                break
            done.append(played)
            if self.result(done)["over"]:
                break
        return done

    def result(self, done: list[dict[str, Any]]) -> dict[str, Any]:
        sheet = {"players": self.players, "rules": self.rules, "seats": self.seats,
                 "rounds": done}
        found = oracle.count(sheet)
        if found is None:
            raise AssertionError(f"the paper cannot be: {sheet}")
        return found

    def view(self) -> dict[str, Any]:
        """The game as `play --json` shows it."""
        done = self.finished()
        found = self.result(done)
        over = self.ended or found["over"]
        rules = oracle.BOOKLET | self.rules
        number = max(1, len(done)) if over else len(done) + 1
        totals = found["totals"]
        winners = found["winners"]
        if over and done and not winners:
            # Without who has left, and who has come, since that round.
            counted = found["rounds"][-1]["counted"]
            placed = {p: total for p, total in totals.items() if p in counted}
            winners = oracle.who_wins(rules, placed, counted) if placed else []
        playing: dict[str, Any] = {"scores": {}, "closer": UNKNOWN}
        if not over and len(self.rounds) >= number:
            playing = self.rounds[number - 1]
        starter = None
        if done and not over:
            starter = oracle.who_starts(rules, found["rounds"][-1]["counted"], done[-1]["closer"])
        seated = self.seated(number if found["over"] else len(done) + 1)
        view: dict[str, Any] = {
            "players": seated, "round": number,
            "entered": {p: playing["scores"][p] for p in seated if p in playing["scores"]},
            "closer": None if playing["closer"] == UNKNOWN else playing["closer"],
            "missing": [] if over else [p for p in seated if p not in playing["scores"]],
            "totals": totals, "starter": starter if starter in seated else None,
            "over": over, "winners": winners,
        }
        return view | ({"nobody_closed": True} if playing["closer"] is None else {})

    # -- what is written -----------------------------------------------------

    def playing(self) -> dict[str, Any]:
        """The round being played, to be written in."""
        number = len(self.finished())
        if len(self.rounds) == number:
            self.rounds.append({"scores": {}, "closer": UNKNOWN})
        return self.rounds[number]

    def remove(self, number: int) -> None:
        del self.rounds[number - 1]
        for change in self.seats:
            if change["round"] > number:
                change["round"] -= 1

    def come_or_go(self, change: dict[str, Any]) -> None:
        self.seats.append(change)
        self.seats.sort(key=lambda other: other["round"])

    def rename(self, player: str, name: str) -> None:
        self.players = [name if who == player else who for who in self.players]
        for change in self.seats:
            for way in ("joins", "leaves"):
                if change.get(way) == player:
                    change[way] = name
        for played in self.rounds:
            played["scores"] = {name if who == player else who: points
                                for who, points in played["scores"].items()}
            if played["closer"] == player:
                played["closer"] = name

    def everyone(self) -> set[str]:
        return {*self.players, *(change["joins"] for change in self.seats if "joins" in change)}

    def end(self) -> None:
        del self.rounds[len(self.finished()):]
        for change in self.seats:
            change["round"] = min(change["round"], len(self.rounds) + 1)
        self.ended = True


class NaiveTable:
    """The paper with its copies: undo takes the last one, redo the one undone."""

    def __init__(self, players: list[str]) -> None:
        self.paper = Paper(players)
        self.before: list[Paper] = []
        self.after: list[Paper] = []

    def change(self) -> Paper:
        """The paper to write on; `keep` when it is done."""
        return deepcopy(self.paper)

    def keep(self, changed: Paper) -> None:
        """Takes the new paper, unless it says the same."""
        while changed.rounds and changed.rounds[-1] == {"scores": {}, "closer": UNKNOWN}:
            changed.rounds.pop()
        if changed != self.paper:
            self.before.append(self.paper)
            self.after.clear()
            self.paper = changed

    def new_in_the_round(self, player: str) -> set[str]:
        """What the last utterance said of a player in the round being played."""
        if not self.before:
            return set()
        was, now = self.before[-1], self.paper
        at = len(now.finished())
        if len(was.finished()) != at or was.everyone() != now.everyone() or len(now.rounds) <= at:
            return set()
        empty: dict[str, Any] = {"scores": {}, "closer": UNKNOWN}
        old, new = was.rounds[at] if len(was.rounds) > at else empty, now.rounds[at]
        found = {"score"} if old["scores"].get(player) != new["scores"].get(player) else set()
        return found | ({"closer"} if new["closer"] == player != old["closer"] else set())

    def undo(self) -> None:
        self.after.append(self.paper)
        self.paper = self.before.pop()

    def redo(self) -> None:
        self.before.append(self.paper)
        self.paper = self.after.pop()
