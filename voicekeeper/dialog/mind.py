"""What the keeper has in mind between two utterances, and what one utterance makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from voicekeeper.dialog.past import Past
from voicekeeper.dialog.questions import Doubt, Pending, Question
from voicekeeper.dialog.recent import Recent
from voicekeeper.dialog.remembered import Remembered
from voicekeeper.dialog.reply import Reply, Sentence
from voicekeeper.intents import Pronounce
from voicekeeper.manners import Manner
from voicekeeper.skyjo.books import Books, Record
from voicekeeper.skyjo.events import Event, Utterance
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.rules import Rules


@dataclass(frozen=True)
class Mind:
    """All that a reply depends on.

    pending: the open question. picked: the player whose a bare number is, by a
    headset's key. last: what was said last, for "repeat". rules: what a new
    game is played by. between: the game in the books was over when the program
    started, so nobody plays until a game is started or taken up again. found: the
    games of the history that the words at hand may mean, the newest first; the one
    on the table where no other fits. remembered: what all finished games hold for a
    question about them. roll: whom the roll call has come to, while it goes on. recent:
    the talk so far. manner: how the voice speaks.
    """

    books: Books
    pending: Pending | None = None
    picked: str | None = None
    last: Reply = field(default_factory=Reply)
    rules: Rules = field(default_factory=Rules)
    between: bool = False
    found: tuple[Past, ...] = ()
    remembered: tuple[Remembered, ...] = ()
    roll: str | None = None
    recent: Recent = field(default_factory=Recent)
    manner: Manner = field(default_factory=Manner)

    @property
    def game(self) -> Game | None:
        """The game on the table; None also between two games."""
        return None if self.between else self.books.game

    @property
    def rules_ahead(self) -> Rules:
        """By which rules a new game is played: those agreed on for it, else the table's."""
        return self.books.rules_ahead or self.rules


@dataclass(frozen=True)
class Turn:
    """What one utterance comes to: what to write, what to say, what is asked.

    later: what is still to be asked. missed: the question is open although an answer
    to it was missed. prompt: say at the end who is missing.
    picked: the player whose a bare number is from now on. roll: whom the roll call has
    come to; None ends it. passing: "repeat" goes on to repeat what was said before, and
    "go on" to go on with it. goes_on: it has done so. game: the id of the game that the
    events belong to where it is not the one on the table (one brought back; empty: none at
    all), recalled: that game, where it is from the history. manner: how the voice speaks
    from now on, where that changes. pronounced: how a name is said from now on. off: the
    program ends once this is said, and the box with it.
    """

    sentences: tuple[Sentence, ...] = ()
    events: tuple[Event, ...] = ()
    question: Question | None = None
    later: tuple[Doubt, ...] = ()
    missed: bool = False
    prompt: bool = False
    picked: str | None = None
    roll: str | None = None
    passing: bool = False
    goes_on: bool = False
    game: str | None = None
    recalled: Record | None = None
    manner: Manner | None = None
    pronounced: Pronounce | None = None
    off: bool = False

    @property
    def pending(self) -> Pending | None:
        """The question that is open after this turn."""
        if self.question is None:
            return None
        return Pending(self.question, self.later, self.missed)

    @property
    def reply(self) -> Reply:
        """What is said."""
        return Reply(self.sentences, self.question is not None)

    def preceded_by(self, *sentences: Sentence) -> Turn:
        """The same turn with something said before."""
        return replace(self, sentences=(*sentences, *self.sentences))


def saying(*sentences: Sentence) -> Turn:
    """A turn that only says something."""
    return Turn(sentences)


def asking(question: Question, *before: Sentence) -> Turn:
    """A turn that asks, after saying something."""
    return Turn((*before, *question.asked), question=question)


def keep(pending: Pending) -> Turn:
    """The question said again and still open."""
    turn = asking(pending.question)
    return replace(turn, later=pending.later, missed=pending.missed)


def look_ahead(books: Books, events: Sequence[Event], game: str | None = None) -> Books:
    """The books as they would be after these events."""
    if not events:
        return books
    current = books.game.id if books.game is not None else ""
    at = current if game is None else game
    return books.after(Utterance("", at, "", "", "", tuple(events)))
