"""What typed or recognised words mean."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicekeeper.hearing.language import BEFORE_GAME, Players
from voicekeeper.hearing.namelist import parse_names
from voicekeeper.hearing.parser import Parser, build_parser
from voicekeeper.intents import from_json, to_json
from voicekeeper.numbers import words

TABLE = ("Ana", "Marco", "Luis")


@cache
def parser(players: tuple[str, ...] = TABLE) -> Parser:
    return build_parser(players, "en")


def meaning(text: str, speaking_for: str | None = None) -> object:
    """The intent as JSON, a list of choices, or None."""
    parsed = parser().parse(text, speaking_for)
    if parsed.choices:
        return [to_json(choice) for choice in parsed.choices]
    return None if parsed.intent is None else to_json(parsed.intent)


def entry(*items: tuple[str, int | None, bool]) -> dict[str, object]:
    shown = []
    for player, points, closed in items:
        item: dict[str, object] = {"player": player}
        if points is not None:
            item["points"] = points
        if closed:
            item["closed"] = True
        shown.append(item)
    return {"type": "entry", "entries": shown}


@pytest.mark.parametrize("text", [
    "Ana five", "five points for Ana", "give Ana five points", "Ana's got five", "Ana scored five",
    "put Ana down for five", "mark Ana five", "Ana's on five this round", "add five points to Ana",
    "five more for Ana", "ANA: 5!", "um, Ana five please", "Ana 5.", "anas got five",
    "okay Ana has five", "okay so Ana got five", "Ana's five", "Ana's score is five",
    "Ana's score this round is five", "Ana ended up with five", "5 for Ana, please",
    "add five more to Ana", "yes, Ana five", "that's Ana five", "Ana 5 pts",
    "Ana \u2764\ufe0f 5 \U0001f44d",
])
def test_a_score(text: str) -> None:
    assert meaning(text) == entry(("Ana", 5, False))


@pytest.mark.parametrize("text", [
    "Ana minus three", "Ana neg three", "negative three points for Ana", "Ana three below zero",
    "Ana three in the minus", "Ana has minus three", "Ana -3", "Ana: \u22123", "ana,-3",
    "Ana \u20133", "Ana \u2212 3", "Ana\u22123",
])
def test_a_score_below_zero(text: str) -> None:
    assert meaning(text) == entry(("Ana", -3, False))


@pytest.mark.parametrize("text", [
    "Ana zero", "Ana nil", "Ana oh", "Ana zip", "Ana none", "Ana didn't score", "Ana flat zero",
    "Ana cleared everything", "Ana 0", "Ana didnt score",
])
def test_nothing_is_a_score(text: str) -> None:
    assert meaning(text) == entry(("Ana", 0, False))


@pytest.mark.parametrize(("text", "points"), [
    ("one hundred", 100), ("hundred", 100), ("one hundred five", 105), ("hundred five", 105),
    ("one-o-five", 105), ("a hundred and twelve", 112), ("one-one-two", 112), ("one forty", 140),
    ("one hundred and thirty-eight", 138),
])
def test_a_hundred_and_more(text: str, points: int) -> None:
    assert meaning(f"Ana {text}") == entry(("Ana", points, False))


@pytest.mark.parametrize("text", [
    "Marco closed", "Marco ended", "Marco ended the round", "Marco finished the round",
    "Marco was first out", "Marco called it", "Marco flipped everything", "Marco revealed all",
    "closed by Marco", "it was Marco who closed", "Marco's out", "Marco has gone out",
    "Marco is done", "Marco turned over his last card", "Marco closed this round",
])
def test_who_closed(text: str) -> None:
    assert meaning(text) == entry(("Marco", None, True))


@pytest.mark.parametrize("text", [
    "Marco closed with eight", "Marco eight and closed", "Marco went out with eight",
    "eight for Marco and he closed", "Marco closed, Marco eight", "Marco 8, closed",
    "Marco closed on eight", "Marco closed and got eight", "Marco is the closer with eight",
])
def test_who_closed_with_what(text: str) -> None:
    assert meaning(text) == entry(("Marco", 8, True))


def test_everybody_in_one_breath() -> None:
    said = "Ana zero and Marco forty-nine, fifty-nine for Luis and Marco closed"
    assert meaning(said) == entry(("Ana", 0, False), ("Marco", 49, True), ("Luis", 59, False))


def test_the_last_score_said_for_a_player_counts() -> None:
    assert meaning("Ana three, no, four") == entry(("Ana", 4, False))
    assert meaning("Ana three, Marco one, Ana four") == entry(
        ("Ana", 4, False), ("Marco", 1, False))


@pytest.mark.parametrize("text", ["Ana three, Marco eight, no, Ana four",
                                  "Ana three, Marco eight, I mean Ana four"])
def test_a_score_of_the_same_breath_is_put_right_by_name(text: str) -> None:
    assert meaning(text) == entry(("Ana", 4, False), ("Marco", 8, False))


def test_whose_score_it_was_instead_is_not_guessed() -> None:
    """Ana's eight, or the three moved to Luis? Nobody can tell."""
    assert meaning("Ana three, Marco eight, no, Luis eight") is None


