"""Phrasing: long sentences are spoken in pieces, cut where one breathes."""

from __future__ import annotations

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
        "Leo thirty-one, Lucia forty-four, and Emma minus three.",
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
    assert " ".join(texts(*sentences)).split() == " ".join(sentences).split()
