"""Whole games in the words of people come to what a naive count of the rules says."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from table import Table, at_table

from voicekeeper.numbers import words

NAMES = ("Ana", "Marco", "Luis", "Bea", "Carl", "Dan", "Eve", "Fay")
SCORES = ("{p} {n}", "{p} has {n}", "{n} points for {p}", "give {p} {n}", "{p}: {d}",
          "{p}'s got {n}", "put {p} down for {n}", "{p} scored {n} points")
CLOSINGS = ("{p} closed with {n}", "{p} {n} and closed", "{n} for {p} and he closed",
            "{p} went out with {d}", "{p} closed and got {n}")
CORRECTIONS = ("no, {p} {n}", "change {p} to {d}", "{p} should be {n}", "actually, {p} {n}")

Round = tuple[dict[str, int], str]


def counted(rounds: list[Round], players: tuple[str, ...]) -> dict[str, int]:
    """Totals as a person adds them up: the closer doubles unless alone in having the least."""
    totals = dict.fromkeys(players, 0)
    for scores, closer in rounds:
        others = min(points for player, points in scores.items() if player != closer)
        for player, points in scores.items():
            double = player == closer and points > 0 and points >= others
            totals[player] += 2 * points if double else points
    return totals


def told(chance: Random, wordings: tuple[str, ...], player: str, points: int) -> str:
    return chance.choice(wordings).format(p=player, n=words(points, "en"), d=points)


def a_round(chance: Random, players: tuple[str, ...]) -> Round:
    return {p: chance.randint(-2, 40) for p in players}, chance.choice(players)


def play(table: Table, chance: Random, scores: dict[str, int], closer: str) -> None:
    """One round, in any order, in breaths of one to three players, with slips put right."""
    waiting = list(scores)
    chance.shuffle(waiting)
    if apart := chance.random() < 0.3:
        table.line(f"{closer} closed")
    while waiting:
        breath = [waiting.pop() for _ in range(min(len(waiting), chance.randint(1, 3)))]
        slip = chance.choice(breath) if waiting and chance.random() < 0.3 else None
        said = [
            told(chance, CLOSINGS if player == closer and not apart else SCORES, player,
                 scores[player] + (1 if player == slip else 0))
            for player in breath
        ]
        table.line(chance.choice((", ", " and ", ", and ")).join(said))
        assert not table.asking, table.said
        if slip is not None:
            table.line(told(chance, CORRECTIONS, slip, scores[slip]))
        if chance.random() < 0.3:
            was = table.game
            for line in ("undo", "who's winning", "redo"):
                table.line(line)
            assert table.game == was


@pytest.mark.parametrize("seed", range(12))
def test_a_game_comes_to_what_it_should(seed: int) -> None:
    chance = Random(seed)
    players = NAMES[: 2 + seed % 7]
    rounds: list[Round] = []
    with TemporaryDirectory() as folder, at_table(Path(folder), players) as table:
        while max(counted(rounds, players).values()) < 100:
            rounds.append(a_round(chance, players))
            play(table, chance, *rounds[-1])
            totals, game = counted(rounds, players), table.game
            assert game is not None
            assert game["totals"] == totals, table.said
            assert game["over"] == (max(totals.values()) >= 100)
            if chance.random() < 0.2 and not game["over"]:
                table.restart()
        least = min(totals.values())
        assert table.game is not None
        assert table.game["winners"] == [p for p in players if totals[p] == least]
