"""What can happen to a game: the facts the ledger keeps, one frozen dataclass each.

A game is a fold over these (game.py, books.py). Points are card points before
any doubling. Rounds count from 1. An utterance is everything one thing said
changed; undo and redo work on whole utterances and are events too.
"""

from __future__ import annotations

from dataclasses import dataclass

from voicekeeper.skyjo.round import Written
from voicekeeper.skyjo.rules import Rules
from voicekeeper.skyjo.seating import PlayerJoined as PlayerJoined
from voicekeeper.skyjo.seating import PlayerLeft as PlayerLeft
from voicekeeper.skyjo.seating import PlayerRenamed as PlayerRenamed
from voicekeeper.skyjo.seating import Seating


@dataclass(frozen=True)
class GameStarted:
    """A game begins, with its players in seating order and the rules it keeps."""

    players: tuple[str, ...]
    rules: Rules


@dataclass(frozen=True)
class GameResumed:
    """The game of this utterance is the table's current one again.

    continued: it was said to be gone on with, so that an undo takes this back.
    """

    continued: bool = False


@dataclass(frozen=True)
class ScoreSet:
    """A player's points of a round, said for the first time or put right."""

    round: int
    player: str
    points: int


@dataclass(frozen=True)
class ScoreCleared:
    """A player's points of a round are unknown again."""

    round: int
    player: str


@dataclass(frozen=True)
class CloserSet:
    """Who closed a round; None: it was confirmed that nobody did."""

    round: int
    player: str | None


@dataclass(frozen=True)
class CloserCleared:
    """Who closed a round is unknown again."""

    round: int


@dataclass(frozen=True)
class RoundRemoved:
    """A finished round is taken out; the later ones move up."""

    round: int


@dataclass(frozen=True)
class RulesChanged:
    """The game goes by other rules, and has from its first round on."""

    rules: Rules


@dataclass(frozen=True)
class RulesAgreed:
    """By which rules the next game will go; said in the one before it, or where none is."""

    rules: Rules


@dataclass(frozen=True)
class GameEnded:
    """The table ended the game before its end; a half-entered round does not count."""


@dataclass(frozen=True)
class SheetWritten:
    """The game has these rounds, whole ones: it was kept elsewhere and is brought in.

    seating: who played which of them; `first` are the players that it started with.
    """

    seating: Seating
    rounds: tuple[Written, ...]


@dataclass(frozen=True)
class Undone:
    """An utterance is taken back."""

    utterance: str


@dataclass(frozen=True)
class Redone:
    """An utterance that had been taken back counts again."""

    utterance: str


Event = (
    GameStarted | GameResumed | ScoreSet | ScoreCleared | CloserSet | CloserCleared
    | RoundRemoved | PlayerJoined | PlayerLeft | PlayerRenamed | RulesChanged | RulesAgreed
    | GameEnded | SheetWritten | Undone | Redone
)


@dataclass(frozen=True)
class Utterance:
    """One thing said, with all it changed.

    `id` and `game` are UUIDs as text (`game` is empty where it is about no
    game), `at` an ISO 8601 time with offset, `heard` the text as heard or
    typed, `said` the reply's text.
    """

    id: str
    game: str
    at: str
    heard: str
    said: str
    events: tuple[Event, ...]
