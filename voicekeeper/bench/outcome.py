"""What a decision is worth: right, asked about, wrong, refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from voicekeeper.hearing.decision import Understood
from voicekeeper.intents import to_json

Outcome = Literal["exact", "asked", "asked_in_vain", "wrong", "refused", "acted", "answered"]
"""Of speech with a meaning: exact; asked (and the right one is among the
choices); asked_in_vain (it is not); wrong (another meaning was taken);
refused (not understood). Of other speech: acted (it would change the game);
asked (any answer might); answered (something was said, nothing changed);
refused."""

COMMAND_OUTCOMES: tuple[Outcome, ...] = ("exact", "asked", "asked_in_vain", "wrong", "refused")
OTHER_OUTCOMES: tuple[Outcome, ...] = ("acted", "asked", "answered", "refused")

# Alone, without an open question, these change nothing of the game; all other intents do.
_HARMLESS = frozenset({
    "ask", "what_if", "stats", "rules", "number", "name", "say_name", "choose", "repeat", "help",
    "yes", "no", "cancel", "go_on", "roll_call", "what_heard", "version",
    "faster", "slower", "louder", "quieter", "in_full", "in_short", "chime_only",
})


def judge(understood: Understood, expected: Mapping[str, Any] | None) -> Outcome:
    """What was understood against what was said (None: something outside the grammar)."""
    intent = None if understood.intent is None else to_json(understood.intent)
    choices = [to_json(choice) for choice in understood.choices]
    if expected is None:
        return _other(intent, choices)
    if intent is not None:
        return "exact" if intent == expected else "wrong"
    if choices:
        return "asked" if expected in choices else "asked_in_vain"
    return "refused"


def _other(intent: Mapping[str, Any] | None, choices: list[dict[str, Any]]) -> Outcome:
    if intent is not None:
        return "answered" if intent["type"] in _HARMLESS else "acted"
    return "asked" if choices else "refused"
