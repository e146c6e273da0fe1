"""The grammar's two uses agree: whatever can be heard is understood."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import kaldifst
import pytest
from hearing import settings

from voicekeeper.hearing.compiler import Listening, compile_grammar, unheard_names
from voicekeeper.hearing.heard import FILLER_MARK
from voicekeeper.hearing.jsgf import words_of
from voicekeeper.hearing.language import Players, first_names, grammar_of
from voicekeeper.hearing.parser import Parser
from voicekeeper.hearing.vocabulary import model_words

# Names that are words of the grammar, names within names, several words, accents.
TABLES = [
    (),
    ("Ana", "Marco"),
    ("Mark", "Ana", "Mark Ana"),
    ("Will", "May", "José", "Big Joe", "Anna-Lena", "Art", "J D", "Luis"),
]


@cache
def strict(names: tuple[str, ...]) -> tuple[kaldifst.StdVectorFst, dict[int, str]]:
    """What Vosk hears by, and the words of its labels."""
    made = settings()
    folder = compile_grammar(Listening("en", Players(names)), made.model, made.cache)
    fst = kaldifst.StdVectorFst.read(str(folder / "graph" / "Gr.fst"))
    words = {number: word for word, number in model_words(made.model).items()}
    return fst, words


def utterances(names: tuple[str, ...], count: int, seed: int) -> list[str]:
    """Random walks through the recogniser's grammar, the filler left out."""
    fst, words = strict(names)
    chance = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        state = fst.start
        said: list[str] = []
        while True:
            final = fst.final(state).value != float("inf")
            arcs = [a for a in kaldifst.ArcIterator(fst, state)
                    if a.olabel == a.ilabel and not (state == fst.start and a.ilabel == 0)]
            if not arcs or (final and (len(said) > 25 or chance.random() < 0.3)):
                break
            arc = chance.choice(arcs)
            if arc.ilabel:
                said.append(words[arc.ilabel])
            state = arc.nextstate
        found.append(" ".join(said))
    return found


def _is_one_letter(text: str) -> bool:
    """Whether a single letter is spelled: an initial at most, heard and not taken for a name."""
    *before, letter = text.split()
    grammar = grammar_of("en")
    openings = words_of(grammar, "spelling")
    return letter in words_of(grammar, "letter") and openings.issuperset(before)


@pytest.mark.parametrize("names", TABLES)
def test_whatever_can_be_heard_is_understood(names: tuple[str, ...]) -> None:
    parser = Parser("en", Players(names), Listening("en", Players(names)).rule)
    lost = [text for text in utterances(names, 600, seed=1)
            if (parsed := parser.parse(text, names[0] if names else None)).intent is None
            and not parsed.choices]
    # "Ana five, no, Leo eight" may mean that the five was Leo's: heard, and not taken.
    again = set(words_of(grammar_of("en"), "again"))
    assert [text for text in lost if not (again & set(text.split()) or _is_one_letter(text))] == []
    assert len(lost) < 6


def leads_to(fst: kaldifst.StdVectorFst, state: int) -> set[int]:
    return {arc.nextstate for arc in kaldifst.ArcIterator(fst, state)}


def test_the_filler_cannot_be_mistaken_for_the_grammar() -> None:
    fst, words = strict(("Ana", "Marco"))
    symbols = fst.output_symbols
    ways = [a.nextstate for a in kaldifst.ArcIterator(fst, fst.start) if a.ilabel == 0]
    loop = next(state for state in ways if state in leads_to(fst, state))
    arcs = list(kaldifst.ArcIterator(fst, loop))
    assert len(arcs) > 1000
    for arc in arcs[:200]:
        assert symbols.find(arc.olabel) == FILLER_MARK + words[arc.ilabel]


def test_what_is_compiled_once_is_found_again(tmp_path: Path) -> None:
    made = settings()
    listening = Listening("en", Players(("Ana", "Marco")))
    first = compile_grammar(listening, made.model, tmp_path)
    stamp = (first / "graph" / "Gr.fst").stat().st_mtime_ns
    assert compile_grammar(listening, made.model, tmp_path) == first
    assert (first / "graph" / "Gr.fst").stat().st_mtime_ns == stamp
    assert compile_grammar(Listening("en", Players(("Ana", "Leo"))), made.model, tmp_path) != first


def test_ambiguous_names_do_not_make_the_grammar_endless() -> None:
    """Words that part into names in many ways once kept determinisation from ending."""
    names = ("Ana", "Ana Ana", "Five", "Minus", "And", "For Ana")
    strict(names)


def test_names_without_a_word_are_told(tmp_path: Path) -> None:
    made = settings()
    players = Players(("Ana", "Xqzvy", "Łucja", "Big Joe"), (("Łucja", ("lucia",)),))
    folder = compile_grammar(Listening("en", players), made.model, tmp_path)
    assert unheard_names(folder) == ("Xqzvy",)


def test_first_names_are_names() -> None:
    listed = first_names("en")
    assert len(listed) > 200
    assert len({name.casefold() for name in listed}) == len(listed)


def test_the_grammar_needs_nothing_that_is_not_given() -> None:
    grammar = grammar_of("en")
    assert set(grammar.public) == {"utterance", "before_game"}
