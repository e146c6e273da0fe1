"""What a grammar's tags about the game do to the machine: questions, rules, seats, games, undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from voicekeeper.hearing.machine import Machine, Unmeant
from voicekeeper.intents import (
    About,
    Ask,
    AskRules,
    AskStats,
    Feat,
    Join,
    Leave,
    Move,
    Name,
    NameAgain,
    NewGame,
    Pronounce,
    RemoveRound,
    Rename,
    Resume,
    SayName,
    SetRules,
    Setting,
    Spell,
    Topic,
    Undo,
    WhatIf,
    When,
)
from voicekeeper.skyjo.rules import Rules

_WORDS: dict[str, Setting] = {"true": True, "false": False, "null": None}


def _ask(m: Machine, about: str) -> None:
    # What one got "last round" is what `last` means; no round needs to be named.
    last = about == "last" and m.round == -1
    # A hundred is how the end of the game is called, wherever that is.
    points = m.numbers[-1] if about == "remaining" and m.numbers else None
    m.intent = Ask(cast(About, about), m.player(), None if last else m.round,
                   None if points == Rules().end_at else points)


def _what_if(m: Machine, _: str) -> None:
    m.intent = WhatIf(m.numbers[-1], m.player())


def _me(m: Machine, _: str) -> None:
    # Unlike `self` it has a meaning too where it is not known who speaks.
    if m.speaker is not None:
        m.push_player(m.speaker)


def _stats(m: Machine, about: str) -> None:
    m.intent = AskStats(cast(Feat, about), m.player())


def _beaten(m: Machine, _: str) -> None:
    winner, loser = m.said_players[-2:]
    if winner == loser:
        raise Unmeant
    m.intent = AskStats("beaten", winner, loser)


def _rules(m: Machine, topic: str) -> None:
    m.intent = AskRules(cast(Topic, topic))


def _rename(m: Machine, _: str) -> None:
    m.intent = Rename(m.one_player(), m.one_new_player())


def _instead(m: Machine, _: str) -> None:
    # "No, Leo, not Ana": where Leo plays too, it was his score, and is no name put right.
    name, old = (m.one_new_player(), m.one_player()) if m.said_players else _two_names(m)
    if old not in m.players:
        m.intent = NameAgain(name, old)
    else:
        m.intent = Move(old, name) if name in m.players else Rename(old, name)


def _two_names(m: Machine) -> tuple[str, str]:
    last = m.one_new_player()
    if len(m.names_before) != 1 or m.names_before[0] == last:
        raise Unmeant
    return m.names_before[0], last


def _said_again(m: Machine, _: str) -> None:
    name = m.one_new_player()
    m.intent = Name(name) if name in m.players else NameAgain(name)


def _rename_spelt(m: Machine, _: str) -> None:
    old = m.player() or (None if m.new_players is None else m.one_new_player())
    if old is not None and old in m.players:
        m.intent = Rename(old, m.spelt())
    else:
        m.intent = NameAgain(m.spelt(), old)


def _say_name(m: Machine, _: str) -> None:
    m.intent = SayName(m.player())


def _pronounce(m: Machine, _: str) -> None:
    m.intent = Pronounce(m.one_player(), m.one_new_player() if m.new_players else None)


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


GAME_VERBS: Mapping[str, Callable[[Machine, str], None]] = {
    "ask": _ask, "what_if": _what_if, "me": _me, "stats": _stats, "beaten": _beaten,
    "rules": _rules,
    "rename": _rename, "instead": _instead, "said_again": _said_again,
    "rename_spelt": _rename_spelt, "join": _join,
    "say_name": _say_name, "pronounce": _pronounce,
    "from_highest": _from_highest, "leave": _leave,
    "letter": _letter, "double": _double, "spell": _spell,
    "undo": _undo, "undo_round": _undo_round, "remove_round": _remove_round,
    "new_game": _new_game, "players": _new_game, "when": _when, "continue": _continue,
    "set": _set, "by_the_book": _by_the_book, "next_game": _next_game, "settings": _settings,
}
