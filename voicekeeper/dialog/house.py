"""The rules of the house: what a table does otherwise than the booklet, in phrases to list."""

from __future__ import annotations

from collections.abc import Iterator

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.rules import Rules

_BOOKLET = Rules()


def house_rules(rules: Rules) -> tuple[Sentence, ...]:
    """What differs from the booklet, what matters most first; empty where nothing does."""
    return (*_end(rules), *_penalty(rules), *_starter(rules), *_others(rules))


def tells_end(rules: Rules) -> bool:
    """Whether `house_rules` tell all that there is to how the game ends."""
    return rules.end_at is None or (rules.end_at, rules.end_when) != (
        _BOOKLET.end_at, _BOOKLET.end_when)


def _end(rules: Rules) -> Iterator[Sentence]:
    if rules.end_at is None:
        yield say("house_rounds_only", rounds=rules.rounds or 0)
        return
    if rules.end_when != _BOOKLET.end_when:
        yield say("house_passes", limit=rules.end_at)
    elif rules.end_at != _BOOKLET.end_at:
        yield say("house_reaches", limit=rules.end_at)
    if rules.rounds is not None:
        yield say("house_rounds", rounds=rules.rounds)


def _penalty(rules: Rules) -> Iterator[Sentence]:
    if rules.penalty == "none":
        yield say("house_no_penalty")
        return
    if rules.penalty == "flat":
        yield say("house_flat", points=rules.flat_points)
    if not rules.tie_doubles:
        yield say("house_tie_free")
    if rules.double_negative:
        yield say("house_negative")


def _starter(rules: Rules) -> Iterator[Sentence]:
    if rules.starter == "lowest":
        yield say("house_starts_lowest")
    elif rules.starter == "highest":
        yield say("house_starts_highest")


def _others(rules: Rules) -> Iterator[Sentence]:
    if not rules.columns:
        yield say("house_no_columns")
    if not rules.shared_win:
        yield say("house_tie_break")
