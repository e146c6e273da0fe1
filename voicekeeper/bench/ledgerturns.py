"""How quick the table is on a ledger: opening it, every kind of answer, undo, looking back."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from voicekeeper.dialog.meaning import Meaning
from voicekeeper.intents import (
    Ask,
    AskStats,
    CorrectScore,
    Entry,
    Intent,
    Item,
    Plain,
    Resume,
    Undo,
)
from voicekeeper.session import Session
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules
from voicekeeper.voice.replies import Replies

_OPENINGS = 9
_PLAYERS = ("Ana", "Marco", "Leo", "Bea")
_TURNS: tuple[tuple[str, Callable[[int], Intent]], ...] = (
    ("a score", lambda n: Entry((Item("Ana", n % 30),))),
    ("scores of several", lambda n: Entry((Item("Marco", n % 20), Item("Leo", n % 25)))),
    ("a correction", lambda n: CorrectScore(n % 30 + 1, "Ana")),
    ("undo", lambda _: Undo()),
    ("redo", lambda _: Plain("redo")),
    ("a question", lambda _: Ask("standings")),
    ("the end of a round", lambda n: Entry((Item("Bea", n % 15, closed=True),))),
)
_ABOUT_ALL: tuple[tuple[str, Intent], ...] = (
    ("\"how many games has Bea won\"", AskStats("wins", "Bea")),
    ("\"how often has Bea beaten Marco\"", AskStats("beaten", "Bea", "Marco")),
    ("\"who has the best round ever\"", AskStats("best")),
    ("\"who has the longest winning streak\"", AskStats("streak")),
)


@dataclass(frozen=True)
class Times:
    """What one thing takes with so many past games: its median and 95th percentile, in ms."""

    stage: str
    games: int
    median: float
    p95: float

    @classmethod
    def of(cls, stage: str, games: int, seconds: list[float]) -> Times:
        """From what was measured, in seconds."""
        p95 = statistics.quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
        return cls(stage, games, 1000 * statistics.median(seconds), 1000 * p95)


def measure_ledger(folder: Path, games: int, rounds: int) -> Iterator[Times]:
    """Every stage on the ledger in this folder, which has so many games; `rounds` are played.

    The games that are played for it stay in it.
    """
    path = folder / FILE_NAME
    replies = Replies.load("en", deterministic=True)
    # Once before it counts: what is read from the disk is then in memory for every size.
    yield Times.of("play --typed, to its first words", games, _starts(folder)[1:])
    yield Times.of("opening the ledger, to the first words", games, [
        _timed(_opened, path, replies) for _ in range(_OPENINGS)])
    with Ledger.open(path, writer=True) as ledger:
        session = Session(ledger, replies, rules=Rules(end_at=None, rounds=100))
        session.start(_PLAYERS)
        turns: dict[str, list[float]] = {stage: [] for stage, _ in _TURNS}
        for number in range(rounds):
            for stage, intent in _TURNS:
                turns[stage].append(_timed(session.hear, Meaning("", intent(number))))
        for stage, seconds in turns.items():
            yield Times.of(stage, games, seconds)
        for stage, order in (("\"continue the last game\"", Resume("last")),
                             ("\"continue Saturday's game\"", Resume("saturday"))):
            seconds = [_timed(session.hear, Meaning("", order)) for _ in range(_OPENINGS)]
            session.hear(Meaning("", Plain("no")))
            yield Times.of(stage, games, seconds)
        for stage, asked in _ABOUT_ALL:
            seconds = [_timed(session.hear, Meaning("", asked)) for _ in range(_OPENINGS)]
            yield Times.of(stage, games, seconds)
        people = [_timed(ledger.people) for _ in range(_OPENINGS)]
        yield Times.of("who has played before", games, people)


def _opened(path: Path, replies: Replies) -> None:
    with Ledger.open(path, writer=True) as ledger:
        session = Session(ledger, replies)
        session.welcome()
        session.past_players()


def _starts(folder: Path) -> list[float]:
    command = [sys.executable, "-m", "voicekeeper", "play", "--typed", "--json",
               "--data", str(folder)]
    return [_timed(_run, command) for _ in range(_OPENINGS // 2)]


def _run(command: list[str]) -> None:
    # The names of the environment alone: nobody's settings, and no terminal.
    subprocess.run(command, input=b"", stdout=subprocess.DEVNULL, check=True, env=dict(os.environ))


def _timed(work: Callable[..., object], *arguments: object) -> float:
    began = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - began
