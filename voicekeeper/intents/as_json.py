"""Intents to and from JSON, as the command line prints them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from voicekeeper.intents.kinds import (
    Adjust,
    Ask,
    AskRules,
    AskStats,
    Choose,
    CorrectCloser,
    CorrectScore,
    Count,
    Entry,
    Intent,
    Item,
    Join,
    Leave,
    Move,
    Name,
    NameAgain,
    NewGame,
    NotClosed,
    Number,
    Order,
    Plain,
    Pronounce,
    RemoveRound,
    Rename,
    Resume,
    SayName,
    SetRules,
    Spell,
    StarterCards,
    Swap,
    TotalIs,
    Undo,
    WhatIf,
)


def to_json(intent: Intent) -> dict[str, Any]:
    """The intent as the command line prints it; what is not set is left out."""
    match intent:
        case Entry(entries, nobody_closed, round_, corrects):
            shown: dict[str, Any] = {"type": "entry", "entries": [_item(i) for i in entries]}
            nobody = {"closer": None} if nobody_closed else {}
            put_right = {"corrects": True} if corrects else {}
            return {**shown, **nobody, **_set({}, round=round_), **put_right}
        case Ask(about, player, round_, points):
            return _set({"type": "ask", "about": about}, player=player, round=round_,
                        points=points)
        case WhatIf(points, player):
            return {**_set({"type": "what_if"}, player=player), "points": points}
        case AskStats(about, player, other):
            return _set({"type": "stats", "about": about}, player=player, other=other)
        case CorrectScore(points, player, round_):
            return {**_set({"type": "correct"}, player=player), "points": points,
                    **_set({}, round=round_)}
        case CorrectCloser(closer, round_):
            # Nobody is null here, and not left out.
            return {"type": "correct", "closer": closer, **_set({}, round=round_)}
        case NotClosed(player, round_):
            return _set({"type": "not_closed", "player": player}, round=round_)
        case Move(source, target, round_):
            return _set({"type": "move", "from": source, "to": target}, round=round_)
        case Swap(players, round_):
            return _set({"type": "swap", "players": list(players)}, round=round_)
        case RemoveRound(number):
            return {"type": "remove_round", "round": number}
        case Number(points):
            return {"type": "number", "points": points}
        case Name(player):
            return {"type": "name", "player": player}
        case Count(player, cards, closed):
            return _set({"type": "count", "player": player, "cards": list(cards)},
                        closed=closed or None)
        case StarterCards(pairs):
            return {"type": "starter_cards",
                    "cards": {player: list(two) for player, two in pairs}}
        case Adjust(player, points):
            return {"type": "adjust", "player": player, "points": points}
        case TotalIs(player, points):
            return {"type": "total_is", "player": player, "points": points}
        case Choose(number):
            return {"type": "choose", "number": number}
        case AskRules(topic):
            return {"type": "rules", "topic": topic}
        case SetRules(settings, next_game):
            return _set({"type": "settings", "rules": dict(settings)}, next=next_game or None)
        case NewGame(new_players, settings):
            return _set({"type": "new_game"},
                        players=None if new_players is None else list(new_players),
                        rules=dict(settings) or None)
        case Resume(when, past_players):
            return _set({"type": "continue"}, when=when,
                        players=list(past_players) if past_players else None)
        case Rename(source, target):
            return {"type": "rename", "from": source, "to": target}
        case NameAgain(name, old):
            return _set({"type": "name_again", "name": name}, instead_of=old)
        case SayName(player):
            return _set({"type": "say_name"}, player=player)
        case Pronounce(player, said_as):
            # As it is written is null here, and not left out.
            return {"type": "pronounce", "player": player, "as": said_as}
        case Join(player, total):
            return _set({"type": "join", "player": player}, total=total)
        case Leave(player):
            return {"type": "leave", "player": player}
        case Spell(name):
            return _set({"type": "spell"}, name=name)
        case Undo(what):
            return _set({"type": "undo"}, what=what)
        case Plain(kind):
            return {"type": kind}


def from_json(shown: Mapping[str, Any]) -> Intent:
    """The intent that `to_json` showed. Raises ValueError for anything else."""
    try:
        return _read(shown)
    except (KeyError, TypeError) as error:
        raise ValueError(f"not an intent: {dict(shown)!r}") from error


def _read(shown: Mapping[str, Any]) -> Intent:
    kind = shown["type"]
    if kind in get_args(Order):
        return Plain(kind)
    match kind:
        case "entry":
            items = tuple(
                Item(i["player"], i.get("points"), i.get("closed", False)) for i in shown["entries"]
            )
            return Entry(items, "closer" in shown, shown.get("round"),
                         bool(shown.get("corrects", False)))
        case "ask":
            return Ask(shown["about"], shown.get("player"), shown.get("round"),
                       shown.get("points"))
        case "what_if":
            return WhatIf(shown["points"], shown.get("player"))
        case "stats":
            return AskStats(shown["about"], shown.get("player"), shown.get("other"))
        case "correct" if "closer" in shown:
            return CorrectCloser(shown["closer"], shown.get("round"))
        case "correct":
            return CorrectScore(shown["points"], shown.get("player"), shown.get("round"))
        case "move":
            return Move(shown["from"], shown["to"], shown.get("round"))
        case "swap":
            first, second = shown["players"]
            return Swap((first, second), shown.get("round"))
        case "remove_round":
            return RemoveRound(shown["round"])
        case "number":
            return Number(shown["points"])
        case "name":
            return Name(shown["player"])
        case "count":
            return Count(shown["player"], tuple(shown["cards"]), shown.get("closed", False))
        case "starter_cards":
            return StarterCards(tuple(
                (player, tuple(two)) for player, two in shown["cards"].items()))
        case "adjust":
            return Adjust(shown["player"], shown["points"])
        case "total_is":
            return TotalIs(shown["player"], shown["points"])
        case "choose":
            return Choose(shown["number"])
        case "rules":
            return AskRules(shown["topic"])
        case "new_game":
            players = shown.get("players")
            return NewGame(None if players is None else tuple(players),
                           tuple(shown.get("rules", {}).items()))
        case "settings":
            return SetRules(tuple(shown["rules"].items()), shown.get("next", False))
        case "continue":
            return Resume(shown.get("when"), tuple(shown.get("players", ())))
        case "rename":
            return Rename(shown["from"], shown["to"])
        case "say_name":
            return SayName(shown.get("player"))
        case "not_closed":
            return NotClosed(shown["player"], shown.get("round"))
        case "name_again":
            return NameAgain(shown["name"], shown.get("instead_of"))
        case "pronounce":
            return Pronounce(shown["player"], shown["as"])
        case "join":
            return Join(shown["player"], shown.get("total"))
        case "leave":
            return Leave(shown["player"])
        case "spell":
            return Spell(shown.get("name"))
        case "undo":
            return Undo(shown.get("what"))
    raise ValueError(f"not an intent: {dict(shown)!r}")


def _item(item: Item) -> dict[str, Any]:
    shown = _set({"player": item.player}, points=item.points)
    return {**shown, "closed": True} if item.closed else shown


def _set(shown: dict[str, Any], **optional: Any) -> dict[str, Any]:
    return shown | {key: value for key, value in optional.items() if value is not None}