@pytest.mark.parametrize("text", ["nobody closed", "no one closed the round", "nobody did",
                                  "nobody closed this round"])
def test_nobody_closed(text: str) -> None:
    assert meaning(text) == {"type": "entry", "entries": [], "closer": None}


def test_nobody_closed_said_with_the_scores() -> None:
    assert meaning("Ana 5, Marco 6, nobody closed") == {
        **entry(("Ana", 5, False), ("Marco", 6, False)), "closer": None}


def test_no_one_may_be_nobody_or_a_correction() -> None:
    assert meaning("no one") == [{"type": "entry", "entries": [], "closer": None},
                                 {"type": "correct", "points": 1}]


@pytest.mark.parametrize("text", ["Marco", "it was Marco", "Marco did", "Marco did it", "Marco's",
                                  "that's Marco's", "for Marco", "that was for Marco"])
def test_a_name_alone_in_the_words_of_an_answer(text: str) -> None:
    assert meaning(text) == {"type": "name", "player": "Marco"}


@pytest.mark.parametrize(("text", "points"), [
    ("a five", 5), ("an eight", 8), ("it's five", 5), ("that's minus two", -2), ("nothing", 0),
    ("yes, five", 5),
])
def test_a_number_alone_in_the_words_of_an_answer(text: str, points: int) -> None:
    assert meaning(text) == {"type": "number", "points": points}
    assert meaning(text, "Luis") == entry(("Luis", points, False))


def test_a_bare_number_is_for_whoever_is_asked() -> None:
    assert meaning("seventy-six") == {"type": "number", "points": 76}
    assert meaning("seventy-six", "Luis") == entry(("Luis", 76, False))
    assert meaning("minus two and closed", "Luis") == entry(("Luis", -2, True))


def test_i_is_whoever_speaks() -> None:
    assert meaning("I closed") is None
    assert meaning("I closed", "Ana") == entry(("Ana", None, True))
    assert meaning("I got nothing", "Ana") == entry(("Ana", 0, False))
    assert meaning("I did", "Ana") == {"type": "name", "player": "Ana"}
    assert meaning("how much do I have", "Ana") == {
        "type": "ask", "about": "total", "player": "Ana"}


@pytest.mark.parametrize(("text", "shown"), [
    ("no, Ana six", {"player": "Ana", "points": 6}),
    ("not five, six", {"points": 6}), ("sorry, six", {"points": 6}),
    ("make that six", {"points": 6}), ("I meant six", {"points": 6}),
    ("change Ana to six", {"player": "Ana", "points": 6}),
    ("set Ana to -2", {"player": "Ana", "points": -2}),
    ("Ana should be six", {"player": "Ana", "points": 6}),
    ("fix round two, Ana six", {"player": "Ana", "points": 6, "round": 2}),
    ("in round two Ana had six", {"player": "Ana", "points": 6, "round": 2}),
    ("last round Ana had six", {"player": "Ana", "points": 6, "round": -1}),
    ("it wasn't Marco who closed, it was Ana", {"closer": "Ana"}),
    ("no, Ana closed", {"closer": "Ana"}),
    ("Marco closed round two", {"closer": "Marco", "round": 2}),
    ("Marco closed in round two", {"closer": "Marco", "round": 2}),
    ("actually, Ana six", {"player": "Ana", "points": 6}),
    ("no, it's Ana six", {"player": "Ana", "points": 6}),
    ("wait, no, six", {"points": 6}), ("I said six", {"points": 6}),
    ("it's six, not five", {"points": 6}),
    ("Ana has six, not five", {"player": "Ana", "points": 6}),
    ("Ana not five, six", {"player": "Ana", "points": 6}),
    ("change Ana from five to six", {"player": "Ana", "points": 6}),
    ("Ana's score in round two should be six", {"player": "Ana", "points": 6, "round": 2}),
    ("Ana had six last round", {"player": "Ana", "points": 6, "round": -1}),
    ("change the closer to Ana", {"closer": "Ana"}),
    ("Ana actually got six", {"player": "Ana", "points": 6}),
    ("in the second round Ana had six", {"player": "Ana", "points": 6, "round": 2}),
])
def test_corrections(text: str, shown: dict[str, object]) -> None:
    assert meaning(text) == {"type": "correct", **shown}


