"""Kill `play` at random moments of long games, and see that nothing that was answered is lost.

    python scripts/kill_play.py --points 1000

At each point `play --typed --json`, in a process of its own, gets some lines and
answers them; then it gets one more, is killed (kill -9) after a random time, and
starts again. It must then stand where its last answer said, or where the one that it
was about to give would have; and so must a model of the table that is never
killed. Ends with a line of JSON, and with status 1 where something was lost.
tests/test_kill.py does the same with a few points.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from voicekeeper.commands.common import options
from voicekeeper.commands.play_typed import run_typed
from voicekeeper.commands.typedtexts import Reader
from voicekeeper.session import Session
from voicekeeper.skyjo.books import Books, Record
from voicekeeper.skyjo.database import check_all
from voicekeeper.skyjo.events import Event, GameResumed, Redone, Undone, Utterance
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules
from voicekeeper.voice.replies import Replies

PLAYERS = ("Ana", "Marco", "Leo", "Bea")
RULES = Rules(end_at=1000)
# What a line takes is a few milliseconds; so the kill falls before, in and after it.
_LATEST_KILL = 0.02


@dataclass
class Tally:
    """What came of it. `before`: killed before anything was on disk; `unsaid`: with it on
    disk and no answer given; `answered`: after the answer."""

    points: int = 0
    lines: int = 0
    before: int = 0
    unsaid: int = 0
    answered: int = 0
    rounds: int = 0


class Lost(Exception):
    """Something that was answered is not there any more."""


class Killed:
    """`play --typed --json` in a process of its own; `start` is its first line."""

    def __init__(self, data: Path, config: Path) -> None:
        to_it, its_input = os.pipe()[::-1]
        its_output, from_it = os.pipe()[::-1]
        self._id = os.fork()
        if not self._id:
            status = 1
            try:
                os.close(to_it)
                os.close(from_it)
                with os.fdopen(its_input, "rb") as lines, os.fdopen(its_output, "w") as answers:
                    status = run_typed(options(config, data, None), stdin=lines,
                                       stdout=answers, json_output=True)
            finally:
                os._exit(status)
        os.close(its_input)
        os.close(its_output)
        self._to_it = os.fdopen(to_it, "wb", buffering=0)
        self._from_it = os.fdopen(from_it, "rb")
        self.start = self.answer()

    def ask(self, line: str) -> None:
        """Say something, without waiting for the answer."""
        self._to_it.write(line.encode() + b"\n")

    def answer(self) -> dict[str, Any] | None:
        """The next whole answer; None when there is none any more."""
        line = self._from_it.readline()
        return json.loads(line) if line.endswith(b"\n") else None

    def kill(self) -> None:
        """kill -9; what it said before can still be read."""
        os.kill(self._id, signal.SIGKILL)
        os.waitpid(self._id, 0)
        self._to_it.close()


class Memory:
    """A ledger that is nowhere but in memory, for the model of the table."""

    notice = None

    def __init__(self) -> None:
        self._books = Books()

    def books(self) -> Books:
        """The table's books."""
        return self._books

    def commit(self, utterance: Utterance) -> Books:
        """The books after an utterance."""
        self._books = self._books.after(utterance)
        return self._books

    def people(self) -> tuple[str, ...]:
        """Nobody has played before."""
        return ()


class Model:
    """The table as it would be if nobody killed it."""

    def __init__(self, keep: Path) -> None:
        self._memory = Memory()
        self._reader = Reader("en", {}, keep)
        self._replies = Replies.load("en", deterministic=True)
        self.restart()

    def restart(self) -> None:
        """The program starts again; questions are forgotten."""
        self._session = Session(self._memory, self._replies, rules=RULES)  # type: ignore[arg-type]
        self._session.welcome()

    def say(self, line: str) -> None:
        """Somebody says something."""
        session = self._session
        session.hear(self._reader.read(line, session.players(), session.speaking_for))

    def take_back(self, books: Books) -> None:
        """The program was killed before it had written down what was said last."""
        self._memory._books = books
        self.restart()

    @property
    def game(self) -> object:
        """The game as `play --json` shows it."""
        return self._session.view.game

    @property
    def books(self) -> Books:
        """The table's books."""
        return self._memory.books()


