"""No reply takes longer than twelve seconds, whoever plays; "go on" tells the rest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from table import Table, at_table

from voicekeeper.config import VoiceSettings
from voicekeeper.dialog.reply import Reply, say
from voicekeeper.intents import About, Ask, AskRules, Entry, Intent, Item, Plain, Topic
from voicekeeper.voice.duration import LONGEST, in_one_go, seconds
from voicekeeper.voice.piper import Voice
from voicekeeper.voice.replies import Replies

LONG = ("Maximilian", "Bartholomew", "Wilhelmina", "Christopher", "Alexandra", "Konstantin",
        "Anastasia", "Sebastian")
USUAL = ("Ana", "Marco", "Lucia", "Leo", "Zoe", "Martin", "Carla", "Tom")
POINTS = (71, 68, 57, 49, 37, 28, 17, 18)


def whole_round(players: tuple[str, ...], closer: int = 6) -> Intent:
    return Entry(tuple(Item(player, points, n == closer)
                       for n, (player, points) in enumerate(zip(players, POINTS, strict=True))))


@pytest.fixture
def full_table(tmp_path: Path) -> Iterator[Table]:
    with at_table(tmp_path, LONG, {"end_at": 700}) as table:
        yield table


def spoken(table: Table) -> float:
    return seconds(table.last.sentences)


def everything(table: Table) -> Iterator[str]:
    """All replies that a full table may get, and what is left of them for "go on"."""
    lines: list[Intent] = [
        whole_round(LONG), Entry(tuple(Item(p, 76) for p in LONG)), *[Plain("yes")] * 8,
        Plain("cancel"), Entry((Item(LONG[0], closed=True),)),
        *(Ask(about) for about in get_args(About)), *(AskRules(t) for t in get_args(Topic)),
        Plain("roll_call"), Plain("cancel"), Plain("end_game"),
        Plain("yes"), Plain("help"),
    ]
    for intent in lines:
        table.means(intent)
        yield table.said
        for _ in range(8):
            if "Say go on" not in table.said:
                break
            table.line("go on")
            yield table.said


def test_no_reply_at_a_full_table_is_longer(full_table: Table) -> None:
    """Nothing takes longer, and something was long enough to be parted."""
    told = []
    for said in everything(full_table):
        assert spoken(full_table) <= LONGEST, said
        told.append(said)
    assert any("Say go on for more." in said for said in told)
    assert any("wins with" in said for said in told)


def test_the_standings_of_eight_are_told_in_one_go(tmp_path: Path) -> None:
    with at_table(tmp_path, USUAL, {"end_at": 200}) as table:
        table.means(whole_round(USUAL))
        table.line("what's the score")
        assert all(name in table.said for name in USUAL)
        assert "go on" not in table.said
        assert spoken(table) <= LONGEST


def test_what_did_not_fit_is_told_on_go_on(full_table: Table) -> None:
    full_table.means(whole_round(LONG))
    full_table.line("what's the score")
    first = full_table.said
    assert first.endswith("Say go on for more.")
    full_table.line("go on")
    assert all((name in first) != (name in full_table.said) for name in LONG)
    full_table.line("go on")
    assert full_table.said == "Nothing is written in round two yet."


def test_a_question_is_always_asked(full_table: Table) -> None:
    full_table.means(Entry(tuple(Item(p, s) for p, s in zip(LONG, POINTS, strict=True))))
    assert full_table.said.endswith("Who closed?")
    assert spoken(full_table) <= LONGEST
    assert full_table.asking
    full_table.line("go on")
    assert full_table.asking
    full_table.line(LONG[6])
    assert full_table.game is not None
    assert full_table.game["round"] == 2


def test_the_estimate_is_no_shorter_than_the_voice(full_table: Table) -> None:
    """Measured on the real voice."""
    voice = Voice.load(VoiceSettings(deterministic=True))
    full_table.means(whole_round(LONG))
    for text in ("what's the score", "go on", "when is a score doubled", "help"):
        full_table.line(text)
        heard = sum(clip.seconds for clip in voice.speak(full_table.last.sentences))
        # A list that is parted at its "and" is not reckoned with: no long reply needs it.
        assert heard <= 1.02 * spoken(full_table) + 0.2, full_table.said
        assert heard <= 12, full_table.said


def test_the_longest_names_are_said_one_at_a_time() -> None:
    names = tuple(f"{letter} of the long and winding road to the far away hills" * 3
                  for letter in "ABC")
    replies = Replies.load("en", deterministic=True)
    reply, rest = in_one_go(Reply((say("players", players=names),)), replies.draft)
    told = [replies.text(reply)]
    while rest:
        reply, rest = in_one_go(Reply(rest), replies.draft)
        told.append(replies.text(reply))
    assert [text[16:17] for text in told] == ["A", "B", "C"]


def test_a_question_that_is_too_long_by_itself_is_asked(full_table: Table) -> None:
    question = say("start_new", players=tuple(name * 5 for name in LONG))
    replies = Replies.load("en", deterministic=True)
    for told in ((), (say("dropped"),)):
        reply, rest = in_one_go(Reply((*told, question), asking=True), replies.draft)
        assert reply.sentences[-1] == question
        assert rest == told
