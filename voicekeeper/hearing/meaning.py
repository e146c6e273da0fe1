"""From a grammar's tags, in the order they were passed, to an intent.

The tags are verbs of a small machine that knows no language: numbers and
players are pushed as they are said, and a verb says what they were for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from voicekeeper.hearing.gameverbs import GAME_VERBS
from voicekeeper.hearing.machine import Machine, Unmeant
from voicekeeper.hearing.scoreverbs import SCORE_VERBS
from voicekeeper.intents import Intent, Order, Plain

ORDERS = frozenset({"end_game", "shut_down", "rematch", "redo", "repeat", "help", "yes", "no",
                    "cancel", "highest", "column", "go_on", "roll_call", "what_heard", "version",
                    "next_round", "turn", "thanks",
                    "faster", "slower", "louder", "quieter", "in_full", "in_short", "chime_only"})
VERBS: Mapping[str, Callable[[Machine, str], None]] = {**SCORE_VERBS, **GAME_VERBS}


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
                machine.push_names(cast("tuple[str, ...]", what))
            else:
                verb, _, argument = cast(str, what).partition(" ")
                _do(machine, verb, argument)
    except Unmeant:
        return None
    return machine.intent


def _do(machine: Machine, verb: str, argument: str) -> None:
    action = VERBS.get(verb)
    if action is not None:
        action(machine, argument)
    elif verb in ORDERS:
        machine.intent = Plain(cast(Order, verb))
    else:
        raise ValueError(f"a tag that is not known: {verb!r}")
