"""A table for tests: a session on a real ledger, spoken to in typed words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, Literal, cast

from compiled import GRAMMARS

from voicekeeper.commands.typedtexts import Reader
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.intents import Intent
from voicekeeper.manners import FILE_NAME as MANNER_FILE
from voicekeeper.manners import KeptManner
from voicekeeper.session import Session, Spoken
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger
from voicekeeper.skyjo.rules import Rules
from voicekeeper.voice.replies import Replies
from voicekeeper.voice.saidnames import FILE_NAME as SAID_FILE
from voicekeeper.voice.saidnames import SaidNames

Key = Literal["next", "previous", "undo"]


@lru_cache(maxsize=1)
def reader() -> Reader:
    """The reader of English texts; made once a test run, because its grammars take a while."""
    return Reader("en", {}, GRAMMARS)


class Table:
    """People at a table with a keeper; `said` and `asking` are the last reply's."""

    def __init__(self, ledger: Ledger, rules: Rules) -> None:
        self.ledger = ledger
        self.rules = rules
        self._days = count()
        self._later = timedelta()
        self.manner = KeptManner(ledger.path.with_name(MANNER_FILE))
        self.session = self._new_session()
        self.last: Spoken = self.session.welcome()

    def _new_session(self) -> Session:
        replies = Replies.load("en", deterministic=True)
        return Session(self.ledger, replies, rules=self.rules, clock=self._clock,
                       manner=self.manner.read(), keep_manner=self.manner.keep,
                       said_names=SaidNames(self.ledger.path.with_name(SAID_FILE)))

    def _clock(self) -> datetime:
        evening = datetime(2026, 1, 3, 18, tzinfo=UTC)
        return evening + timedelta(minutes=next(self._days)) + self._later

    def later(self, days: int) -> None:
        """So many days go by."""
        self._later += timedelta(days=days)

    def start(self, players: Sequence[str]) -> None:
        self.last = self.session.start(players)

    def line(self, text: str) -> Spoken:
        """Somebody says a text, presses a key (`!next`), or says nothing."""
        if not text.strip():
            self.last = self.session.silence()
        elif text.startswith("!"):
            self.last = self.session.key(cast(Key, text[1:]), text)
        else:
            self.last = self.session.hear(self._read(text))
        return self.last

    def means(self, intent: Intent) -> Spoken:
        """Somebody means this, whatever the words."""
        self.last = self.session.hear(Meaning("", intent))
        return self.last

    def unsure(self, *texts: str) -> Spoken:
        """Somebody says something that may be any of these texts."""
        readings = [self._read(text).intent for text in texts]
        known = tuple(reading for reading in readings if reading is not None)
        if len(known) != len(texts):
            raise ValueError(f"not all understood: {texts}")
        self.last = self.session.hear(Meaning(texts[0], None, known))
        return self.last

    def _read(self, text: str) -> Meaning:
        return reader().read(text, self.session.players(), self.session.speaking_for,
                             self.session.expects().new_names,
                             self.session.past_players())

    def cut(self, text: str) -> Spoken:
        """Somebody talks for too long; this is what was still listened to."""
        self.last = self.session.hear(replace(self._read(text), cut=20))
        return self.last

    def pause(self) -> Spoken:
        """Nobody says anything for a while."""
        self.last = self.session.pause()
        return self.last

    def lapse(self) -> Spoken:
        """Nobody answers for too long."""
        self.last = self.session.lapse()
        return self.last

    def restart(self) -> Spoken:
        """The program ends and starts again."""
        path = self.ledger.path
        self.ledger.close()
        self.ledger = Ledger.open(path, writer=True)
        self.session = self._new_session()
        self.last = self.session.welcome()
        return self.last

    @property
    def said(self) -> str:
        return self.last.say

    @property
    def asking(self) -> bool:
        return self.last.asking

    @property
    def game(self) -> Mapping[str, Any] | None:
        return self.last.view.game


@contextmanager
def at_table(folder: Path, players: Sequence[str] = (),
             rules: Mapping[str, Any] | None = None) -> Iterator[Table]:
    """A table with its own ledger in a folder; without players nobody sits there yet."""
    settings = Rules.from_mapping(rules or {})
    if not isinstance(settings, Rules):
        raise ValueError(settings)
    table = Table(Ledger.open(folder / FILE_NAME, writer=True), settings)
    try:
        if players:
            table.start(players)
        yield table
    finally:
        table.ledger.close()
