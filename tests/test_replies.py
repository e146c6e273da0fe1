"""Replies: from keys and parameters to finished sentences, in any language."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicekeeper.dialog.reply import Reply, Sentence, say
from voicekeeper.faults import LanguageFault
from voicekeeper.voice.languages import differences, missing_categories
from voicekeeper.voice.replies import Replies

FORMAT = Path(__file__).parent / "grammars" / "format"
ENGLISH = FORMAT / "en"
POLISH = FORMAT / "pl"


def spoken(sentence: Sentence, folder: Path = ENGLISH) -> str:
    return Replies.load(folder, deterministic=True).text(Reply((sentence,)))


def written(tmp_path: Path, text: str, language: str = "en") -> Path:
    folder = tmp_path / language
    folder.mkdir(exist_ok=True)
    (folder / "replies.yaml").write_text(text, encoding="utf-8")
    return folder


def rendered(tmp_path: Path, template: str, **params: object) -> str:
    return spoken(say("key", **params), written(tmp_path, f"key: {template}\n"))


def fault(tmp_path: Path, text: str, language: str = "en") -> str:
    with pytest.raises(LanguageFault) as raised:
        Replies.load(written(tmp_path, text, language))
    return str(raised.value)


# Words


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (1, "Ana has one point."),
        (-1, "Ana has minus one point."),
        (0, "Ana has zero points."),
        (-17, "Ana has minus seventeen points."),
        (121, "Ana has one hundred twenty-one points."),
    ],
)
def test_numbers_are_words_and_choose_the_plural_form(points: int, words: str) -> None:
    assert spoken(say("total", player="Ana", points=points)) == words


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (1, "Ana ma jeden punkt."),
        (3, "Ana ma trzy punkty."),
        (-3, "Ana ma minus trzy punkty."),
        (5, "Ana ma pięć punktów."),
        (12, "Ana ma dwanaście punktów."),
        (22, "Ana ma dwadzieścia dwa punkty."),
    ],
)
def test_another_language_has_its_own_plural_forms(points: int, words: str) -> None:
    assert spoken(say("total", player="Ana", points=points), POLISH) == words


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (("Ana",), "Ana is missing."),
        (("Ana", "Leo"), "Ana and Leo are missing."),
        (("Ana", "Leo", "Marco"), "Ana, Leo, and Marco are missing."),
    ],
)
def test_a_list_is_joined_and_chooses_the_plural_form(
    players: tuple[str, ...], words: str
) -> None:
    assert spoken(say("missing", players=players)) == words


def test_a_list_of_readings_is_joined_by_or() -> None:
    assert spoken(say("choose", readings=(13, 30))) == "Thirteen or thirty?"
    assert spoken(say("choose", readings=(13, 30)), POLISH) == "Trzynaście lub trzydzieści?"


def test_phrases_stand_within_sentences() -> None:
    """The same reply in two languages with different word order."""
    reply = say(
        "taken",
        who=(
            say("score", player="Ana", points=-3),
            say("score_closed", player="Marco", points=12),
            say("closed", player="Leo"),
        ),
    )
    assert spoken(reply) == "Ana minus three, Marco twelve, closed, and Leo closed."
    assert spoken(reply, POLISH) == (
        "Ana: minus trzy, Marco: dwanaście, i zamyka rundę i rundę zamyka Leo."
    )


def test_two_numbers_in_a_sentence_each_choose_a_form() -> None:
    assert spoken(say("closed_often", player="Ana", times=1, rounds=2)) == (
        "Ana closed one time in two rounds."
    )
    assert spoken(say("closed_often", player="Ana", times=2, rounds=5), POLISH) == (
        "Ana zamyka dwa razy w pięciu rundach."
    )


def test_ordinals_and_genders(tmp_path: Path) -> None:
    assert rendered(tmp_path, '"the {round:ordinal} round"', round=3) == "The third round"
    folder = written(tmp_path, 'key: "la {round:ordinal-feminine} ronda"\n', "es")
    assert spoken(say("key", round=3), folder) == "La tercera ronda"


def test_a_name_stays_as_it_is() -> None:
    """Dots in a name end no sentence, and braces in it are no parameters."""
    assert Replies.load(ENGLISH).sentences(
        Reply((say("total", player="J. D. {x}", points=2),))
    ) == ("J. D. {x} has two points.",)


def test_a_literal_brace_is_doubled(tmp_path: Path) -> None:
    assert rendered(tmp_path, '"say {{{name}}}"', name="Ana") == "Say {Ana}"


def test_yes_and_no_are_words(tmp_path: Path) -> None:
    """YAML's truth values are no part of the format: `no` is a key like any other."""
    folder = written(tmp_path, "no: no\non: {by: n, one: yes, other: off}\n")
    assert spoken(say("no"), folder) == "No"
    assert spoken(say("on", n=1), folder) == "Yes"


# Sentences


def test_a_reply_is_cut_into_the_sentences_to_speak() -> None:
    reply = Reply((say("missing", players=("Leo",)), say("not_understood")), asking=True)
    replies = Replies.load(ENGLISH, deterministic=True)
    assert replies.sentences(reply) == (
        "Leo is missing.", "I didn't catch that.", "Please say it again.",
    )
    assert replies.text(reply) == "Leo is missing. I didn't catch that. Please say it again."


def test_a_sentence_may_begin_with_a_phrase(tmp_path: Path) -> None:
    folder = written(tmp_path, 'whole: "{phrase}. {phrase}!"\nphrase: "well, {name}"\n')
    replies = Replies.load(folder)
    reply = Reply((say("whole", phrase=say("phrase", name="Ana")),))
    assert replies.sentences(reply) == ("Well, Ana.", "Well, Ana!")


