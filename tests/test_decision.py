"""From an n-best list to a decision: taken, asked about, refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from voicekeeper.hearing.context import Context
from voicekeeper.hearing.decision import Understood, decide
from voicekeeper.hearing.heard import Heard, Hypothesis
from voicekeeper.hearing.language import UTTERANCE, Players
from voicekeeper.hearing.parser import Parser
from voicekeeper.intents import Entry, Intent, Number, to_json


@pytest.fixture(scope="module")
def parser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Parser]:
    folder: Path = tmp_path_factory.mktemp("grammars")
    yield Parser("en", Players.of(("Ana", "Marco"), {}), UTTERANCE, folder)


def heard(*texts: tuple[str, float], noisy: bool = False, speech: bool = True) -> Heard:
    """An n-best list; a text that begins with ~ is outside the grammar."""
    return Heard(tuple(Hypothesis.of(text, -cost) for text, cost in texts), noisy, speech)


def points(understood: Understood) -> list[int | None]:
    """The scores of what is taken, or of all choices."""
    intents = [understood.intent] if understood.intent else understood.choices
    return [i.entries[0].points if isinstance(i, Entry) else i.points for i in intents
            if isinstance(i, Entry | Number)]


def test_what_is_clear_is_taken(parser: Parser) -> None:
    decision = decide(heard(("ana thirteen", 0), ("ana thirty", 4)), parser)
    assert decision.intent is not None and points(decision) == [13]


def test_what_is_nearly_as_good_is_asked_about(parser: Parser) -> None:
    decision = decide(heard(("ana thirteen", 0), ("ana thirty", 0.4)), parser)
    assert decision.intent is None and points(decision) == [13, 30]


def test_two_wordings_of_one_meaning_are_no_question(parser: Parser) -> None:
    assert decide(heard(("ana thirteen", 0), ("thirteen for ana", 0.1)), parser).intent


def test_in_noise_it_asks_sooner(parser: Parser) -> None:
    near = ("ana thirteen", 0.0), ("ana thirty", 1.5)
    assert decide(heard(*near), parser).intent
    assert points(decide(heard(*near, noisy=True), parser)) == [13, 30]


@pytest.mark.parametrize("noisy", [False, True])
def test_other_speech_is_refused(parser: Parser, noisy: bool) -> None:
    decision = decide(heard(("~pass ~the ~chips", 0), ("ana thirteen", 5), noisy=noisy), parser)
    assert decision == Understood("pass the chips")


def test_what_is_only_just_outside_the_grammar_is_asked_about(parser: Parser) -> None:
    decision = decide(heard(("~anna ~law", 0), ("ana one", 0.3), ("no", 9)), parser)
    assert decision.intent is None and len(decision.choices) == 1 and points(decision) == [1]


def test_nothing_said_is_nothing(parser: Parser) -> None:
    assert decide(Heard(), parser) == Understood("")
    assert decide(heard(("", 0), ("two", 4)), parser) == Understood("")


def test_where_there_was_speech_it_is_hardly_nothing(parser: Parser) -> None:
    assert points(decide(heard(("", 0), ("ana two", 0.5)), parser)) == [2]


def test_what_the_detector_did_not_find_is_asked_about(parser: Parser) -> None:
    decision = decide(heard(("ana two", 0), noisy=True, speech=False), parser)
    assert decision.intent is None and points(decision) == [2]


def by_score(fits: dict[int, str]) -> Context:
    """A judge who goes by the score alone."""
    def judge(intent: Intent) -> str:
        return fits.get(intent.entries[0].points or 0, "open") if isinstance(intent, Entry) \
            else "open"
    return Context(judge)


def test_of_two_that_sound_alike_the_one_asked_for_is_taken(parser: Parser) -> None:
    alike = heard(("ana thirteen", 0), ("ana thirty", 0.4))
    assert points(decide(alike, parser, context=by_score({30: "asked"}))) == [30]
    assert points(decide(alike, parser, context=by_score({13: "contrary"}))) == [30, 13]


def test_the_ear_is_believed_before_the_context(parser: Parser) -> None:
    clear = heard(("ana thirteen", 0), ("ana thirty", 6))
    assert points(decide(clear, parser, context=by_score({30: "asked"}))) == [13]


def test_a_context_can_be_kept_and_read_again(parser: Parser) -> None:
    alike = heard(("ana thirteen", 0), ("ana thirty", 0.4))
    context = by_score({30: "asked"})
    first = decide(alike, parser, context=context)
    again = decide(alike, parser, context=Context.read(context.shown()))
    assert again == first and first.intent is not None
    assert to_json(first.intent)["entries"] == [{"player": "Ana", "points": 30}]


@pytest.mark.parametrize("shown", [{"fits": 3}, {"fits": {"a": 1}}, []])
def test_a_context_that_is_none_is_refused(shown: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="fits"):
        Context.read(shown)
