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
    near = ("ana nine", 0.0), ("ana five", 2.0)
    assert decide(heard(*near), parser).intent
    assert points(decide(heard(*near, noisy=True), parser)) == [9, 5]


@pytest.mark.parametrize(("one", "other"), [
    ("ana thirteen", "ana thirty"), ("ana ninety", "ana nineteen"), ("ana eight", "ana eighty"),
    ("ana minus sixteen", "ana minus sixty"), ("seventeen", "seventy"),
    ("marco two and ana closed with fifteen", "marco two and ana closed with fifty"),
])
@pytest.mark.parametrize("noisy", [False, True])
def test_scores_that_sound_alike_have_to_be_farther_apart(
    parser: Parser, one: str, other: str, noisy: bool
) -> None:
    apart = 3.5 if noisy else 2.0
    assert len(decide(heard((one, 0), (other, apart), noisy=noisy), parser).choices) == 2
    assert decide(heard((one, 0), (other, 2 * apart), noisy=noisy), parser).intent


@pytest.mark.parametrize(("one", "other"), [
    ("ana thirteen", "ana forty"), ("ana nine", "ana ninety"), ("ana thirteen", "marco thirty"),
    ("ana thirteen", "ana minus thirty"), ("ana thirteen marco one", "ana thirty marco two"),
    ("ana thirteen", "thirty"), ("ana thirteen", "ana closed with thirty"),
])
def test_others_do_not_have_to(parser: Parser, one: str, other: str) -> None:
    assert decide(heard((one, 0), (other, 2.0)), parser).intent


@pytest.mark.parametrize("order", [
    "redo", "undo", "go on", "louder", "marco leaves", "end the game", "be brief", "new game",
])
@pytest.mark.parametrize("noisy", [False, True])
def test_an_order_has_to_be_clearly_better_than_a_word_of_talk(
    parser: Parser, order: str, noisy: bool
) -> None:
    """Else it is asked about: nobody wants the books changed by table talk."""
    doubtful = decide(heard((order, 0), ("~visual", 2.0), noisy=noisy), parser)
    assert doubtful.intent is None and len(doubtful.choices) == 1
    assert decide(heard((order, 0), ("~visual", 4.0), noisy=noisy), parser).intent
    assert decide(heard((order, 0), ("~visual", 0.1)), parser, ask_margin=0).intent


@pytest.mark.parametrize("text", [
    "ana five", "five", "yes", "no", "cancel", "repeat", "who's winning", "ana", "help",
])
def test_scores_answers_and_questions_need_not_be(parser: Parser, text: str) -> None:
    assert decide(heard((text, 0), ("~visual", 0.5)), parser).intent


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


@pytest.mark.parametrize("noisy", [False, True])
def test_the_answer_to_a_question_between_two_settles_it(parser: Parser, noisy: bool) -> None:
    """"Thirteen or thirty?" "Thirteen": it is no less like thirty than it was."""
    answer = heard(("ana thirteen", 0), ("ana thirty", 3.2 if noisy else 1.2), noisy=noisy)
    assert decide(answer, parser).intent is None
    asked = by_score({13: "asked", 30: "asked"})
    assert points(decide(answer, parser, context=asked)) == [13]


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
