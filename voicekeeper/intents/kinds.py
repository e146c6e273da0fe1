"""The kinds of intents, one frozen dataclass each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

About = Literal[
    "leader", "standings", "total", "remaining", "round", "starter", "closer",
    "missing", "last", "doubled", "loser", "entered", "behind",
    "way", "most_closed", "players",
]
Feat = Literal[
    "games", "wins", "average", "best", "worst", "closed", "doubled", "streak", "beaten",
]
"""What a question about all finished games may be about."""
Topic = Literal[
    "double", "tie", "negative", "end", "start", "column", "turn", "values",
    "last_turn", "winner", "house",
]
Order = Literal[
    "end_game", "shut_down", "rematch", "redo", "repeat", "help", "yes", "no", "cancel", "highest",
    "column",
    "go_on", "roll_call", "what_heard", "version", "next_round", "turn", "thanks",
    "faster", "slower", "louder", "quieter", "in_full", "in_short", "chime_only",
]
Setting = int | str | bool | None
Settings = tuple[tuple[str, Setting], ...]
"""Settings of the rules (skyjo/rules.py) by name, in the order said."""


WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
When = Literal["last", "today", "yesterday", "monday", "tuesday", "wednesday", "thursday",
               "friday", "saturday", "sunday"]


@dataclass(frozen=True)
class Item:
    """One player's part of an entry: points, having closed, or both."""

    player: str
    points: int | None = None
    closed: bool = False


@dataclass(frozen=True)
class Entry:
    """Scores said for the round being played, or for `round`; `nobody_closed`: closer null.

    corrects: they were said to put right what stands, in the round at hand.
    """

    entries: tuple[Item, ...] = ()
    nobody_closed: bool = False
    round: int | None = None
    corrects: bool = False


@dataclass(frozen=True)
class Ask:
    """A question about the game; points: how far from these, not from the game's end."""

    about: About
    player: str | None = None
    round: int | None = None
    points: int | None = None


@dataclass(frozen=True)
class WhatIf:
    """"What happens if Ana closes with eight?"; without a player, whoever asks."""

    points: int
    player: str | None = None


@dataclass(frozen=True)
class AskStats:
    """A question about all finished games: of a player, or who comes first.

    `other` is who `player` has beaten.
    """

    about: Feat
    player: str | None = None
    other: str | None = None


@dataclass(frozen=True)
class CorrectScore:
    """A score put right; without a player, the last entry's; without a round, the one at hand.

    instead_of: the points that were said to be wrong ("not five, six"). They tell whose
    score is meant, and are no part of what is meant, nor of its JSON.
    """

    points: int
    player: str | None = None
    round: int | None = None
    instead_of: int | None = field(default=None, compare=False)


@dataclass(frozen=True)
class CorrectCloser:
    """The closer put right; None: nobody closed."""

    closer: str | None
    round: int | None = None


@dataclass(frozen=True)
class NotClosed:
    """"Ana didn't close": who did is not said."""

    player: str
    round: int | None = None


@dataclass(frozen=True)
class Move:
    """"That was Luis, not Ana": what was taken for `source` belongs to `target`."""

    source: str
    target: str
    round: int | None = None


@dataclass(frozen=True)
class Swap:
    """Two players' scores exchanged; without a round, those of the one at hand."""

    players: tuple[str, str]
    round: int | None = None


@dataclass(frozen=True)
class RemoveRound:
    """A round is to be taken out whole."""

    round: int


@dataclass(frozen=True)
class Number:
    """A bare number; it answers questions and alone changes nothing."""

    points: int


@dataclass(frozen=True)
class Name:
    """A bare name; it answers questions and alone changes nothing."""

    player: str


@dataclass(frozen=True)
class SayName:
    """"Say my name": how the voice says a player's name is to be heard.

    player: None where nobody is known to speak.
    """

    player: str | None = None


@dataclass(frozen=True)
class Pronounce:
    """"Pronounce Zoe like Joey": how the voice is to say a name; None: as it is written."""

    player: str
    said_as: str | None = None


@dataclass(frozen=True)
class Count:
    """Cards to be added up by the table."""

    player: str
    cards: tuple[int, ...]
    closed: bool = False


@dataclass(frozen=True)
class StarterCards:
    """Each player's two open cards, by which is settled who starts round one."""

    cards: tuple[tuple[str, tuple[int, ...]], ...]


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
class SetRules:
    """By which rules is played: in this game, or (`next_game`) only in the next one."""

    settings: Settings
    next_game: bool = False


@dataclass(frozen=True)
class NewGame:
    """A new game; without players, the same ones again. `settings` differ from the table's."""

    players: tuple[str, ...] | None = None
    settings: Settings = ()


@dataclass(frozen=True)
class Resume:
    """Go on with a game of the history: the last one, one of a day, or one with these players."""

    when: When | None = None
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rename:
    """"No, Luis, not Louis": a player of a game just begun is called otherwise."""

    source: str
    target: str


@dataclass(frozen=True)
class NameAgain:
    """"No, Luis", "no, Luis, not Louis": a name that is asked about, and no player's yet."""

    name: str
    instead_of: str | None = None


@dataclass(frozen=True)
class Join:
    """Somebody else plays too; `total` are the points to begin with, if that was said."""

    player: str
    total: int | Literal["highest"] | None = None


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
    Entry | Ask | WhatIf | AskStats | CorrectScore | CorrectCloser | NotClosed | Move | Swap
    | RemoveRound
    | Number | Name | Count | StarterCards | Adjust | TotalIs | Choose | AskRules | SetRules
    | NewGame | Resume | SayName | Pronounce | Rename | NameAgain | Join | Leave | Spell | Undo
    | Plain
)
