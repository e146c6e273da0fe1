"""Phrasing: long sentences are spoken in pieces, cut where one breathes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicekeeper.voice.phrasing import phrases


def texts(*sentences: str) -> list[str]:
    return [phrase.text for phrase in phrases(sentences)]


def test_a_short_sentence_stays_whole() -> None:
    assert texts("Ana five, Marco six.") == ["Ana five, Marco six."]


def test_the_first_phrase_is_short_so_that_speech_begins_soon() -> None:
    assert texts("Ana minus three, Marco twelve, and Leo is missing.") == [
        "Ana minus three,", "Marco twelve, and Leo is missing.",
    ]


def test_phrases_grow_so_that_each_is_made_while_the_one_before_is_spoken() -> None:
    assert texts("Okay, Ana, Marco, Leo, Lucia, Tom, Emma, Nina, and Oscar are playing.") == [
        "Okay, Ana,", "Marco, Leo, Lucia,", "Tom, Emma, Nina, and Oscar are playing.",
    ]
    assert texts(
        "Round two is over.",
        "Ana has twelve, Marco twenty, Leo thirty-one, Lucia forty-four, and Emma minus three.",
    ) == [
        "Round two is over.",
        "Ana has twelve, Marco twenty,",
        "Leo thirty-one, Lucia forty-four,",
        "and Emma minus three.",
    ]


def test_a_breath_is_shorter_than_a_full_stop_and_nothing_follows_the_last() -> None:
    breath, stop, end = phrases(["Ana minus three, Marco twelve and Leo four.", "Well done."])
    assert 0 < breath.pause < stop.pause
    assert end.pause == 0


def test_nothing_is_nothing() -> None:
    assert phrases([]) == ()


WORDS = st.lists(st.sampled_from(["Ana", "five,", "twenty-one;", "over:", "and"]), max_size=40)


@given(st.lists(WORDS.map(" ".join), max_size=4))
def test_no_word_is_lost_or_moved(sentences: list[str]) -> None:
    said, spoken = " ".join(sentences), " ".join(texts(*sentences))
    assert [word.rstrip(",;:") for word in spoken.split()] == [
        word.rstrip(",;:") for word in said.split()]


@pytest.mark.parametrize(("language", "sentence", "first"), [
    ("en-us", "Ana minus three and Marco closed with twelve.", "Ana minus three,"),
    ("en", "Leo minus two and Marco twelve and Zoe minus one.", "Leo minus two,"),
    ("en", "Tom six and Nina twenty-seven.", "Tom six,"),
    ("es", "Ana menos tres y Marco cerró con treinta y dos.", "Ana menos tres,"),
    ("de-at", "Ana minus drei und Marco hat mit zwölf zugemacht.", "Ana minus drei,"),
])
def test_a_first_sentence_without_a_breath_is_parted_before_a_name(
    language: str, sentence: str, first: str
) -> None:
    begins, *others = [phrase.text for phrase in phrases([sentence], language)]
    assert begins == first
    assert " ".join([first.rstrip(","), *others]) == sentence


def test_a_later_sentence_is_parted_only_where_it_is_long() -> None:
    """Nobody waits for it: it is made while the one before is spoken."""
    assert texts("Okay.", "Leo minus two and Ana five.") == ["Okay.", "Leo minus two and Ana five."]
    assert texts("Okay.", "Not written: Emma twenty-nine and Leo minus five.") == [
        "Okay.", "Not written: Emma twenty-nine,", "and Leo minus five."]


@pytest.mark.parametrize(("language", "sentence"), [
    ("es", "Marco tiene doscientos treinta y dos puntos."),
    ("fr", "Marco mène avec deux cent vingt et un points."),
    ("en", "Marco is last by far and nobody has closed yet."),
    ("en", "Al and Marco closed with the same twelve points."),
    ("en", "Swap the scores of Marco and Ana?"),
    ("en", "Bo six and Ana five."),
    ("xx", "Ana minus three and Marco closed with twelve."),
])
def test_neither_a_number_nor_a_pair_nor_a_stump_is_parted(language: str, sentence: str) -> None:
    assert [phrase.text for phrase in phrases([sentence], language)] == [sentence]
