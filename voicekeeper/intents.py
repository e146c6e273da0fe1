"""What somebody meant: one frozen dataclass a kind of intent, to and from JSON.

The JSON form is fixed by the command line's promises (docs/contract in the
README). Players stand in intents by the names the game knows them by; points
are whole card points; rounds count from 1 and -1 is the last finished one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

About = Literal[
    "leader", "standings", "total", "remaining", "round", "starter", "closer",
    "missing", "last", "doubled", "loser", "entered", "behind",
]
Topic = Literal[
    "double", "tie", "negative", "end", "start", "column", "turn", "values",
    "last_turn", "winner",
]
Order = Literal[
    "end_game", "rematch", "redo", "repeat", "help", "yes", "no", "cancel",
]


@dataclass(frozen=True)
class Item:
    """One player's part of an entry: points, having closed, or both."""

    player: str
    points: int | None = None
    closed: bool = False


@dataclass(frozen=True)
class Entry:
    """Scores said for the round being played; `nobody_closed` stands for closer null."""

    entries: tuple[Item, ...] = ()
    nobody_closed: bool = False


@dataclass(frozen=True)
class Ask:
    """A question about the game."""

    about: About
    player: str | None = None
    round: int | None = None


@dataclass(frozen=True)
class CorrectScore:
    """A score put right; without a player, the last entry's; without a round, the one at hand."""

    points: int
    player: str | None = None
    round: int | None = None


@dataclass(frozen=True)
class CorrectCloser:
    """The closer put right."""

    closer: str
    round: int | None = None


@dataclass(frozen=True)
class Move:
    """"That was Luis, not Ana": what was taken for `source` belongs to `target`."""

    source: str
    target: str


@dataclass(frozen=True)
class Swap:
    """Two players' scores exchanged."""

    players: tuple[str, str]


@dataclass(frozen=True)
class Number:
    """A bare number; it answers questions and alone changes nothing."""

    points: int


@dataclass(frozen=True)
class Name:
    """A bare name; it answers questions and alone changes nothing."""

    player: str


@dataclass(frozen=True)
class Count:
    """Cards to be added up by the table."""

    player: str
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Adjust:
    """A score that stands to be changed by so many points ("take three off Ana")."""

    player: str
    points: int


@dataclass(frozen=True)
class TotalIs:
    """A player's total, this round included, as counted by the table ("Ana five total")."""

    player: str
    points: int


@dataclass(frozen=True)
class Choose:
    """"The first one": which of the readings asked about is meant, from 1."""

    number: int


@dataclass(frozen=True)
class AskRules:
    """A question about the rules of Skyjo."""

    topic: Topic


@dataclass(frozen=True)
class NewGame:
    """A new game; without players, the same ones again."""

    players: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Rename:
    """"No, Luis, not Louis": a player of a game just begun is called otherwise."""

    source: str
    target: str


@dataclass(frozen=True)
class Join:
    """Somebody else plays too."""

    player: str


@dataclass(frozen=True)
class Leave:
    """A player does not play, or no longer."""

    player: str


@dataclass(frozen=True)
class Spell:
    """A name letter by letter, for who plays; without one, the wish to spell it."""

    name: str | None = None


@dataclass(frozen=True)
class Undo:
    """Take back the last utterance, or (`what` "round") the last finished round."""

    what: Literal["round"] | None = None


@dataclass(frozen=True)
class Plain:
    """An intent that is its type alone: yes, no, cancel, redo, repeat, help, ..."""

    type: Order


Intent = (
    Entry | Ask | CorrectScore | CorrectCloser | Move | Swap | Number | Name
    | Count | Adjust | TotalIs | Choose | AskRules | NewGame | Rename | Join | Leave | Spell
    | Undo | Plain
)


def to_json(intent: Intent) -> dict[str, Any]:
    """The intent as the command line prints it; what is not set is left out."""
    match intent:
        case Entry(entries, nobody_closed):
            shown: dict[str, Any] = {"type": "entry", "entries": [_item(i) for i in entries]}
            return {**shown, "closer": None} if nobody_closed else shown
        case Ask(about, player, round_):
            return _set({"type": "ask", "about": about}, player=player, round=round_)
        case CorrectScore(points, player, round_):
            return {**_set({"type": "correct"}, player=player), "points": points,
                    **_set({}, round=round_)}
        case CorrectCloser(closer, round_):
            return _set({"type": "correct", "closer": closer}, round=round_)
        case Move(source, target):
            return {"type": "move", "from": source, "to": target}
        case Swap(players):
            return {"type": "swap", "players": list(players)}
        case Number(points):
            return {"type": "number", "points": points}
        case Name(player):
            return {"type": "name", "player": player}
        case Count(player, cards):
            return {"type": "count", "player": player, "cards": list(cards)}
        case Adjust(player, points):
            return {"type": "adjust", "player": player, "points": points}
        case TotalIs(player, points):
            return {"type": "total_is", "player": player, "points": points}
        case Choose(number):
            return {"type": "choose", "number": number}
        case AskRules(topic):
            return {"type": "rules", "topic": topic}
        case NewGame(new_players):
            return _set({"type": "new_game"},
                        players=None if new_players is None else list(new_players))
        case Rename(source, target):
            return {"type": "rename", "from": source, "to": target}
        case Join(player):
            return {"type": "join", "player": player}
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
            return Entry(items, "closer" in shown)
        case "ask":
            return Ask(shown["about"], shown.get("player"), shown.get("round"))
        case "correct" if "closer" in shown:
            return CorrectCloser(shown["closer"], shown.get("round"))
        case "correct":
            return CorrectScore(shown["points"], shown.get("player"), shown.get("round"))
        case "move":
            return Move(shown["from"], shown["to"])
        case "swap":
            first, second = shown["players"]
            return Swap((first, second))
        case "number":
            return Number(shown["points"])
        case "name":
            return Name(shown["player"])
        case "count":
            return Count(shown["player"], tuple(shown["cards"]))
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
            return NewGame(None if players is None else tuple(players))
        case "rename":
            return Rename(shown["from"], shown["to"])
        case "join":
            return Join(shown["player"])
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
