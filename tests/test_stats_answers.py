"""Spoken answers about all finished games: whatever these hold, a short sentence comes of it."""

from __future__ import annotations

from datetime import date
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicekeeper.dialog.careers import answer
from voicekeeper.dialog.remembered import Remembered
from voicekeeper.dialog.reply import Reply
from voicekeeper.intents import AskStats
from voicekeeper.intents import Feat as About
from voicekeeper.skyjo.careers import Career, Duel, Feat
from voicekeeper.voice.replies import Replies

TODAY = date(2026, 5, 2)
NAMES = ("Ana", "Marco", "Leo", "Bea", "Carl", "Dan", "Eve", "Fay", "Gus")
MOST_WORDS = 30
"""At some 2.7 words a second no reply is longer than eleven seconds."""

started = st.sampled_from([
    None, "2026-05-02T01:15:00+02:00", "2026-05-01T20:15:00+02:00", "2026-04-28T20:15:00+02:00",
    "2026-01-31T20:15:00+02:00", "2019-12-31T23:59:00+00:00", "2030-01-01T00:00:00+00:00",
])


@st.composite
def careers(draw: st.DrawFn, name: str) -> Career:
    games = draw(st.integers(1, 5) | st.integers(1, 9999))
    rounds = draw(st.integers(games, 12 * games))
    closed = draw(st.integers(0, rounds))
    low = draw(st.integers(-17, 140))
    high = draw(st.integers(low, 284))
    wins = draw(st.integers(0, games))
    return Career(
        name, games, wins, draw(st.integers(0, wins)), rounds,
        draw(st.integers(rounds * low, rounds * high)), Feat(low, "game", draw(started), 1),
        Feat(high, "game", draw(started), 2), closed, draw(st.integers(0, closed)),
        draw(st.integers(min(1, wins), wins)))


everybody = st.integers(0, len(NAMES)).flatmap(
    lambda many: st.tuples(*(careers(name) for name in NAMES[:many])))


def said(known: Remembered) -> str:
    text = Replies.load("en", deterministic=True).text(Reply(answer((known,), known.asked)))
    assert len(text.replace("-", " ").split()) <= MOST_WORDS, text
    assert not any(letter in text for letter in "0123456789{}"), text
    return text


@pytest.mark.parametrize("about", get_args(About))
@given(everybody=everybody)
def test_who_comes_first(about: About, everybody: tuple[Career, ...]) -> None:
    told = said(Remembered(AskStats(about), TODAY, everybody))
    if not everybody:
        assert told == "No game is finished yet."
    elif about == "best":
        best = min(career.best.points for career in everybody)
        holders = [career.player for career in everybody if career.best.points == best]
        assert any(holder in told for holder in holders)
        others = {career.player for career in everybody}.difference(holders)
        assert not any(other in told for other in others)


@pytest.mark.parametrize("about", get_args(About))
@given(career=careers("Ana"))
def test_of_one_player(about: About, career: Career) -> None:
    assert said(Remembered(AskStats(about, "Ana"), TODAY, (career,))).startswith("Ana")


@given(career=careers("Ana"), ahead=st.integers(0, 3), behind=st.integers(0, 99))
def test_of_two(career: Career, ahead: int, behind: int) -> None:
    duel = Duel(career, "Marco", ahead, behind, 0, min(1, ahead))
    told = said(Remembered(AskStats("beaten", "Ana", "Marco"), TODAY, (), duel))
    assert "Ana" in told
    assert "Marco" in told
    assert ("together yet" in told) == (ahead + behind == 0)


@pytest.mark.parametrize(
    ("points", "rounds", "words"),
    [(142, 10, "fourteen point two"), (-3, 10, "minus zero point three"), (30, 10, "three"),
     (-30, 10, "minus three"), (0, 3, "zero"), (1, 100, "zero"), (-1, 100, "zero"),
     (999, 1000, "one"), (305, 20, "fifteen point two"), (-12, 5, "minus two point four")],
)
def test_an_average_is_told_to_one_decimal(points: int, rounds: int, words: str) -> None:
    feat = Feat(0, "game", None, 1)
    career = Career("Ana", 1, 1, 0, rounds, points, feat, feat, 0, 0)
    assert said(Remembered(AskStats("average", "Ana"), TODAY, (career,))) == (
        f"Ana's average is {words} a round.")
