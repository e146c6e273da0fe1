"""What a grammar's tags about scores and closers do to the machine, entered or put right."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from voicekeeper.hearing.machine import Machine, Unmeant
from voicekeeper.intents import (
    Adjust,
    Choose,
    CorrectCloser,
    CorrectScore,
    Count,
    Entry,
    Item,
    Move,
    Name,
    NotClosed,
    Number,
    StarterCards,
    Swap,
    TotalIs,
)


def _player(m: Machine, index: str) -> None:
    m.push_player(m.players[int(index)])


def _self(m: Machine, _: str) -> None:
    m.push_player(m.speaking())


def _self_maybe(m: Machine, _: str) -> None:
    # "Say my name" means something where nobody is known to speak: it is asked who does.
    if m.speaker is not None:
        m.push_player(m.speaker)


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


def _wrong(m: Machine, _: str) -> None:
    m.instead_of = m.numbers.pop()


def _wrong_before(m: Machine, _: str) -> None:
    # Said before what is right, it is the last but one by now.
    m.instead_of = m.numbers.pop(-2)


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


def _correct_entry(m: Machine, _: str) -> None:
    m.intent = Entry(_merged(m.items), m.nobody, m.round, corrects=True)


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
    m.intent = CorrectScore(m.numbers[-1], m.player(), m.round, m.instead_of)


def _correct_closer(m: Machine, _: str) -> None:
    m.intent = CorrectCloser(m.one_player(), m.round)


def _not_closed(m: Machine, _: str) -> None:
    m.intent = NotClosed(m.one_player(), m.round)


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


def _count(m: Machine, _: str) -> None:
    m.intent = Count(m.one_player(), tuple(m.numbers), m.closed)


def _two_cards(m: Machine, _: str) -> None:
    # Said again, the last counts.
    m.open_cards[m.one_player()] = tuple(m.numbers)
    m.numbers.clear()


def _starter_cards(m: Machine, _: str) -> None:
    m.intent = StarterCards(tuple(m.open_cards.items()))


def _adjust(m: Machine, _: str) -> None:
    m.intent = Adjust(m.one_player(), m.numbers[-1])


def _total(m: Machine, _: str) -> None:
    m.intent = TotalIs(m.one_player(), m.numbers[-1])


def _choose(m: Machine, number: str) -> None:
    m.intent = Choose(int(number))


def _doubtful(m: Machine, _: str) -> None:
    """What these words mean is asked about in any case: the parser sees to it."""


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


SCORE_VERBS: Mapping[str, Callable[[Machine, str], None]] = {
    "player": _player, "self": _self, "self_maybe": _self_maybe,
    "minus": _minus, "negate": _negate, "zero": _zero,
    "last": _last, "drop": _drop, "wrong": _wrong, "wrong_before": _wrong_before,
    "closed": _closed, "nobody": _nobody, "again": _again,
    "both": _both, "same": _same,
    "item": _item, "entry": _entry, "correct_entry": _correct_entry, "bare": _bare,
    "closed_too": _closed_too, "name": _name,
    "round": _round, "correct": _correct, "correct_closer": _correct_closer,
    "correct_nobody": _correct_nobody, "not_closed": _not_closed,
    "move": _move, "move_back": _move_back, "swap": _swap,
    "count": _count, "two_cards": _two_cards, "starter_cards": _starter_cards,
    "adjust": _adjust, "total": _total, "choose": _choose,
    "doubtful": _doubtful,
}
