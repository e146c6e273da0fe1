"""The statistics as `stats --json` prints them."""

from __future__ import annotations

from typing import Any

from voicekeeper.skyjo.careers import Career, Duel, Feat


def career_json(career: Career) -> dict[str, Any]:
    """What a person has come to."""
    return {"player": career.player, **_sums(career), "streak": career.streak}


def duel_json(duel: Duel) -> dict[str, Any]:
    """The same in the games with one other."""
    return {
        "player": duel.career.player, "with": duel.other, **_sums(duel.career),
        "ahead": duel.ahead, "behind": duel.behind, "level": duel.level, "streak": duel.streak,
    }


def _sums(career: Career) -> dict[str, Any]:
    return {
        "games": career.games, "wins": career.wins, "shared": career.shared,
        "rounds": career.rounds, "points": career.points,
        "average": round(career.average, 2), "best": _feat(career.best),
        "worst": _feat(career.worst), "closed": career.closed, "doubled": career.doubled,
    }


def _feat(feat: Feat) -> dict[str, Any]:
    return {"points": feat.points, "game": feat.game, "started": feat.started,
            "round": feat.round}
