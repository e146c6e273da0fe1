"""Names that the ears don't know are said aloud, right after a game has begun with them.

Asks for one name after the other, twice each. "No" leaves one out, "skip" all;
any other utterance ends the asking and is taken for itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.faults import Fault
from voicekeeper.intents import Choose, Intent, Name, Number, Plain
from voicekeeper.sound.take import Samples

TIMES = 2
"""So often a name is said at the table."""

class Learns(Protocol):
    """Who knows which names are not known yet, and learns them."""

    def strange(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names that the ears would rather have said to them. Raises Fault."""

    def learn(self, name: str, takes: Sequence[Samples], others: Sequence[str]) -> bool:
        """Enrols a name that was said in these takes; False: nothing could be made out.

        `others` are the other players. Takes some seconds. Raises Fault.
        """


@dataclass(frozen=True)
class NameLearnt:
    """A name that was said has been worked on; `trouble`: why nothing came of it."""

    name: str
    trouble: str | None = None


class NameTalk:
    """The talk about names that are not known.

    What comes of a name is `put` as NameLearnt, from a thread of its own.
    """

    def __init__(self, names: Learns, put: Callable[[NameLearnt], None]) -> None:
        self._names = names
        self._put = put
        self._players: tuple[str, ...] = ()
        self._waiting: list[str] = []
        self._takes: list[Samples] = []
        self._asked: set[str] = set()

    @property
    def waiting(self) -> bool:
        """Is a name to be said now?"""
        return bool(self._waiting)

    def ask(self, players: Sequence[str]) -> tuple[Sentence, ...]:
        """Asks for the first of these players' names that is not known.

        Nothing where all are known or were asked about, or a question is open.
        Raises Fault.
        """
        if self._waiting:
            return ()
        self._players = tuple(players)
        new = [name for name in players if name not in self._asked]
        if not new:
            return ()
        self._asked.update(new)
        self._waiting += self._names.strange(new)
        return self._question()

    def hear(self, samples: Samples, intent: Intent | None) -> tuple[Sentence, ...]:
        """Takes an utterance and gives the answer; none where it was something else.

        `intent` is what it means at the table, `samples` its sound (mono, 16 kHz).
        """
        if not self._waiting:
            return ()
        match intent:
            case Plain("no"):
                self._next()
                return (say("name_skipped"), *self._question())
            case Plain("cancel"):
                self._drop()
                return (say("name_skipped"),)
            case None | Name() | Number() | Choose():
                self._takes.append(samples)
            case _:
                self._drop()
                return ()
        if len(self._takes) < TIMES:
            return self._question()
        name = self._waiting[0]
        others = tuple(player for player in self._players if player != name)
        threading.Thread(target=self._learn, args=(name, tuple(self._takes), others),
                         name="learn", daemon=True).start()
        self._next()
        return (say("name_kept", player=name), *self._question())

    def _question(self) -> tuple[Sentence, ...]:
        if not self._waiting:
            return ()
        again = bool(self._takes)
        return (say("say_name_again" if again else "say_name", player=self._waiting[0]),)

    def _next(self) -> None:
        del self._waiting[0]
        self._takes.clear()

    def _drop(self) -> None:
        self._waiting.clear()
        self._takes.clear()

    def _learn(self, name: str, takes: Sequence[Samples], others: Sequence[str]) -> None:
        try:
            learnt = self._names.learn(name, takes, others)
        except Fault as fault:
            self._put(NameLearnt(name, str(fault)))
        else:
            trouble = f"Nothing could be made out of what was said for {name}."
            self._put(NameLearnt(name, None if learnt else trouble))
