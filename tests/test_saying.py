"""Names that are not known are said at the table, and known from then on."""

from __future__ import annotations

import queue
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from at_the_table import PlayAtTheTable, config
from fake_room import MICROPHONE, SPEAKER, FakeRoom
from phonemes import Speaker

from voicekeeper.faults import RecogniserFault
from voicekeeper.hearing.spoken import SpokenNames
from voicekeeper.intents import Entry, Intent, Item, Name, Number, Plain
from voicekeeper.saying import NameLearnt, NameTalk
from voicekeeper.sound.take import Samples

TABLE = ("Xochitl", "Marco", "Zbyszek")
TAKE = np.zeros(16_000, np.float32)


class Learner:
    """Knows Marco, and learns what it is told to."""

    def __init__(self, learns: bool = True, fault: str = "") -> None:
        self.learns, self.fault = learns, fault
        self.learnt: list[tuple[str, int, tuple[str, ...]]] = []

    def strange(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in names if name != "Marco")

    def learn(self, name: str, takes: Sequence[Samples], others: Sequence[str]) -> bool:
        if self.fault:
            raise RecogniserFault(self.fault)
        self.learnt.append((name, len(takes), tuple(others)))
        return self.learns


class Talk:
    """A talk about names; what is said in it as keys of replies.yaml with the name."""

    def __init__(self, learner: Learner | None = None) -> None:
        self.learner = learner or Learner()
        self.events: queue.Queue[NameLearnt] = queue.Queue()
        self.talk = NameTalk(self.learner, self.events.put)

    def ask(self, *players: str) -> list[str]:
        return [" ".join([s.key, *map(str, s.params.values())]) for s in self.talk.ask(players)]

    def hear(self, intent: Intent | None = None) -> list[str]:
        said = self.talk.hear(TAKE, intent)
        return [" ".join([s.key, *map(str, s.params.values())]) for s in said]


def test_each_strange_name_is_said_twice() -> None:
    talk = Talk()
    assert talk.ask(*TABLE) == ["say_name Xochitl"]
    assert talk.hear() == ["say_name_again Xochitl"]
    assert talk.hear(Name("Marco")) == ["name_kept Xochitl", "say_name Zbyszek"]
    assert talk.events.get(timeout=10) == NameLearnt("Xochitl")
    assert talk.hear(Number(1)) == ["say_name_again Zbyszek"]
    assert talk.hear() == ["name_kept Zbyszek"]
    assert talk.events.get(timeout=10) == NameLearnt("Zbyszek")
    assert talk.learner.learnt == [("Xochitl", 2, ("Marco", "Zbyszek")),
                                   ("Zbyszek", 2, ("Xochitl", "Marco"))]
    assert talk.hear() == []


def test_no_leaves_one_out_and_skip_all() -> None:
    talk = Talk()
    talk.ask(*TABLE)
    assert talk.hear(Plain("no")) == ["name_skipped", "say_name Zbyszek"]
    assert talk.hear(Plain("cancel")) == ["name_skipped"]
    assert talk.hear() == []
    assert talk.ask(*TABLE) == []  # and nobody is asked twice


def test_a_score_ends_the_talk_and_is_taken_for_itself() -> None:
    talk = Talk()
    talk.ask(*TABLE)
    assert talk.hear(Entry((Item("Marco", 5),))) == []
    assert talk.hear() == []


@pytest.mark.parametrize(("learner", "trouble"), [
    (Learner(learns=False), "Nothing could be made out of what was said for Xochitl."),
    (Learner(fault="The recogniser stopped."), "The recogniser stopped."),
])
def test_what_goes_wrong_is_told(learner: Learner, trouble: str) -> None:
    talk = Talk(learner)
    talk.ask("Xochitl", "Marco")
    talk.hear()
    talk.hear()
    assert talk.events.get(timeout=10) == NameLearnt("Xochitl", trouble)


def test_known_names_are_not_asked_for() -> None:
    assert Talk().ask("Marco") == []


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Recordings of a name that the model does not know."""
    folder = tmp_path_factory.mktemp("said")
    speaker = Speaker()
    return {key: speaker.say(text, folder / f"{key}.wav") for key, text in {
        "name": "[[ sˈoʊtʃiːl ]].", "score": "[[ sˈoʊtʃiːl ]] twelve."}.items()}


def test_at_the_table_a_strange_name_is_said_and_then_heard(
    room: FakeRoom, said: dict[str, Path], tmp_path: Path
) -> None:
    settings = config(tmp_path / "config.yaml", (MICROPHONE, SPEAKER))
    with PlayAtTheTable(room, tmp_path, "--config", str(settings),
                        "--players", "Xochitl,Marco") as table:
        table.wait_for("Ready")
        assert "Xochitl" in table.wait_for("said: I don't know")
        assert "Once more" in table.say(said["name"])[1]
        assert "I'll know Xochitl now" in table.say(said["name"])[1]
        table.wait_for("known: Xochitl", patience=200)
        _, answer = table.say(said["score"])
        assert answer.startswith("Xochitl twelve.")
        assert table.quit() == 0
    assert SpokenNames({}, tmp_path / "names.json", "en").enrolled("Xochitl") is not None
