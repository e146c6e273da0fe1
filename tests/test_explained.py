"""What is told of the rules is what is counted (oracle.py), and never takes too long to say."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, get_args

import pytest
from oracle import BOOKLET, SETTINGS, is_over, penalty_for, who_starts, who_wins

from voicekeeper.dialog.reply import Reply, Sentence
from voicekeeper.dialog.topics import explain
from voicekeeper.intents import Topic
from voicekeeper.skyjo.rules import Rules
from voicekeeper.voice.duration import LONGEST, in_one_go, seconds
from voicekeeper.voice.replies import Replies

EVERY_HOUSE = [dict(zip(SETTINGS, values, strict=True)) for values in product(*SETTINGS.values())
               if {"end_at": None, "rounds": None}.items() - zip(SETTINGS, values, strict=True)]

House = dict[str, Any]


def pays(house: House, mine: int, other: int) -> bool:
    """Whether the closer pays a penalty."""
    return bool(penalty_for(house, {"Ana": mine, "Bea": other}, "Ana"))


def ends(house: House, points: int) -> bool:
    return bool(is_over(house, {"Ana": points, "Bea": 0}, 1))


def starts(house: House) -> str | None:
    return who_starts(house, {"Ana": 3, "Bea": 2, "Carl": 4}, "Ana")


def shares(house: House) -> bool:
    return len(who_wins(house, {"Ana": 9, "Bea": 9}, {"Ana": 1, "Bea": 2})) == 2


CLAIMS: dict[str, Callable[[House], bool]] = {
    "rules_no_penalty": lambda house: not pays(house, 10, 5),
    "rules_double_strictly": lambda house: (
        pays(house, 10, 5) and pays(house, 10, 10) and not pays(house, 9, 10)),
    "rules_double_tied": lambda house: pays(house, 10, 5) and not pays(house, 10, 10),
    "rules_negative_never": lambda house: not pays(house, -1, -2) and not pays(house, 0, -1),
    "rules_negative_too": lambda house: pays(house, -1, -2) and not pays(house, 0, -1),
    "rules_tie_costs": lambda house: pays(house, 5, 5),
    "rules_tie_free": lambda house: not pays(house, 5, 5),
    "rules_shared": shares,
    "rules_tie_break": lambda house: not shares(house),
    "rules_end_reaches": lambda house: ends(house, house["end_at"]),
    "rules_end_passes": lambda house: (
        not ends(house, house["end_at"]) and ends(house, house["end_at"] + 1)),
    "rules_rounds": lambda house: is_over(house, {"Ana": 0, "Bea": 0}, house["rounds"]),
    "rules_start_closer": lambda house: starts(house) == "Ana",
    "rules_start_lowest": lambda house: starts(house) == "Bea",
    "rules_start_highest": lambda house: starts(house) == "Carl",
    "rules_column": lambda house: house["columns"],
    "rules_booklet": lambda house: house == BOOKLET | {"end_at": house["end_at"]},
}
SAME_AS = {
    "rules_flat_strictly": "rules_double_strictly", "rules_flat_tied": "rules_double_tied",
    "rules_rounds_only": "rules_rounds",
    "house_no_penalty": "rules_no_penalty", "house_tie_free": "rules_tie_free",
    "house_negative": "rules_negative_too", "house_tie_break": "rules_tie_break",
    "house_reaches": "rules_end_reaches", "house_passes": "rules_end_passes",
    "house_rounds": "rules_rounds", "house_rounds_only": "rules_rounds",
    "house_starts_lowest": "rules_start_lowest", "house_starts_highest": "rules_start_highest",
}
OF_EVERY_TABLE = {"rules_start_first", "rules_turn", "rules_turn_pile", "rules_values",
                  "rules_values_counts", "rules_last_turn", "rules_winner", "rules_not_booklet"}


def claimed(sentence: Sentence, house: House) -> bool:
    """Whether what a sentence says is so."""
    listed = sentence.params.get("items")
    if isinstance(listed, tuple):
        return all(claimed(item, house) for item in listed)
    match sentence.key:
        case "rules_no_column" | "house_no_columns":
            return not house["columns"]
        case "house_flat":
            return bool(house["penalty"] == "flat")
        case key if key in OF_EVERY_TABLE:
            return True
        case key:
            return CLAIMS[SAME_AS.get(key, key)](house)


@pytest.mark.parametrize("topic", get_args(Topic))
def test_what_is_told_is_what_is_counted(topic: Topic) -> None:
    for house in EVERY_HOUSE:
        rules = Rules(**house)
        told = explain(rules, topic).sentences
        assert told
        assert [said for said in told if not claimed(said, BOOKLET | house)] == [], house


def test_the_rules_of_any_house_are_told_in_short() -> None:
    """... a part at a time where there are many, and each of them once."""
    replies = Replies.load("en", deterministic=True)
    for house in EVERY_HOUSE[::5]:
        told = explain(Rules(**house), "house").reply
        part, rest = in_one_go(told, replies.draft)
        parts = [part]
        while rest:
            part, rest = in_one_go(Reply(rest), replies.draft)
            parts.append(part)
        assert len(parts) <= 3
        assert max(seconds(replies.draft(each)) for each in parts) <= LONGEST
        assert phrases(told) == [phrase for each in parts for phrase in phrases(each)]


def phrases(reply: Reply) -> list[Sentence]:
    """The sentences, lists taken apart."""
    found: list[Sentence] = []
    for sentence in reply.sentences:
        items = sentence.params.get("items")
        found += items if isinstance(items, tuple) else [sentence]
    return [each for each in found if each.key != "say_go_on"]
