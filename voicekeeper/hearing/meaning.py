"""From a grammar's tags, in the order they were passed, to an intent.

The tags are verbs of a small machine that knows no language: numbers and
players are pushed as they are said, and a verb says what they were for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from voicekeeper.intents import (
    About,
    Adjust,
    Ask,
    AskRules,
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
    NewGame,
    Number,
    Order,
    Plain,
    RemoveRound,
    Rename,
    Resume,
    SetRules,
    Setting,
    Spell,
    Swap,
    Topic,
    TotalIs,
    Undo,
    When,
)
from voicekeeper.skyjo.rules import Rules

ORDERS = frozenset({"end_game", "rematch", "redo", "repeat", "help", "yes", "no", "cancel",
                    "highest"})
_WORDS: dict[str, Setting] = {"true": True, "false": False, "null": None}


class _Unknown(Exception):
    """The words are in the grammar but mean nothing here ("I" with nobody known to speak)."""


@dataclass
class _Machine:
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
    when: When | None = None
    letters: list[str] = field(default_factory=list)
    settings: dict[str, Setting] = field(default_factory=dict)
    next_game: bool = False
    from_highest: bool = False
    number_latest: bool = False
    intent: Intent | None = None

    def push_number(self, value: int) -> None:
        self.numbers.append(-value if self.minus else value)
        self.minus = False
        self.number_latest = True

    def push_player(self, name: str) -> None:
        self.said_players.append(name)
        self.number_latest = False

    def verb(self, verb: str, argument: str) -> None:
        action = _VERBS.get(verb)
        if action is not None:
            action(self, argument)
        elif verb in ORDERS:
            self.intent = Plain(cast(Order, verb))
        else:
            raise ValueError(f"a tag that is not known: {verb!r}")

    def player(self) -> str | None:
        return self.said_players[-1] if self.said_players else None

    def one_player(self) -> str:
        if not self.said_players:
            raise _Unknown
        return self.said_players[-1]

    def one_new_player(self) -> str:
        if self.new_players is None or len(self.new_players) != 1:
            raise _Unknown
        return self.new_players[0]

    def spelt(self) -> str:
        # One letter is an initial at most, and more likely a word that sounds like one.
        if len(self.letters) < 2:
            raise _Unknown
        return "".join(self.letters).capitalize()

    def speaking(self) -> str:
        if self.speaker is None:
            raise _Unknown
        return self.speaker


def meaning(passed: Sequence[tuple[str, object]], players: Sequence[str], speaker: str | None
            ) -> Intent | None:
    """The intent of one path through the grammar.

    `passed` holds ("number", int), ("names", tuple of str) and ("tag", text)
    in order; `players` are the names that `player N` tags count; `speaker` is
    who "I" and a bare number stand for. None: within the grammar but without
    meaning, as "I closed" said by nobody known.
    """
    machine = _Machine(players, speaker)
    try:
        for kind, what in passed:
            if kind == "number":
                machine.push_number(cast(int, what))
            elif kind == "names":
                machine.new_players = cast("tuple[str, ...]", what)
            else:
                verb, _, argument = cast(str, what).partition(" ")
                machine.verb(verb, argument)
    except _Unknown:
        return None
    return machine.intent


def _player(m: _Machine, index: str) -> None:
    m.push_player(m.players[int(index)])


def _self(m: _Machine, _: str) -> None:
    m.push_player(m.speaking())


def _minus(m: _Machine, _: str) -> None:
    m.minus = True


def _negate(m: _Machine, _: str) -> None:
    m.numbers[-1] = -m.numbers[-1]


def _zero(m: _Machine, _: str) -> None:
    m.push_number(0)


def _last(m: _Machine, _: str) -> None:
    del m.numbers[-2]


def _drop(m: _Machine, _: str) -> None:
    (m.numbers if m.number_latest else m.said_players).pop()


def _closed(m: _Machine, _: str) -> None:
    m.closed = True


def _nobody(m: _Machine, _: str) -> None:
    m.nobody = True


def _again(m: _Machine, _: str) -> None:
    m.again = True


def _both(m: _Machine, _: str) -> None:
    # The item of the one said last is made by the tag that follows.
    m.items.append(Item(m.said_players.pop(-2), m.numbers[-1]))


def _same(m: _Machine, _: str) -> None:
    points = m.items[-1].points
    if points is None:
        raise _Unknown
    m.push_number(points)


def _item(m: _Machine, _: str) -> None:
    if m.again and m.player() not in {item.player for item in m.items}:
        # "Ana five, no, Leo eight" may mean that the five was Leo's, too.
        raise _Unknown
    m.again = False
    m.items.append(Item(m.said_players.pop(), m.numbers.pop() if m.numbers else None, m.closed))
    m.closed = False


def _entry(m: _Machine, _: str) -> None:
    m.intent = Entry(_merged(m.items), m.nobody, m.round)


def _bare(m: _Machine, _: str) -> None:
    # "eight and closed": the tag for closed follows, so the item is made at the end.
    points = m.numbers[-1]
    m.intent = Number(points) if m.speaker is None else Entry(
        (Item(m.speaker, points, m.closed),))


def _closed_too(m: _Machine, _: str) -> None:
    if not isinstance(m.intent, Entry):
        raise _Unknown
    m.intent = Entry((Item(m.intent.entries[0].player, m.intent.entries[0].points, True),))


def _name(m: _Machine, _: str) -> None:
    m.intent = Name(m.one_player())


def _round(m: _Machine, argument: str) -> None:
    m.round = int(argument) if argument else m.numbers.pop()


def _correct(m: _Machine, _: str) -> None:
    m.intent = CorrectScore(m.numbers[-1], m.player(), m.round)


def _correct_closer(m: _Machine, _: str) -> None:
    m.intent = CorrectCloser(m.one_player(), m.round)


def _correct_nobody(m: _Machine, _: str) -> None:
    m.intent = CorrectCloser(None, m.round)


def _move(m: _Machine, _: str) -> None:
    target, source = m.said_players[-2:]
    m.intent = Move(source, target, m.round)


def _move_back(m: _Machine, _: str) -> None:
    source, target = m.said_players[-2:]
    m.intent = Move(source, target, m.round)


def _swap(m: _Machine, _: str) -> None:
    first, second = m.said_players[-2:]
    m.intent = Swap((first, second), m.round)


def _ask(m: _Machine, about: str) -> None:
    # What one got "last round" is what `last` means; no round needs to be named.
    last = about == "last" and m.round == -1
    m.intent = Ask(cast(About, about), m.player(), None if last else m.round)


def _rules(m: _Machine, topic: str) -> None:
    m.intent = AskRules(cast(Topic, topic))


def _count(m: _Machine, _: str) -> None:
    m.intent = Count(m.one_player(), tuple(m.numbers))


def _adjust(m: _Machine, _: str) -> None:
    m.intent = Adjust(m.one_player(), m.numbers[-1])


def _total(m: _Machine, _: str) -> None:
    m.intent = TotalIs(m.one_player(), m.numbers[-1])


def _choose(m: _Machine, number: str) -> None:
    m.intent = Choose(int(number))


def _rename(m: _Machine, _: str) -> None:
    m.intent = Rename(m.one_player(), m.one_new_player())


def _rename_spelt(m: _Machine, _: str) -> None:
    m.intent = Rename(m.one_player(), m.spelt())


def _join(m: _Machine, _: str) -> None:
    total = m.numbers[-1] if m.numbers else None
    m.intent = Join(m.one_new_player(), "highest" if m.from_highest else total)


def _from_highest(m: _Machine, _: str) -> None:
    m.from_highest = True


def _leave(m: _Machine, _: str) -> None:
    m.intent = Leave(m.one_player())


def _letter(m: _Machine, letter: str) -> None:
    m.letters.append(letter)


def _double(m: _Machine, _: str) -> None:
    m.letters.append(m.letters[-1])


def _spell(m: _Machine, _: str) -> None:
    m.intent = Spell(m.spelt() if m.letters else None)


def _doubtful(m: _Machine, _: str) -> None:
    """What these words mean is asked about in any case: the parser sees to it."""


def _undo(m: _Machine, _: str) -> None:
    m.intent = Undo()


def _undo_round(m: _Machine, _: str) -> None:
    m.intent = Undo("round")


def _remove_round(m: _Machine, _: str) -> None:
    if m.round is None:
        raise _Unknown
    m.intent = Undo("round") if m.round == -1 else RemoveRound(m.round)


def _new_game(m: _Machine, _: str) -> None:
    m.intent = NewGame(m.new_players, tuple(m.settings.items()))


def _when(m: _Machine, when: str) -> None:
    m.when = cast(When, when)


def _continue(m: _Machine, _: str) -> None:
    m.intent = Resume(m.when, m.new_players or ())


def _set(m: _Machine, argument: str) -> None:
    key, _, value = argument.partition(" ")
    m.settings[key] = _WORDS.get(value, value) if value else m.numbers.pop()


def _by_the_book(m: _Machine, _: str) -> None:
    m.settings |= Rules().to_mapping()


def _next_game(m: _Machine, _: str) -> None:
    m.next_game = True


def _settings(m: _Machine, _: str) -> None:
    m.intent = SetRules(tuple(m.settings.items()), m.next_game)


_VERBS: dict[str, Callable[[_Machine, str], None]] = {
    "player": _player, "self": _self, "minus": _minus, "negate": _negate, "zero": _zero,
    "last": _last, "drop": _drop, "closed": _closed, "nobody": _nobody, "again": _again,
    "both": _both, "same": _same,
    "item": _item, "entry": _entry, "bare": _bare, "closed_too": _closed_too, "name": _name,
    "round": _round, "correct": _correct, "correct_closer": _correct_closer, "move": _move,
    "move_back": _move_back, "swap": _swap, "ask": _ask, "rules": _rules, "count": _count,
    "adjust": _adjust, "total": _total, "choose": _choose, "doubtful": _doubtful,
    "rename": _rename, "rename_spelt": _rename_spelt, "join": _join, "leave": _leave,
    "letter": _letter, "double": _double, "spell": _spell,
    "undo": _undo, "undo_round": _undo_round, "new_game": _new_game, "players": _new_game,
    "correct_nobody": _correct_nobody, "remove_round": _remove_round,
    "from_highest": _from_highest, "set": _set, "by_the_book": _by_the_book,
    "when": _when, "continue": _continue,
    "next_game": _next_game, "settings": _settings,
}


def _merged(items: Sequence[Item]) -> tuple[Item, ...]:
    """One item a player, in the order first said; of two scores the last one counts."""
    merged: dict[str, Item] = {}
    for item in items:
        old = merged.get(item.player, Item(item.player))
        merged[item.player] = Item(
            item.player,
            old.points if item.points is None else item.points,
            old.closed or item.closed,
        )
    return tuple(merged.values())