def test_moving_and_swapping() -> None:
    assert meaning("that was Luis, not Ana") == {"type": "move", "from": "Ana", "to": "Luis"}
    for text in ("not Ana, Luis", "not Ana but Luis", "that was for Luis, not for Ana",
                 "that was Luis's, not Ana's", "no, that was Luis, not Ana"):
        assert meaning(text) == {"type": "move", "from": "Ana", "to": "Luis"}, text
    for text in ("swap Ana and Luis", "switch Ana and Luis"):
        assert meaning(text) == {"type": "swap", "players": ["Ana", "Luis"]}


@pytest.mark.parametrize(("text", "about"), [
    ("who leads", "leader"), ("show the scores", "standings"), ("how many rounds", "round"),
    ("who are the players", "players"),
    ("what's the difference between Ana and Luis", "standings"),
    ("who's winning", "leader"), ("whos winning?", "leader"), ("WHO\u2019S LEADING", "leader"),
    ("who's got the least", "leader"), ("who's losing", "loser"), ("what's the score", "standings"),
    ("where are we", "standings"), ("give me the scoreboard", "standings"),
    ("what round is it", "round"), ("who starts", "starter"), ("who closed", "closer"),
    ("who's missing", "missing"), ("was anyone doubled", "doubled"),
    ("who's winning right now", "leader"), ("can you tell me who's winning", "leader"),
    ("could you read the scores", "standings"), ("who won", "leader"),
    ("who is the winner", "leader"),
    ("what are the scores so far", "standings"), ("how are we doing", "standings"),
    ("what round is this", "round"), ("who should start", "starter"),
    ("did anyone close", "closer"), ("who's still missing", "missing"),
    ("who hasn't scored yet", "missing"), ("what were the scores last round", "last"),
    ("did anyone get doubled", "doubled"), ("what have you got so far", "entered"),
])
def test_questions(text: str, about: str) -> None:
    assert meaning(text) == {"type": "ask", "about": about}


@pytest.mark.parametrize(("text", "about"), [
    ("what's Ana on", "total"), ("how many points does Ana have", "total"),
    ("Ana's score", "total"),
    ("Ana\u2019s total", "total"), ("what did Ana get last round", "last"),
    ("how many to go for Ana", "remaining"), ("how far is Ana from a hundred", "remaining"),
    ("how far behind is Ana", "behind"), ("what do you have for Ana", "entered"),
    ("was Ana doubled", "doubled"), ("what about Ana", "total"), ("Ana's points", "total"),
    ("how many points does Ana have in total", "total"), ("was Ana's score doubled", "doubled"),
    ("how many points did Ana get last round", "last"),
    ("what was Ana's score last round", "last"),
    ("how many points until Ana reaches a hundred", "remaining"),
    ("how many points behind is Ana", "behind"), ("what's written for Ana", "entered"),
])
def test_questions_about_a_player(text: str, about: str) -> None:
    assert meaning(text) == {"type": "ask", "about": about, "player": "Ana"}


def test_a_question_about_an_old_round() -> None:
    assert meaning("who closed last round") == {"type": "ask", "about": "closer", "round": -1}
    assert meaning("who closed round 2") == {"type": "ask", "about": "closer", "round": 2}


@pytest.mark.parametrize(("text", "kind"), [
    ("undo", "undo"), ("undo that", "undo"), ("take that back", "undo"), ("scratch that", "undo"),
    ("delete that", "undo"), ("cancel that", "undo"), ("cancel", "cancel"),
    ("never mind", "cancel"), ("forget it", "cancel"), ("redo", "redo"), ("repeat", "repeat"),
    ("say that again", "repeat"), ("help", "help"), ("what can I say", "help"), ("yes", "yes"),
    ("no", "no"), ("end the game", "end_game"), ("rematch", "rematch"), ("new game", "new_game"),
    ("please undo", "undo"), ("undo the last entry", "undo"), ("nevermind", "cancel"),
    ("forget that", "cancel"), ("could you repeat that please", "repeat"),
    ("can you please undo that", "undo"), ("ok", "yes"),
    ("yes, that's right", "yes"), ("yes, go ahead", "yes"), ("no thank you", "no"),
    ("no, that's wrong", "no"), ("no, it's not", "no"), ("game over", "end_game"),
    ("let's end the game", "end_game"), ("one more game", "rematch"),
    ("new game with the same players", "new_game"), ("restart", "new_game"),
])
def test_orders(text: str, kind: str) -> None:
    assert meaning(text) == {"type": kind}


