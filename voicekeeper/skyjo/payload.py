"""Events as the ledger stores them: a kind and a JSON payload, players by their seat."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from voicekeeper.skyjo.events import (
    CloserCleared,
    CloserSet,
    Event,
    GameEnded,
    GameResumed,
    GameStarted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    Redone,
    RoundRemoved,
    RulesAgreed,
    RulesChanged,
    ScoreCleared,
    ScoreSet,
    SheetWritten,
    Undone,
)
from voicekeeper.skyjo.packing import pack_sheet, unpack_sheet
from voicekeeper.skyjo.rules import Rules, RulesProblem

_encode = json.JSONEncoder(separators=(",", ":")).encode


def to_payload(event: Event, players: Sequence[str]) -> tuple[str, str]:
    """The event's kind and payload; `players` are all who ever came, by seat."""
    kind, values = _to_values(event, players)
    return kind, _encode(values)


def sheet_payload(sheet: Mapping[str, Any]) -> tuple[str, str]:
    """The kind and payload of SheetWritten, from what packing.pack_sheet made of its game."""
    return "sheet_written", _encode(sheet)


def _to_values(event: Event, players: Sequence[str]) -> tuple[str, dict[str, Any]]:
    match event:
        case GameStarted(_, rules):
            return "game_started", {"rules": rules.to_mapping()}
        case GameResumed(continued):
            return "game_resumed", {"continued": True} if continued else {}
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
        case PlayerJoined(number, player, total):
            return "player_joined", {
                "round": number, "seat": players.index(player), "total": total,
            }
        case PlayerLeft(number, player):
            return "player_left", {"round": number, "seat": players.index(player)}
        case PlayerRenamed(player, name):
            # The name has a seat of its own, so that none stands in an event.
            return "player_renamed", {"seat": players.index(player), "to": players.index(name)}
        case RulesChanged(rules):
            return "rules_changed", {"rules": rules.to_mapping()}
        case RulesAgreed(rules):
            return "rules_agreed", {"rules": rules.to_mapping()}
        case GameEnded():
            return "game_ended", {}
        case SheetWritten(seating, rounds):
            return "sheet_written", pack_sheet(seating, rounds, players)
        case Undone(utterance):
            return "undone", {"utterance": utterance}
        case Redone(utterance):
            return "redone", {"utterance": utterance}


def from_payload(kind: str, payload: str, players: Sequence[str], first: int) -> Event:
    """The event that `to_payload` showed; `first` of the players were there at the start.

    Raises ValueError or LookupError for anything else.
    """
    values = json.loads(payload)
    match kind:
        case "game_started":
            return GameStarted(tuple(players[:first]), _rules(values))
        case "game_resumed":
            return GameResumed(values.get("continued", False))
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
        case "player_joined":
            return PlayerJoined(values["round"], players[values["seat"]], values["total"])
        case "player_left":
            return PlayerLeft(values["round"], players[values["seat"]])
        case "player_renamed":
            return PlayerRenamed(players[values["seat"]], players[values["to"]])
        case "rules_changed":
            return RulesChanged(_rules(values))
        case "rules_agreed":
            return RulesAgreed(_rules(values))
        case "game_ended":
            return GameEnded()
        case "sheet_written":
            return SheetWritten(*unpack_sheet(values, players))
        case "undone":
            return Undone(values["utterance"])
        case "redone":
            return Redone(values["utterance"])
    raise ValueError(f"unknown kind of event: {kind}")


def _rules(values: Mapping[str, Any]) -> Rules:
    rules = Rules.from_mapping(values["rules"])
    if isinstance(rules, RulesProblem):
        raise ValueError(rules.sentence)
    return rules


def first_players(kinds: Iterable[tuple[str, str]], seats: int) -> int:
    """How many of the seats were taken at the start, from a game's kinds and payloads in order.

    The seats of those who came later follow, and those of names that were put right;
    what seat is first heard of by coming, and not by going, is one of them.
    """
    heard_of: dict[int, str] = {}
    for kind, payload in kinds:
        if kind in ("player_joined", "player_left"):
            heard_of.setdefault(json.loads(payload)["seat"], kind)
        elif kind == "player_renamed":
            values = json.loads(payload)
            heard_of.setdefault(values["seat"], kind)
            heard_of.setdefault(values["to"], "player_joined")
        elif kind == "sheet_written":
            first = json.loads(payload).get("first", seats)
            heard_of |= dict.fromkeys(range(first, seats), "player_joined")
    return seats - sum(1 for kind in heard_of.values() if kind == "player_joined")
