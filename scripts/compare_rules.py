"""Count random games by the rules, and again by the naive count of tests/oracle.py.

    python scripts/compare_rules.py --games 100000 --seed 1

Games of two to eight players, by any settings, with and without people who come and
go; most can be, some cannot (141 points, a round after the end, sums that no deck
gives). Ends with a line of JSON, and with status 1 at the first game on which the two
differ, which it shows as a sheet. tests/test_oracle.py does the same with fewer.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from voicekeeper.skyjo.sheet import SheetError, count_sheet, read_sheet

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import oracle

NAMES = ("Ana", "Bea", "Carl", "Dan", "Eve", "Fay", "Gus", "Hal")
# Low scores and few different ones: ties are what rules are about.
_SPANS = ((-2, 3), (-3, 12), (0, 15), (0, 30), (5, 75))
_SELDOM = ((-17, 20), (60, 142))


def counted(sheet: dict[str, Any]) -> dict[str, Any] | None:
    """What voicekeeper counts; None where it refuses the sheet."""
    game = read_sheet(json.dumps(sheet))
    return None if isinstance(game, SheetError) else count_sheet(game)


def random_sheet(chance: Random) -> dict[str, Any]:
    """A game as a sheet, perhaps one that cannot be."""
    rules: dict[str, Any] = {
        setting: chance.choice(values) for setting, values in oracle.SETTINGS.items()
        if chance.random() < 0.5
    }
    if chance.random() < 0.3:
        rules["flat_points"] = chance.randint(1, 100)
    if rules.get("end_at", 100) is None and rules.get("rounds") is None:
        rules["rounds"] = chance.randint(1, 8)
    players = list(NAMES[: chance.randint(2, 8)])
    sheet: dict[str, Any] = {"players": players, "rules": rules, "seats": [], "rounds": []}
    seated, span = list(players), chance.choice(_SPANS)
    too_far = chance.random() < 0.1
    for number in range(1, chance.randint(1, 14) + 1):
        if chance.random() < 0.08:
            seated = _come_or_go(chance, sheet, seated, number)
        sheet["rounds"].append(_random_round(chance, seated, span))
        found = oracle.count(sheet)
        if found is None or (found["over"] and not too_far):
            break
    if not sheet["seats"]:
        del sheet["seats"]
    return sheet


def _random_round(chance: Random, seated: list[str], span: tuple[int, int]) -> dict[str, Any]:
    if chance.random() < 0.05:
        span = chance.choice(_SELDOM)
    scores = {player: chance.randint(*span) for player in seated}
    closer = chance.choice((*seated, None)) if chance.random() < 0.5 else min(
        scores, key=lambda player: scores[player])
    return {"scores": scores, "closer": closer}


def _come_or_go(chance: Random, sheet: dict[str, Any], seated: list[str], number: int
                ) -> list[str]:
    away = [name for name in NAMES if name not in seated]
    if away and chance.random() < 0.6:
        player = chance.choice(away)
        total = {"total": chance.randint(-20, 60)} if chance.random() < 0.6 else {}
        sheet["seats"].append({"round": number, "joins": player, **total})
        return [*seated, player]
    if len(seated) > 2:
        player = chance.choice(seated)
        sheet["seats"].append({"round": number, "leaves": player})
        return [name for name in seated if name != player]
    return seated


def compare(games: int, seed: int) -> tuple[Counter[str], dict[str, Any] | None]:
    """What kinds of games there were, and the first on which the two differ (None: none)."""
    chance = Random(seed)
    kinds: Counter[str] = Counter()
    for _ in range(games):
        sheet = random_sheet(chance)
        expected = oracle.count(sheet)
        if counted(sheet) != expected:
            return kinds, sheet
        kinds["games"] += 1
        kinds["rounds"] += len(sheet["rounds"])
        if expected is None:
            kinds["refused"] += 1
        else:
            kinds["over"] += expected["over"]
            kinds["shared"] += len(expected["winners"]) > 1
            kinds["with a penalty"] += any(r["doubled"] for r in expected["rounds"])
            kinds["with people who came or went"] += "seats" in sheet
    return kinds, None


def main() -> int:
    """Compare so many games; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kinds, different = compare(asked.games, asked.seed)
    if different is not None:
        print(json.dumps(different))
        print(f"voicekeeper: {counted(different)}\nby hand:     {oracle.count(different)}",
              file=sys.stderr)
        return 1
    print(json.dumps({"seed": asked.seed, **kinds}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
