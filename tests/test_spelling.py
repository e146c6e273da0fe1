"""Names spelled letter by letter: any can be, listed ones are the likeliest."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import kaldifst
import pytest
from hearing import ears, settings

from voicekeeper.hearing.automaton import build_automaton, to_fst
from voicekeeper.hearing.compiler import Listening, compile_grammar
from voicekeeper.hearing.ears import Ears
from voicekeeper.hearing.jsgf import parse_grammar
from voicekeeper.hearing.language import Players
from voicekeeper.hearing.parser import Parser
from voicekeeper.hearing.spelling import spelled_names
from voicekeeper.hearing.vocabulary import model_words
from voicekeeper.intents import Rename, Spell, to_json

RECORDINGS = Path(__file__).parent / "speech" / "spelled"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@cache
def heard_by(names: tuple[str, ...]) -> kaldifst.StdVectorFst:
    made = settings()
    folder = compile_grammar(Listening("en", Players(names)), made.model, made.cache)
    return kaldifst.StdVectorFst.read(str(folder / "graph" / "Gr.fst"))


def cost(text: str, names: tuple[str, ...] = ()) -> float | None:
    """What a text costs in the recogniser's grammar, the filler left out; None outside it."""
    ids = model_words(settings().model)
    return cost_in(heard_by(names), [ids[word] for word in text.split()])


def cost_in(fst: kaldifst.StdVectorFst, labels: Sequence[int]) -> float | None:
    """What these labels cost in an acceptor; None outside it."""
    line = kaldifst.StdVectorFst()
    for _ in range(len(labels) + 1):
        line.add_state()
    line.start = 0
    line.set_final(len(labels), 0.0)
    for at, label in enumerate(labels):
        line.add_arc(at, kaldifst.StdArc(label, label, 0.0, at + 1))
    # The filler's words come out with other labels.
    through = kaldifst.compose(kaldifst.compose(line, fst), line)
    best = kaldifst.shortest_path(through)
    if best.start < 0:
        return None
    total: float = 0.0
    state = best.start
    while (arcs := list(kaldifst.ArcIterator(best, state))):
        total += float(arcs[0].weight.value)
        state = arcs[0].nextstate
    return total + float(best.final(state).value)


def spelled(name: str) -> str:
    return " ".join(name)


def any_names(count: int) -> list[str]:
    """Letters in any order, as no name has them."""
    chance = random.Random(7)
    return ["".join(chance.choices(LETTERS, k=chance.randint(2, 14))) for _ in range(count)]


def test_any_letters_can_be_heard_and_are_understood() -> None:
    parser = Parser("en", Players(()), Listening("en", Players(())).rule)
    for name in ["xq", "zzzz", "aaaa", *any_names(60)]:
        assert cost(spelled(name)) is not None, name
        assert parser.parse(spelled(name)).intent == Spell(name.capitalize())


def test_any_letters_can_be_heard_in_a_game() -> None:
    table = ("Ana", "Marco")
    parser = Parser("en", Players(table))
    for name in ["xq", "lucia", *any_names(20)]:
        text = f"ana is spelled {spelled(name)}"
        assert cost(text, table) is not None, name
        assert parser.parse(text).intent == Rename("Ana", name.capitalize())


@pytest.mark.parametrize("name", ["anna", "xavier", "louise", "qqab"])
def test_a_letter_may_be_doubled_or_said_by_its_radio_word(name: str) -> None:
    parser = Parser("en", Players(()), Listening("en", Players(())).rule)
    radio = {"a": "alpha", "i": "india", "x": "x ray", "e": "echo", "q": "quebec"}
    doubled = [name[at] for at in range(len(name)) if name[at:at + 2] == name[at] * 2]
    words = [radio.get(letter, letter) for letter in name]
    texts = [" ".join(words)]
    for letter in doubled:
        texts.append(spelled(name).replace(f"{letter} {letter}", f"double {letter}"))
    for text in texts:
        assert cost(text) is not None, text
        assert parser.parse(text).intent == Spell(name.capitalize())


@pytest.mark.parametrize("text", ["L I Z", "L-I-zed", "l, i, zed", "Lima India Zulu", "l i z"])
def test_a_letter_has_several_words(text: str) -> None:
    parser = Parser("en", Players(()), Listening("en", Players(())).rule)
    assert parser.parse(text).intent == Spell("Liz")


@pytest.mark.parametrize(("listed", "like_it"), [
    ("lucia", "luzia"), ("leo", "lio"), ("marco", "narco"), ("fatima", "fadima"),
    ("hannah", "hannag"), ("xavier", "xabier"), ("zoe", "zob"),
])
def test_a_listed_name_is_likelier_than_what_sounds_like_it(listed: str, like_it: str) -> None:
    name, other = cost(spelled(listed)), cost(spelled(like_it))
    assert name is not None
    assert other is not None
    assert name < other


def test_what_is_like_a_name_is_likelier_than_what_is_not() -> None:
    like, unlike = cost(spelled("marina")), cost(spelled("mqrxnj"))
    assert like is not None
    assert unlike is not None
    assert like < unlike - 3


SMALL = """#JSGF V1.0;
grammar small;
public <said> = <letters>;
<letters> = (<letter> | <doubled> <letter> {double})+;
<doubled> = double;
"""


def test_letters_that_share_a_word_are_left_as_they_are_written() -> None:
    """Two spellings of the same words, weighed apart, would have no end of states."""
    shared = parse_grammar(SMALL + "<letter> = (be | bravo) {letter b} | be {letter v};")
    assert spelled_names(shared, ["Bev"], letter_cost=0.0, likelihood=1.0) is None
    french = parse_grammar(SMALL + "<letter> = v {letter v} | double v {letter w};")
    assert spelled_names(french, ["Eve"], letter_cost=0.0, likelihood=1.0) is None


def test_letters_with_accents_are_those_that_the_language_spells() -> None:
    """Ł is a letter where the grammar says so; ö is an o where it knows no other."""
    grammar = parse_grammar(SMALL + "<letter> = ah {letter a} | ell {letter l} "
                                    "| eew {letter ł} | oh {letter o};")
    network = spelled_names(grammar, ["Łöl", "Łöla", "Łólo"], letter_cost=0.0, likelihood=1.0)
    assert network is not None
    weighed = replace(grammar, rules={**grammar.rules, "letters": network})
    automaton = build_automaton(weighed, "said", {}, tags=False)
    labels = {word: n for n, word in enumerate(sorted(automaton.words()), start=1)}
    fst = to_fst(automaton, lambda word: (labels[word], labels[word]))
    kaldifst.arcsort(fst, "ilabel")
    costs = {text: cost_in(fst, [labels[word] for word in text.split()])
             for text in ("eew oh ell", "ell oh ell", "eew ah ell")}
    assert None not in costs.values()
    assert min(costs, key=lambda text: costs[text] or 0.0) == "eew oh ell"


@pytest.fixture(scope="module")
def before_a_game() -> Iterator[Ears]:
    heard = ears()
    heard.attend(())
    yield heard
    heard.close()


@pytest.mark.parametrize("line", [
    json.loads(line)
    for line in (RECORDINGS / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
], ids=lambda line: line["id"])
def test_a_spelled_name_is_heard(before_a_game: Ears, line: dict[str, object]) -> None:
    understood = before_a_game.hear_file(RECORDINGS / str(line["audio"]), ())
    assert understood.intent is not None
    assert to_json(understood.intent) == line["intent"]