def test_a_whole_round_is_undone_by_more_than_one_word() -> None:
    assert meaning("undo last round") == {"type": "undo", "what": "round"}
    assert meaning("remove the last round") == {"type": "undo", "what": "round"}


def test_cards_are_counted() -> None:
    shown = {"type": "count", "player": "Ana", "cards": [5, 5, 12, -2]}
    assert meaning("count for Ana: five, five, twelve, minus two") == shown
    assert meaning("count for Ana 5, 5, 12, -2") == shown


@pytest.mark.parametrize("text", [
    "take three off Ana", "take away three from Ana", "Ana drops three", "Ana's down three",
    "Ana five total", "Ana - 3", "Ana-3", "subtract three from Ana", "Ana three to the good",
])
def test_what_is_ambiguous_gives_choices(text: str) -> None:
    found = meaning(text)
    assert isinstance(found, list)
    assert len(found) == 2


@pytest.mark.parametrize("text", [
    "", "   ", "...", "Zoe five", "Ana", "Ana five and", "Ana 3.5", "Ana 5.0", "Ana five six",
    "one four seven one", "pass me the chips", "Ana 1,000", "five for", "\ufffd Ana five",
])
def test_what_is_outside_the_grammar_is_no_entry(text: str) -> None:
    found = meaning(text)
    assert found is None or found == {"type": "name", "player": "Ana"}


def test_points_that_cannot_be_are_read_all_the_same() -> None:
    """The game refuses them with a sentence of its own."""
    assert meaning("Ana 141") == entry(("Ana", 141, False))
    assert meaning("Ana 5000") == entry(("Ana", 5000, False))
    assert meaning("Ana minus fifty") == entry(("Ana", -50, False))
    assert meaning(f"Ana {10**40}") == entry(("Ana", 10**40, False))


@pytest.mark.parametrize("text", ["Ana " + "9" * 5000, "Ana five, " * 1000, "no " * 100_000,
                                  "count for Ana" + " 5" * 2000])
def test_what_nobody_says_in_one_breath_means_nothing(text: str) -> None:
    assert meaning(text) is None


@pytest.mark.parametrize("name", [
    "José", "Zoë", "Anna-Lena", "Big Joe", "J. D.", "O'Brien", "Player 1", "Will", "May", "Mark",
    "Łukasz", "李", "Seven", "अनिता", "\U0001f600", "\u2764\ufe0f",
])
def test_any_name_can_be_typed(name: str) -> None:
    own = build_parser((name, "Marco"), "en")
    for said in (f"{name} twelve", f"{name.upper()}: 12", f"twelve for {name}"):
        parsed = own.parse(said)
        assert parsed.intent is not None, said
        assert to_json(parsed.intent) == entry((name, 12, False))


def test_a_new_game_with_names() -> None:
    assert meaning("new game with Ana, Marco and Lucia") == {
        "type": "new_game", "players": ["Ana", "Marco", "Lucia"]}
    assert meaning("start a new game with Big Joe and ana") == {
        "type": "new_game", "players": ["Big Joe", "Ana"]}


def test_names_answer_who_plays() -> None:
    before = Parser("en", Players(()), BEFORE_GAME)
    for text in ("Ana, Marco and Leo", "ana marco leo", "Ana Marco Leo", "Ana; Marco & Leo",
                 "Ana, Marco, and Leo are playing", "it's Ana, Marco and Leo",
                 "Okay, Ana, Marco and Leo please", "there are three players: Ana, Marco, Leo",
                 "let's start a new game with Ana, Marco and Leo", "hi, we are Ana, Marco, Leo"):
        parsed = before.parse(text)
        assert parsed.intent is not None, text
        assert to_json(parsed.intent) == {"type": "new_game", "players": ["Ana", "Marco", "Leo"]}


