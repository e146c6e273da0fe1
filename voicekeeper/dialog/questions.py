"""The keeper's open questions: one frozen dataclass a kind.

A question carries the sentences it was asked with (`asked`), so that it can be
said again, and all that is needed to act on the answer. Nothing else changes
while a question is open, so what a yes will do is worked out beforehand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from voicekeeper.dialog.past import Past
from voicekeeper.dialog.reply import Sentence
from voicekeeper.intents import Intent, Item
from voicekeeper.skyjo.events import Event

Destructive = Literal["new_game", "end_game", "undo_round", "correction", "rules", "seats"]


@dataclass(frozen=True)
class ConfirmItem:
    """Is this right? An unlikely or second score, or a second closer, of round `round`."""

    asked: tuple[Sentence, ...]
    item: Item
    round: int


@dataclass(frozen=True)
class ConfirmNobody:
    """Did nobody close round `round`?"""

    asked: tuple[Sentence, ...]
    round: int


@dataclass(frozen=True)
class ConfirmEvents:
    """Shall this be done? `order` is what was said, `events` what a yes does."""

    asked: tuple[Sentence, ...]
    kind: Destructive
    order: Intent
    events: tuple[Event, ...]


@dataclass(frozen=True)
class ChooseBetween:
    """Which of these was said? The best reading comes first; `round` is the entries'.

    about: the question that was open when it was said, where all of them answer it (or
    where there is no game): the one that is meant goes to that question.
    """

    asked: tuple[Sentence, ...]
    readings: tuple[Intent, ...]
    round: int
    about: Question | None = None


@dataclass(frozen=True)
class WhoseNumber:
    """A bare number was said: whose is it?"""

    asked: tuple[Sentence, ...]
    points: int


@dataclass(frozen=True)
class WhoClosed:
    """Every score of round `round` is in: who closed it?"""

    asked: tuple[Sentence, ...]
    round: int


@dataclass(frozen=True)
class ScoreOf:
    """What did this player get in round `round`? `closed`: the player was said to have closed."""

    asked: tuple[Sentence, ...]
    player: str
    round: int
    closed: bool = False


@dataclass(frozen=True)
class JoinsWhen:
    """Does somebody who comes play round `round`, which has begun, or only the next one?

    total: the points to begin with, as far as they were said.
    """

    asked: tuple[Sentence, ...]
    player: str
    round: int
    total: int | Literal["highest"] | None = None


@dataclass(frozen=True)
class JoinsWith:
    """With how many points does somebody begin who comes with round `round`?

    The highest total, nothing, or what a number says.
    """

    asked: tuple[Sentence, ...]
    player: str
    round: int


@dataclass(frozen=True)
class ResumeThis:
    """Shall this game of the history be gone on with?"""

    asked: tuple[Sentence, ...]
    past: Past


@dataclass(frozen=True)
class WhichGame:
    """Which of these games of the history is meant? The newest comes first."""

    asked: tuple[Sentence, ...]
    games: tuple[Past, ...]


@dataclass(frozen=True)
class ShutDown:
    """Shall the box be switched off? `before` is what is open as soon as it shall not."""

    asked: tuple[Sentence, ...]
    before: Pending | None = None


@dataclass(frozen=True)
class WhoPlays:
    """No game is open: who plays? `named` are those already spelled out."""

    asked: tuple[Sentence, ...]
    named: tuple[str, ...] = ()


Question = (
    ConfirmItem | ConfirmNobody | ConfirmEvents | ChooseBetween | WhoseNumber | WhoClosed
    | ScoreOf | JoinsWhen | JoinsWith | ResumeThis | WhichGame
    | ShutDown | WhoPlays
)


@dataclass(frozen=True)
class Doubt:
    """Something still to be asked: one reading to be looked at again, or several to choose from.

    `round` is the one that was being played when it was said. `held`: it is
    clear, and only waits for what is asked before it, lest the round end first.
    """

    readings: tuple[Intent, ...]
    round: int
    held: bool = False


@dataclass(frozen=True)
class Pending:
    """The open question, what is to be asked after it, and whether an answer was missed."""

    question: Question
    later: tuple[Doubt, ...] = ()
    missed: bool = False
