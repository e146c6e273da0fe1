"""The small machine that a grammar's tags drive: what was said so far. It knows no language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from voicekeeper.intents import Intent, Item, Setting, When


class Unmeant(Exception):
    """The words are in the grammar but mean nothing here ("I" with nobody known to speak)."""


@dataclass
class Machine:
    """What was said so far, for the verbs to make an intent of.

    `players` are the names that tags count, `speaker` is who "I" stands for.
    """

    players: Sequence[str]
    speaker: str | None
    said_players: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    minus: bool = False
    closed: bool = False
    nobody: bool = False
    again: bool = False
    round: int | None = None
    new_players: tuple[str, ...] | None = None
    names_before: tuple[str, ...] = ()
    when: When | None = None
    open_cards: dict[str, tuple[int, ...]] = field(default_factory=dict)
    letters: list[str] = field(default_factory=list)
    settings: dict[str, Setting] = field(default_factory=dict)
    next_game: bool = False
    from_highest: bool = False
    number_latest: bool = False
    instead_of: int | None = None
    intent: Intent | None = None

    def push_number(self, value: int) -> None:
        """A number was said."""
        self.numbers.append(-value if self.minus else value)
        self.minus = False
        self.number_latest = True

    def push_player(self, name: str) -> None:
        """A player was named."""
        self.said_players.append(name)
        self.number_latest = False

    def push_names(self, names: tuple[str, ...]) -> None:
        """New names were said; those said before are kept beside them."""
        self.names_before = self.new_players or ()
        self.new_players = names

    def player(self) -> str | None:
        """Who was named last, if anybody was."""
        return self.said_players[-1] if self.said_players else None

    def one_player(self) -> str:
        """Who was named last."""
        if not self.said_players:
            raise Unmeant
        return self.said_players[-1]

    def one_new_player(self) -> str:
        """The one new name that was said."""
        if self.new_players is None or len(self.new_players) != 1:
            raise Unmeant
        return self.new_players[0]

    def spelt(self) -> str:
        """The name that was spelt."""
        # One letter is an initial at most, and more likely a word that sounds like one.
        if len(self.letters) < 2:
            raise Unmeant
        return "".join(self.letters).capitalize()

    def speaking(self) -> str:
        """Who says "I"."""
        if self.speaker is None:
            raise Unmeant
        return self.speaker
