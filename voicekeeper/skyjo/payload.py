"""Events as the ledger stores them: a kind and a JSON payload, players by their seat."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from voicekeeper.skyjo.events import (
    CloserCleared,
    CloserSet,
    Event,
    GameEnded,
    GameResumed,
    GameStarted,
    Redone,
    RoundRemoved,
    ScoreCleared,
    ScoreSet,
    Undone,
)
from voicekeeper.skyjo.rules import Rules, RulesProblem


def to_payload(event: Event, players: Sequence[str]) -> tuple[str, str]:
    """The event's kind and payload; `players` are the game's, in seating order."""
    kind, values = _to_values(event, players)
    return kind, json.dumps(values, separators=(",", ":"))


def _to_values(event: Event, players: Sequence[str]) -> tuple[str, dict[str, Any]]:
    match event:
        case GameStarted(_, rules):
            return "game_started", {"rules": rules.to_mapping()}
        case GameResumed():
            return "game_resumed", {}
        case ScoreSet(number, player, points):
            return "score_set", {
                "round": number, "seat": players.index(player), "points": points,
            }
        case ScoreCleared(number, player):
            return "score_cleared", {"round": number, "seat": players.index(player)}
        case CloserSet(number, closer):
            seat = None if closer is None else players.index(closer)
            return "closer_set", {"round": number, "seat": seat}
        case CloserCleared(number):
            return "closer_cleared", {"round": number}
        case RoundRemoved(number):
            return "round_removed", {"round": number}
        case GameEnded():
            return "game_ended", {}
        case Undone(utterance):
            return "undone", {"utterance": utterance}
        case Redone(utterance):
            return "redone", {"utterance": utterance}


def from_payload(kind: str, payload: str, players: Sequence[str]) -> Event:
    """The event that `to_payload` showed. Raises ValueError or LookupError for anything else."""
    values = json.loads(payload)
    match kind:
        case "game_started":
            rules = Rules.from_mapping(values["rules"])
            if isinstance(rules, RulesProblem):
                raise ValueError(rules.sentence)
            return GameStarted(tuple(players), rules)
        case "game_resumed":
            return GameResumed()
        case "score_set":
            return ScoreSet(values["round"], players[values["seat"]], values["points"])
        case "score_cleared":
            return ScoreCleared(values["round"], players[values["seat"]])
        case "closer_set":
            seat = values["seat"]
            return CloserSet(values["round"], None if seat is None else players[seat])
        case "closer_cleared":
            return CloserCleared(values["round"])
        case "round_removed":
            return RoundRemoved(values["round"])
        case "game_ended":
            return GameEnded()
        case "undone":
            return Undone(values["utterance"])
        case "redone":
            return Redone(values["utterance"])
    raise ValueError(f"unknown kind of event: {kind}")
