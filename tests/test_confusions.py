"""Every score spoken twice, beside those that it is taken for, through the true recogniser.

The recordings (tests/speech/confusions) are made by scripts/make_speech.py.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hearing import ears

from voicekeeper.hearing.decision import Understood
from voicekeeper.intents import to_json

# A little more than was measured, of 253 recordings: 248 right, 3 wrong, 1 asked, 1 missed.
MOST_WRONG = 6  # another intent was taken
MOST_ASKED = 16  # the table would ask, with the right intent among the two
MOST_MISSED = 5  # not understood, or asked without the right intent
# Scores that were taken wrongly in both their recordings.
TWICE_WRONG: frozenset[int] = frozenset()

MANIFEST = Path(__file__).parent / "speech" / "confusions" / "manifest.jsonl"
SCORES = range(-17, 141)


@dataclass(frozen=True)
class Result:
    """A recording's line of the manifest and what was understood of it."""

    said: dict[str, Any]
    understood: Understood

    @property
    def verdict(self) -> str:
        """right, asked, missed or wrong."""
        right = self.said["intent"]
        if self.understood.intent is not None:
            return "right" if to_json(self.understood.intent) == right else "wrong"
        asked = [to_json(choice) for choice in self.understood.choices]
        return "asked" if right in asked else "missed"

    def wrong_scores(self) -> Iterator[int]:
        """The scores of this recording in whose place another one was taken."""
        if self.understood.intent is None:
            return
        taken = scores(to_json(self.understood.intent))
        for player, points in scores(self.said["intent"]).items():
            if taken.get(player) != points:
                yield points


def scores(intent: dict[str, Any]) -> dict[str, int]:
    return {entry["player"]: entry["points"]
            for entry in intent.get("entries", ()) if "points" in entry}


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in MANIFEST.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def results() -> list[Result]:
    said = lines()
    with ThreadPoolExecutor(2) as pool:
        halves = pool.map(hear_all, (said[::2], said[1::2]))
        return [result for half in halves for result in half]


def hear_all(said: Sequence[dict[str, Any]]) -> list[Result]:
    heard = ears()
    found = [Result(line, heard.hear_file(MANIFEST.parent / line["audio"], tuple(line["players"]),
                                          line.get("speaking_for")))
             for line in said]
    heard.close()
    return found


def test_every_score_is_said_twice_by_different_voices() -> None:
    voices = defaultdict(set)
    for line in lines():
        for points in scores(line["intent"]).values():
            voices[points].add(line["voice"])
    assert [score for score in SCORES if len(voices[score]) < 2] == []
    assert len(set().union(*voices.values())) >= 6


@pytest.mark.timeout(900)
def test_the_corpus_is_heard_as_well_as_ever(results: list[Result]) -> None:
    counts = Counter(result.verdict for result in results)
    told = "\n".join(f"{r.verdict}: {r.said['text']} ({r.said['voice']}) -> {r.understood.text}"
                     for r in results if r.verdict != "right")
    assert counts["wrong"] <= MOST_WRONG, told
    assert counts["asked"] <= MOST_ASKED, told
    assert counts["missed"] <= MOST_MISSED, told


@pytest.mark.timeout(900)
def test_no_score_is_wrong_each_time_it_is_said(results: list[Result]) -> None:
    said = Counter(points for r in results for points in scores(r.said["intent"]).values())
    wrong = Counter(points for r in results for points in r.wrong_scores())
    assert {score for score, times in wrong.items() if times >= said[score]} <= TWICE_WRONG