def test_lists_of_names() -> None:
    assert parse_names("Ana, Big Joe and Leo", "en") == ("Ana", "Big Joe", "Leo")
    assert parse_names("Andrew and Sandy", "en") == ("Andrew", "Sandy")
    assert parse_names("ana marco and leo", "en") == ("Ana", "Marco", "Leo")
    assert parse_names("Mary Ann, Bob and Leo", "en") == ("Mary Ann", "Bob", "Leo")
    assert parse_names("big joe and leo", "en") == ("Big Joe", "Leo")
    assert parse_names("big old joe, cousin team five", "en") == ("Big Old Joe", "Cousin Team Five")
    assert parse_names("McKenzie, ana", "en") == ("McKenzie", "Ana")
    assert parse_names("Ana and J. D.", "en") == ("Ana", "J. D.")
    assert parse_names("J.D., Ana", "en") == ("J.D.", "Ana")


@pytest.mark.parametrize("text", [
    "new game with " + "ana and and marco " * 40,
    "ana five and " * 150,
    "count for ana " + "five and minus two " * 90,
    "and " * 400,
    "no no i mean " * 100,
])
def test_long_texts_take_no_longer_than_their_length(text: str) -> None:
    """The ways through a text once grew with two to the power of its words."""
    parser().parse(text)
    Parser("en", Players(()), BEFORE_GAME).parse(text)


@given(st.text(max_size=60))
def test_no_text_makes_it_fall_over(text: str) -> None:
    parser().parse(text, "Ana")


@given(st.lists(st.tuples(st.sampled_from(TABLE), st.integers(-17, 140), st.booleans()),
                min_size=1, max_size=3, unique_by=lambda item: item[0]))
def test_any_entry_is_read_back_from_its_digits(items: list[tuple[str, int, bool]]) -> None:
    text = ", ".join(f"{player} {points}{' and closed' if closed else ''}"
                     for player, points, closed in items)
    assert meaning(text) == entry(*items)


@given(st.sampled_from([
    "Ana minus three, Marco closed", "nobody closed", "who closed last round", "no, Ana six",
    "no, Ana closed", "that was Luis, not Ana", "swap Ana and Luis", "7", "Ana", "undo last round",
    "count for Ana 5, 5", "when is a score doubled", "new game with Ana and Zoe", "redo",
    "in round two Ana had six", "new game", "how often has Ana beaten Marco", "who closes most",
]))
def test_an_intent_survives_its_json(text: str) -> None:
    parsed = parser().parse(text)
    assert parsed.intent is not None
    assert from_json(json.loads(json.dumps(to_json(parsed.intent)))) == parsed.intent


@pytest.mark.parametrize(("text", "shown"), [
    ("Ana was out with 11", entry(("Ana", 11, True))),
    ("it was Ana who finished", entry(("Ana", None, True))),
    ("ana three please, and luis four thanks", entry(("Ana", 3, False), ("Luis", 4, False))),
    ("what did Ana have in the first round",
     {"type": "ask", "about": "last", "player": "Ana", "round": 1}),
    ("how far is Ana from 80",
     {"type": "ask", "about": "remaining", "player": "Ana", "points": 80}),
    ("no, undo that", {"type": "undo"}), ("please repeat", {"type": "repeat"}),
    ("what?", {"type": "repeat"}), ("second", {"type": "choose", "number": 2}),
])
def test_what_newcomers_say(text: str, shown: dict[str, object]) -> None:
    assert meaning(text) == shown


@pytest.mark.parametrize("number", range(1, 41))
def test_a_round_by_its_ordinal(number: int) -> None:
    ordinal = words(number, "en", "ordinal")
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    ending = "th" if number in (11, 12, 13) else ending
    for said in (ordinal, ordinal.replace("-", " "), f"{number}{ending}"):
        assert meaning(f"in the {said} round Ana had six") == {
            "type": "correct", "player": "Ana", "points": 6, "round": number}
        assert meaning(f"Who closed the {said} round?") == {
            "type": "ask", "about": "closer", "round": number}
        assert meaning(f"delete the {said} round") == {"type": "remove_round", "round": number}


def test_letters_behind_digits_make_no_ordinal_of_a_score() -> None:
    assert meaning("Ana 5pts") == entry(("Ana", 5, False))
    assert meaning("Ana 5th") is None
    assert meaning("in the 99th round Ana had six") is None


@pytest.mark.parametrize(("letters", "name"), [("u m", "Um"), ("e r", "Er"), ("h i", "Hi")])
def test_whoever_spells_a_name_means_it_though_it_is_a_word(letters: str, name: str) -> None:
    assert meaning(f"that's spelled {letters}") == {"type": "name_again", "name": name}
    assert meaning(f"Ana is spelled {letters}") == {"type": "rename", "from": "Ana", "to": name}