def test_an_empty_reply_says_nothing() -> None:
    assert Replies.load(ENGLISH).text(Reply()) == ""


# Variety


def test_variants_change_and_never_repeat_at_once() -> None:
    replies = Replies.load(ENGLISH, seed=1)
    said = [replies.text(Reply((say("not_understood"),))) for _ in range(30)]
    assert len(set(said)) == 3
    assert all(first != second for first, second in pairwise(said))


def test_the_same_reply_is_said_in_the_same_words() -> None:
    """What the terminal shows, what the ledger keeps and what is spoken are one."""
    replies = Replies.load(ENGLISH)
    for _ in range(10):
        reply = Reply((say("not_understood"),))
        assert replies.text(reply) == " ".join(replies.sentences(reply))


def test_deterministic_replies_take_the_first_variant() -> None:
    replies = Replies.load(ENGLISH, deterministic=True)
    said = {replies.text(Reply((say("not_understood"),))) for _ in range(10)}
    assert said == {"I didn't catch that. Please say it again."}


def test_fixed_sentences_are_those_without_parameters() -> None:
    """They are the ones worth keeping as sound before anybody asks."""
    assert Replies.load(ENGLISH).fixed() == (
        "I didn't catch that.", "Please say it again.", "Sorry, what was that?",
        "Once more, please.",
    )


# Two languages


def test_the_second_language_says_all_that_the_first_says() -> None:
    assert differences(Replies.load(ENGLISH), Replies.load(POLISH)) == ()


def test_differences_between_languages_are_told(tmp_path: Path) -> None:
    english = written(tmp_path, 'a: "{x} {y}"\nb: "b"\nc: {by: n, one: "c", other: "c"}\n')
    polish = written(tmp_path, 'a: "{x} {z}"\nc: {by: n, one: "c", other: "c"}\nd: "d"\n', "pl")
    assert differences(Replies.load(english), Replies.load(polish)) == (
        "'b' is missing in pl.",
        "'d' is in pl but not in en.",
        "'a' in pl does not use the parameter 'y'.",
        "'a' in pl uses the parameter 'z', which en does not have.",
        "'c' in pl has no plural category 'few' for 'n'.",
        "'c' in pl has no plural category 'many' for 'n'.",
    )


def test_parameters_are_those_of_all_forms() -> None:
    replies = Replies.load(ENGLISH)
    assert replies.parameters("closed_often") == {"player", "times", "rounds"}
    assert replies.parameters("not_understood") == frozenset()
    assert {"total", "missing"} <= replies.keys()


def test_the_program_speaks_english() -> None:
    replies = Replies.load("en")
    assert not [gap for key in sorted(replies.keys()) for gap in missing_categories(key, replies)]


# Faults


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('key: "{name"\n', "line 1, 'key': the brace '{' has no partner"),
        ('ok: x\nkey: "name}"\n', "line 2, 'key': the brace '}' has no partner"),
        ('key: "{Name!}"\n', "'{Name!}' is no parameter"),
        ('key: "{}"\n', "'{}' is no parameter"),
        ('key: "{n:eleventh}"\n', "no form 'eleventh'"),
        ("key: {by: n, one: x}\n", "the plural category 'other' is missing"),
        ("key: {by: n, few: x, other: y}\n", "'few' is no plural category of this language"),
        ("key: {by: n, one: x, one: y, other: z}\n", "'one' stands here twice"),
        ("key: {one: x, other: y}\n", "`by` is missing"),
        ("key: {by: [n], one: x, other: y}\n", "`by` must name one parameter"),
        ("key: []\n", "a list of variants needs at least one"),
        ('key: ""\n', "the text is empty"),
        ("key: x\nkey: y\n", "line 2, 'key': the key stands here a second time"),
        ("key: [x\n", "is not YAML"),
        ("- x\n", "must be a mapping"),
        ("", "must be a mapping"),
    ],
)
def test_a_mistake_in_the_file_is_named(tmp_path: Path, text: str, problem: str) -> None:
    assert problem in fault(tmp_path, text)


def test_a_language_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LanguageFault, match="no language 'xx'"):
        Replies.load(tmp_path / "xx")
    with pytest.raises(LanguageFault, match="can't be read"):
        (tmp_path / "de").mkdir()
        Replies.load(tmp_path / "de")
    assert "no language code" in fault(tmp_path, "key: x\n", "tlh-klingon")


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        (say("nonsense"), "no sentence 'nonsense'"),
        (say("total", player="Ana"), "'total' the parameter 'points' is missing"),
        (say("total", player="Ana", points=True), "'points' is a truth value"),
        (say("total", player="Ana", points="five"), "can't choose a plural form"),
        (say("total", player=2.5, points=1), "'player' is 2.5, which has no words"),
        (say("missing", players=()), "'players' is an empty list"),
    ],
)
def test_a_mistake_in_the_program_is_named(sentence: Sentence, problem: str) -> None:
    with pytest.raises(LanguageFault, match=problem):
        spoken(sentence)


@given(
    points=st.integers(-20, 1000),
    names=st.lists(st.sampled_from(["Ana", "Marco", "Leo", "Zoë"]), min_size=1, max_size=8),
    folder=st.sampled_from([ENGLISH, POLISH]),
)
def test_whatever_the_numbers_no_digit_is_spoken(
    points: int, names: list[str], folder: Path
) -> None:
    text = Replies.load(folder).text(Reply((
        say("winner", players=tuple(names), points=points),
        say("round", round=abs(points)),
        say("choose", readings=(points, abs(points))),
    )))
    assert not any(letter.isdigit() or letter in "{}" for letter in text)
    assert all(name in text for name in names)
