"""Every sentence of the program, with any number and any list wherever there can be one."""

from __future__ import annotations

import re
from functools import cache

import pytest

from voicekeeper.dialog.reply import Reply, Sentence
from voicekeeper.voice.replies import Replies
from voicekeeper.voice.templates import Plural, Slot, Template, Text, Variants, parameters

SEATED = ("Tom", "J. D.", "Zoë", "Big Joe", "Player Nine", "Marco", "Łucja", "Bea")
NUMBERS = {1: "one", -1: "minus one", 0: "zero", 2: "two"}
LISTS = {"players", "items", "readings", "leaders"}
"""Parameters that are lists; and, of some sentences, these:"""
LISTS_OF = {"which_game": {"games"}, "was_doubled_level": {"others"},
            "was_penalised_level": {"others"}}
NUMBERS_OF = {"day_of_month": {"day"}}
TEXTS = {"player", "other", "old", "one", "two", "source", "target", "text", "day", "month",
         "reading", "game", "average"}
"""Parameters that are a name or a phrase; of one sentence, `others` is a number."""
# What these count is more than one wherever they are said.
MORE_THAN_ONE = {
    "ever_no_wins", "ever_others", "impossible_score", "no_such_beginning", "no_such_limit",
    "no_such_number_of_rounds", "no_such_penalty", "player_count", "too_many_cards",
}
# A round that is the best or worst by itself is one player's.
OF_SEVERAL = {"winners", "losers", "same_scores", "starter_tied"}
OF_ONE = {"ever_best_who_of", "ever_worst_who_of"}
# "Two point one" is no number of points.
DECIMALS = {"decimal", "decimal_below_zero", "version"}
_COUNTED = "point|round|game|card|time|player|other|second"


@cache
def english() -> Replies:
    return Replies.load("en", deterministic=True)


def said(key: str, number: int, listed: tuple[str, ...]) -> str:
    """A sentence with this number and this list wherever there can be one."""
    lists = LISTS | LISTS_OF.get(key, set())
    filled: dict[str, object] = {
        name: listed if name in lists else "Kim" if name in TEXTS - NUMBERS_OF.get(key, set())
        else number for name in english().parameters(key)}
    return english().text(Reply((Sentence(key, filled),)))


def wrong(texts: dict[str, str], pattern: str) -> dict[str, str]:
    """The texts in which a pattern is found, which should not be."""
    return {key: text for key, text in texts.items() if re.search(pattern, text, re.IGNORECASE)}


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_go_with_what_they_count(number: int) -> None:
    keys = english().keys() - DECIMALS - (MORE_THAN_ONE if abs(number) == 1 else set())
    texts = {key: said(key, number, SEATED[:2]) for key in keys}
    assert wrong(texts, rf"\bone (?:{_COUNTED})s\b") == {}
    assert wrong(texts, rf"\b(?:zero|two) (?:{_COUNTED})\b") == {}
    assert wrong(texts, r"[0-9{}]") == {}


@pytest.mark.parametrize("many", [1, 2, 3, 8])
def test_lists_are_joined_and_go_with_their_verb(many: int) -> None:
    listed = SEATED[:many]
    texts = {key: said(key, 2, listed) for key in english().keys()}  # noqa: SIM118
    with_list = {key: text for key, text in texts.items() if listed[0] in text}
    assert len(with_list) > 50
    *first, last = listed
    comma = "," if many > 2 else ""
    joined = (f"{', '.join(first)}{comma} (?:and|or) {last}" if first else last).replace(".", r"\.")
    assert {key for key in with_list if not re.search(joined, with_list[key])} == set()
    # "The game of Ana and Marco is over."
    for key in {*(OF_SEVERAL if many == 1 else OF_ONE), "past_over"}:
        del with_list[key]
    one, several = r"is|has|wins|was|starts|doesn't", r"are|have|share|were|would share"
    verbs = several if many == 1 else one
    assert wrong(with_list, rf"{re.escape(last)} (?:{verbs})\b") == {}


def test_places_and_days_are_ordinals() -> None:
    ordinal = {key for key in english().keys()  # noqa: SIM118
               if any(slot.form.startswith("ordinal") for slot in slots(english().template(key)))}
    assert ordinal == {"placed", "day_of_month"}
    for key in ordinal:
        assert "first" in said(key, 1, SEATED[:1])
        assert "second" in said(key, 2, SEATED[:1])


def test_each_is_a_whole_sentence_or_a_phrase() -> None:
    """A sentence has a capital and one full stop, also after "J. D."; a phrase has neither."""
    texts = {key: said(key, 2, SEATED[:2]) for key in english().keys()}  # noqa: SIM118
    assert wrong(texts, r"\.\.|  |,,|, ?\.| [.,?]|^\W") == {}
    assert {key for key, text in texts.items() if not text[0].isupper()} == set()


def test_variants_say_the_same() -> None:
    """Variety loses no fact: each of several wordings has all the parameters."""
    several = [(key, template) for key in english().keys()  # noqa: SIM118
               for template in variants(english().template(key))]
    assert len(several) >= 10
    for key, template in several:
        assert len({parameters(choice) for choice in template.choices}) == 1, key
        assert len(set(template.choices)) == len(template.choices), key


def slots(template: Template) -> list[Slot]:
    match template:
        case Text(parts):
            return [part for part in parts if isinstance(part, Slot)]
        case Plural(forms=forms):
            return [slot for form in forms.values() for slot in slots(form)]
        case Variants(choices):
            return [slot for choice in choices for slot in slots(choice)]


def variants(template: Template) -> list[Variants]:
    match template:
        case Variants():
            return [template]
        case Plural(forms=forms):
            return [found for form in forms.values() for found in variants(form)]
        case _:
            return []
