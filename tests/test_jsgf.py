"""The grammar file's format: what it takes, and what it says of a mistake."""

from __future__ import annotations

import pytest

from voicekeeper.hearing.jsgf import (
    Alternatives,
    Branch,
    GrammarFault,
    Optional,
    Repeat,
    Sequence,
    Tagged,
    Word,
    load_grammar,
    parse_grammar,
    words_of,
)


def rule(text: str) -> object:
    return parse_grammar(f"grammar test; public <a> = {text};").rules["a"]


def test_words_are_said_one_after_the_other() -> None:
    assert rule("who's winning") == Sequence((Word("who's"), Word("winning")))


def test_a_weight_belongs_to_its_alternative() -> None:
    assert rule("/0.5/ yes | no") == Alternatives((Branch(0.5, Word("yes")),
                                                   Branch(1.0, Word("no"))))


def test_a_tag_belongs_to_the_part_before_it() -> None:
    assert rule("undo [that] {undo}") == Sequence(
        (Word("undo"), Tagged(Optional(Word("that")), ("undo",))))


def test_repeats_know_how_often_at_least() -> None:
    assert rule("a* b+") == Sequence((Repeat(Word("a"), 0), Repeat(Word("b"), 1)))


def test_quotes_and_capitals_make_no_difference() -> None:
    assert rule('"Hello There"') == Sequence((Word("hello"), Word("there")))


def test_comments_are_passed_over() -> None:
    grammar = parse_grammar("#JSGF V1.0 UTF-8 en;\ngrammar g; // of two rules\n/* one\nis */\n"
                            "public <a> = <b>;\n<b> = x;")
    assert grammar.public == ("a",)
    assert words_of(grammar) == {"x"}
    assert words_of(grammar, "a") == set()


@pytest.mark.parametrize(("text", "said"), [
    ("grammar g;\n<a> = (b;", "line 2, column 9"),
    ("grammar g; <a> = <missing>;", "<missing>"),
    ("grammar g; <a> = b <a>;", "names itself"),
    ("grammar g; <a> = <b>; <b> = <a>;", "names itself"),
    ("grammar g; <a> = /0/ b;", "above zero"),
    ("", "line"),
])
def test_a_mistake_is_named_with_its_place(text: str, said: str) -> None:
    with pytest.raises(GrammarFault, match=said):
        parse_grammar(text)


def test_a_missing_file_is_named(tmp_path: object) -> None:
    from pathlib import Path

    with pytest.raises(GrammarFault, match=r"nothing\.jsgf"):
        load_grammar(Path("nothing.jsgf"))
