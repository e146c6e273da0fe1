"""The speech that scripts/make_speech.py makes: what is said, and what it may not share."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from corpus.confusions import SCORES, pairs
from corpus.dealing import Scores, round_scores
from corpus.learning import draw_learning
from corpus.lines import Manner, Recording, Speaker
from corpus.sets import draw, table_talk
from corpus.tuning import TEST, TUNE
from corpus.wordings import Wordings


def test_tuning_and_testing_share_no_voice_no_name_and_no_table_talk() -> None:
    voices, names = ([{s.name for s, _ in which.cast} for which in (TUNE, TEST)],
                     [set[str]().union(*(t.players + t.new_players for t in which.tables))
                      for which in (TUNE, TEST)])
    assert not voices[0] & voices[1]
    assert not names[0] & names[1]
    assert not set(table_talk("tune")) & set(table_talk("test"))
    assert min(len(table_talk(name)) for name in ("tune", "test")) >= 150


# One of the tables is enough: making a table's parser takes a while.
FEW = replace(TUNE, tables=TUNE.tables[:1])


def test_a_set_has_lines_with_one_meaning_and_lines_with_none() -> None:
    drawn = draw(FEW, lines=12, others=6)
    inside = [r for r in drawn if r.line.intent is not None]
    assert (len(inside), len(drawn)) == (12, 18)
    assert len({r.line.text for r in drawn}) == len(drawn)
    wordings = Wordings(random.Random(0))
    for recording in inside:
        line = recording.line
        again = wordings.meant(line.text, line.players, line.speaking_for)
        assert again is not None
        assert again.intent == line.intent


def test_the_same_set_is_drawn_each_time() -> None:
    assert draw(FEW, 5, 2) == draw(FEW, 5, 2)


def test_what_is_learnt_from_is_said_by_no_voice_and_names_nobody_of_the_test() -> None:
    drawn = draw_learning(20)
    voices = {speaker for speaker, _ in TEST.cast}
    names = {name for table in TEST.tables for name in (*table.players, *table.new_players)}
    assert len(drawn) == 20
    for recording in drawn:
        assert recording.speaker not in voices
        assert names.isdisjoint(recording.line.text.replace(",", "").replace("'s", "").split())
        assert recording.line.intent is None


def test_a_recording_survives_its_manifest() -> None:
    line = Wordings(random.Random(0)).meant("minus three", ("Ana", "Marco"), "Ana")
    assert line is not None
    recording = Recording("a", "a.flac", line, Speaker("espeak", "en-us+f2"), Manner(pitch=1.1))
    assert Recording.from_json(recording.to_json()) == recording


def test_scores_are_mostly_as_the_game_deals_them_and_all_come() -> None:
    scores = Scores(random.Random(3))
    drawn = Counter(scores.next() for _ in range(2000))
    assert set(drawn) == set(range(-17, 141))
    assert sum(n for score, n in drawn.items() if 0 <= score <= 45) > 1000


def test_a_dealt_round_is_possible() -> None:
    for seed in range(50):
        dealt = round_scores(4, random.Random(seed))
        assert len(dealt) == 4
        assert all(-17 <= score <= 140 for score in dealt)


def test_each_score_is_paired_once_and_teens_with_tens() -> None:
    found = pairs()
    assert sorted(score for pair in found for score in pair) == list(SCORES)
    assert {(13, 30), (19, 90), (113, 130)} <= set(found)
