"""From a grammar's tags, in the order they were passed, to an intent.

The tags are verbs of a small machine that knows no language: numbers and
players are pushed as they are said, and a verb says what they were for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from voicekeeper.hearing.machine import Machine, Unmeant
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


def meaning(passed: Sequence[tuple[str, object]], players: Sequence[str], speaker: str | None
            ) -> Intent | None:
    """The intent of one path through the grammar.

    `passed` holds ("number", int), ("names", tuple of str) and ("tag", text)
    in order; `players` are the names that `player N` tags count; `speaker` is
    who "I" and a bare number stand for. None: within the grammar but without
    meaning, as "I closed" said by nobody known.
    """
    machine = Machine(players, speaker)
    try:
        for kind, what in passed:
            if kind == "number":
                machine.push_number(cast(int, what))
            elif kind == "names":
                machine.new_players = cast("tuple[str, ...]", what)
            else:
                verb, _, argument = cast(str, what).partition(" ")
                _do(machine, verb, argument)
    except Unmeant:
        return None
    return machine.intent


def _do(machine: Machine, verb: str, argument: str) -> None:
    action = _VERBS.get(verb)
    if action is not None:
        action(machine, argument)
    elif verb in ORDERS:
        machine.intent = Plain(cast(Order, verb))
    else:
        raise ValueError(f"a tag that is not known: {verb!r}")


def _player(m: Machine, index: str) -> None:
    m.push_player(m.players[int(index)])


def _self(m: Machine, _: str) -> None:
    m.push_player(m.speaking())


def _minus(m: Machine, _: str) -> None:
    m.minus = True


def _negate(m: Machine, _: str) -> None:
    m.numbers[-1] = -m.numbers[-1]


def _zero(m: Machine, _: str) -> None:
    m.push_number(0)


def _last(m: Machine, _: str) -> None:
    del m.numbers[-2]


def _drop(m: Machine, _: str) -> None:
    (m.numbers if m.number_latest else m.said_players).pop()


def _closed(m: Machine, _: str) -> None:
    m.closed = True


def _nobody(m: Machine, _: str) -> None:
    m.nobody = True


def _again(m: Machine, _: str) -> None:
    m.again = True


def _both(m: Machine, _: str) -> None:
    # The item of the one said last is made by the tag that follows.
    m.items.append(Item(m.said_players.pop(-2), m.numbers[-1]))


def _same(m: Machine, _: str) -> None:
    points = m.items[-1].points
    if points is None:
        raise Unmeant
    m.push_number(points)


def _item(m: Machine, _: str) -> None:
    if m.again and m.player() not in {item.player for item in m.items}:
        # "Ana five, no, Leo eight" may mean that the five was Leo's, too.
        raise Unmeant
    m.again = False
    m.items.append(Item(m.said_players.pop(), m.numbers.pop() if m.numbers else None, m.closed))
    m.closed = False


def _entry(m: Machine, _: str) -> None:
    m.intent = Entry(_merged(m.items), m.nobody, m.round)


def _bare(m: Machine, _: str) -> None:
    # "eight and closed": the tag for closed follows, so the item is made at the end.
    points = m.numbers[-1]
    m.intent = Number(points) if m.speaker is None else Entry(
        (Item(m.speaker, points, m.closed),))


def _closed_too(m: Machine, _: str) -> None:
    if not isinstance(m.intent, Entry):
        raise Unmeant
    m.intent = Entry((Item(m.intent.entries[0].player, m.intent.entries[0].points, True),))


def _name(m: Machine, _: str) -> None:
    m.intent = Name(m.one_player())


def _round(m: Machine, argument: str) -> None:
    m.round = int(argument) if argument else m.numbers.pop()


def _correct(m: Machine, _: str) -> None:
    m.intent = CorrectScore(m.numbers[-1], m.player(), m.round)


def _correct_closer(m: Machine, _: str) -> None:
    m.intent = CorrectCloser(m.one_player(), m.round)


def _correct_nobody(m: Machine, _: str) -> None:
    m.intent = CorrectCloser(None, m.round)


def _move(m: Machine, _: str) -> None:
    target, source = m.said_players[-2:]
    m.intent = Move(source, target, m.round)


def _move_back(m: Machine, _: str) -> None:
    source, target = m.said_players[-2:]
    m.intent = Move(source, target, m.round)


def _swap(m: Machine, _: str) -> None:
    first, second = m.said_players[-2:]
    m.intent = Swap((first, second), m.round)


def _ask(m: Machine, about: str) -> None:
    # What one got "last round" is what `last` means; no round needs to be named.
    last = about == "last" and m.round == -1
    m.intent = Ask(cast(About, about), m.player(), None if last else m.round)


def _rules(m: Machine, topic: str) -> None:
    m.intent = AskRules(cast(Topic, topic))


def _count(m: Machine, _: str) -> None:
    m.intent = Count(m.one_player(), tuple(m.numbers))


def _adjust(m: Machine, _: str) -> None:
    m.intent = Adjust(m.one_player(), m.numbers[-1])


def _total(m: Machine, _: str) -> None:
    m.intent = TotalIs(m.one_player(), m.numbers[-1])


def _choose(m: Machine, number: str) -> None:
    m.intent = Choose(int(number))


def _rename(m: Machine, _: str) -> None:
    m.intent = Rename(m.one_player(), m.one_new_player())


def _rename_spelt(m: Machine, _: str) -> None:
    m.intent = Rename(m.one_player(), m.spelt())


def _join(m: Machine, _: str) -> None:
    total = m.numbers[-1] if m.numbers else None
    m.intent = Join(m.one_new_player(), "highest" if m.from_highest else total)


def _from_highest(m: Machine, _: str) -> None:
    m.from_highest = True


def _leave(m: Machine, _: str) -> None:
    m.intent = Leave(m.one_player())


def _letter(m: Machine, letter: str) -> None:
    m.letters.append(letter)


def _double(m: Machine, _: str) -> None:
    m.letters.append(m.letters[-1])


def _spell(m: Machine, _: str) -> None:
    m.intent = Spell(m.spelt() if m.letters else None)


def _doubtful(m: Machine, _: str) -> None:
    """What these words mean is asked about in any case: the parser sees to it."""


def _undo(m: Machine, _: str) -> None:
    m.intent = Undo()


def _undo_round(m: Machine, _: str) -> None:
    m.intent = Undo("round")


def _remove_round(m: Machine, _: str) -> None:
    if m.round is None:
        raise Unmeant
    m.intent = Undo("round") if m.round == -1 else RemoveRound(m.round)


def _new_game(m: Machine, _: str) -> None:
    m.intent = NewGame(m.new_players, tuple(m.settings.items()))


def _when(m: Machine, when: str) -> None:
    m.when = cast(When, when)


def _continue(m: Machine, _: str) -> None:
    m.intent = Resume(m.when, m.new_players or ())


def _set(m: Machine, argument: str) -> None:
    key, _, value = argument.partition(" ")
    m.settings[key] = _WORDS.get(value, value) if value else m.numbers.pop()


def _by_the_book(m: Machine, _: str) -> None:
    m.settings |= Rules().to_mapping()


def _next_game(m: Machine, _: str) -> None:
    m.next_game = True


def _settings(m: Machine, _: str) -> None:
    m.intent = SetRules(tuple(m.settings.items()), m.next_game)


_VERBS: dict[str, Callable[[Machine, str], None]] = {
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