def talk(chance: Random) -> Iterator[str]:
    """What is said at a table, without end: long games with slips, undo, redo and rematches."""
    yield " and ".join(PLAYERS)
    while True:
        for _ in range(chance.randint(8, 20)):
            closer = chance.choice(PLAYERS)
            order = list(PLAYERS)
            chance.shuffle(order)
            while order:
                said = [order.pop() for _ in range(min(len(order), chance.randint(1, 3)))]
                yield ", ".join(
                    f"{player} {chance.randint(-2, 40)}{' and closed' * (player == closer)}"
                    for player in said)
                yield from _beside(chance)
        yield chance.choice(("rematch", "new game"))
        yield "yes"


def _beside(chance: Random) -> Iterator[str]:
    match chance.randrange(8):
        case 0:
            yield from ("undo", "redo")
        case 1:
            yield "undo"
        case 2:
            yield f"no, {chance.choice(PLAYERS)} {chance.randint(0, 30)}"
            yield "yes"
        case 3:
            yield "who's winning"


def run(folder: Path, points: int, seed: int, tell: bool = False) -> Tally:
    """Kill it at so many points. Raises Lost."""
    chance = Random(seed)
    data, config = folder / "data", folder / "config.yaml"
    config.write_text(f"rules: {{end_at: {RULES.end_at}}}\n", encoding="utf-8")
    model, tally, said = Model(folder / "grammars"), Tally(), talk(chance)
    table = Killed(data, config)
    for _ in range(points):
        for _ in range(chance.randint(0, 8)):
            line = next(said)
            table.ask(line)
            model.say(line)
            answer = table.answer()
            _same(answer and answer["game"], (model.game,), f"after {line!r}")
            tally.lines += 1
        before, books, line = model.game, model.books, next(said)
        table.ask(line)
        time.sleep(chance.random() * _LATEST_KILL)
        table.kill()
        answer = table.answer()
        model.say(line)
        after = model.game
        table = Killed(data, config)
        model.restart()
        _same(table.start and table.start["game"],
              (after,) if answer is not None else (after, before), f"killed at {line!r}")
        written = _content(_on_disk(data)) == _content(model.books)
        if answer is not None:
            tally.answered += 1
        elif written:
            tally.unsaid += 1
        else:
            tally.before += 1
            model.take_back(books)
        _same(_content(_on_disk(data)), (_content(model.books),), f"on disk, killed at {line!r}")
        tally.points += 1
        tally.lines += 1
        if tell and not tally.points % 50:
            print(f"{tally.points} points", file=sys.stderr)
    table.kill()
    check_all(data / FILE_NAME)
    with Ledger.open(data / FILE_NAME) as ledger:
        _same(_content(ledger.books()), (_content(model.books),), "at the end")
        tally.rounds = sum(game.rounds for game in ledger.games())
    return tally


def _same(found: object, allowed: Sequence[object], where: str) -> None:
    if found not in allowed:
        raise Lost(f"{where}: {found!r} is none of {allowed!r}")


def _on_disk(data: Path) -> Books:
    with Ledger.open(data / FILE_NAME) as ledger:
        return ledger.books()


def _content(books: Books) -> list[object]:
    """All that the books hold but for ids, which are drawn anew everywhere."""
    shelf = books.shelf
    place = {id: number for number, id in enumerate(shelf.games)}
    return [shelf.current and place[shelf.current], len(shelf.behind), len(shelf.ahead),
            *(_of_record(books.records[id]) for id in shelf.games)]


def _of_record(record: Record) -> object:
    def of(utterance: Utterance) -> tuple[Event, ...]:
        return tuple(event for event in utterance.events
                     if not isinstance(event, Undone | Redone | GameResumed))

    return (record.game.view(), [of(step.utterance) for step in record.done],
            [of(utterance) for utterance in record.undone])


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--points", type=int, default=1000, help="so many kills [1000]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the games are kept, to look at them")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kill-play-") as made:
        try:
            tally = run(arguments.folder or Path(made), arguments.points, arguments.seed, True)
        except Lost as lost:
            print(lost, file=sys.stderr)
            return 1
    print(json.dumps(asdict(tally)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
