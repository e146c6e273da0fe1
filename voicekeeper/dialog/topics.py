"""The rules of Skyjo by voice, true to the table's own settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from voicekeeper.dialog.house import house_rules, tells_end
from voicekeeper.dialog.mind import Turn, saying
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import Topic
from voicekeeper.skyjo.rules import Rules, Starter

_STARTERS: dict[Starter, Sentence] = {
    "closer": say("rules_start_closer"),
    "lowest": say("rules_start_lowest"),
    "highest": say("rules_start_highest"),
}

_STARTS: dict[Starter, Sentence] = {
    "closer": say("starts_closer"),
    "lowest": say("starts_lowest"),
    "highest": say("starts_highest"),
}


def explain(rules: Rules, topic: Topic) -> Turn:
    """What the rules in force say about a topic."""
    match topic:
        case "double":
            return saying(*_double(rules))
        case "tie":
            return saying(*_tie(rules))
        case "negative":
            return saying(negative(rules))
        case "end":
            return saying(*_end(rules))
        case "start":
            return saying(say("rules_start_first"), _STARTERS[rules.starter])
        case "column":
            return saying(_column(rules))
        case "turn":
            return saying(say("rules_turn"), say("rules_turn_pile"))
        case "values":
            return saying(say("rules_values"), say("rules_values_counts"))
        case "last_turn":
            return saying(say("rules_last_turn"))
        case "winner":
            return saying(say("rules_winner"), _shared(rules))
        case "house":
            return saying(*_house(rules))


def column_gone(rules: Rules) -> Turn:
    """Three equal cards went away: the players' business, and nothing to be counted."""
    return saying(say("column_gone") if rules.columns else say("rules_no_column"))


def negative(rules: Rules) -> Sentence:
    """Whether zero and negative points of the closer carry the penalty."""
    if rules.penalty == "none":
        return say("rules_no_penalty")
    return say("rules_negative_too" if rules.double_negative else "rules_negative_never")


def differences(old: Rules, new: Rules) -> tuple[Sentence, ...]:
    """What the new rules say of each thing that the old ones settle otherwise."""
    return about(new, old.differing(new))


def about(rules: Rules, settings: Iterable[str]) -> tuple[Sentence, ...]:
    """What the rules say of these settings, each thing once."""
    told: list[Sentence] = []
    for setting in settings:
        told += [sentence for sentence in _ABOUT[setting](rules) if sentence not in told]
    return tuple(told)


def _house(rules: Rules) -> tuple[Sentence, ...]:
    """What differs from the booklet, and in any case to how many points the game goes."""
    other = house_rules(rules)
    if not other:
        return say("rules_booklet"), *_end(rules)
    end = () if tells_end(rules) else _end(rules)[:1]
    return say("rules_not_booklet"), say("house_rules", items=other), *end


def _penalty(rules: Rules) -> tuple[Sentence, ...]:
    return _double(rules)[:1]


def _double(rules: Rules) -> tuple[Sentence, ...]:
    if rules.penalty == "none":
        return (say("rules_no_penalty"),)
    if rules.penalty == "flat":
        if rules.tie_doubles:
            return say("rules_flat_strictly", points=rules.flat_points), negative(rules)
        return say("rules_flat_tied", points=rules.flat_points), negative(rules)
    if rules.tie_doubles:
        return say("rules_double_strictly"), negative(rules)
    return say("rules_double_tied"), negative(rules)


def _tie(rules: Rules) -> tuple[Sentence, ...]:
    if rules.penalty == "none":
        return (say("rules_no_penalty"), _shared(rules))
    closer = say("rules_tie_costs") if rules.tie_doubles else say("rules_tie_free")
    return closer, _shared(rules)


def _shared(rules: Rules) -> Sentence:
    return say("rules_shared" if rules.shared_win else "rules_tie_break")


def _column(rules: Rules) -> Sentence:
    return say("rules_column" if rules.columns else "rules_no_column")


def _end(rules: Rules) -> tuple[Sentence, ...]:
    if rules.end_at is None:
        return (say("rules_rounds_only", rounds=rules.rounds or 0),)
    if rules.end_when == "reaches":
        limit = say("rules_end_reaches", limit=rules.end_at)
    else:
        limit = say("rules_end_passes", limit=rules.end_at)
    return (limit,) if rules.rounds is None else (limit, say("rules_rounds", rounds=rules.rounds))


_ABOUT: dict[str, Callable[[Rules], tuple[Sentence, ...]]] = {
    "end_at": _end,
    "end_when": _end,
    "rounds": _end,
    "tie_doubles": lambda rules: _tie(rules)[:1],
    "double_negative": lambda rules: (negative(rules),),
    "penalty": _penalty,
    "flat_points": _penalty,
    "starter": lambda rules: (_STARTS[rules.starter],),
    "columns": lambda rules: (_column(rules),),
    "shared_win": lambda rules: (_shared(rules),),
}
