"""The table's books as a fold over utterances: the games at hand, undo and redo.

An utterance that changed something can be taken back as a whole; undo and redo
are utterances too, but cannot be taken back themselves. Each game has its own
undo and redo, so a game that is put aside and resumed goes on as it was left.
A game that was gone on with is undone no further than to where that was: then
what is taken back is that it was put on the table. The start of the only game, or
that it was gone on with, can be taken back too, if it was said: then there is no
game on the table, and a redo resumes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from voicekeeper.skyjo.agreement import Agreement
from voicekeeper.skyjo.events import (
    Event,
    GameResumed,
    GameStarted,
    Redone,
    Undone,
    Utterance,
)
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.rules import Rules
from voicekeeper.skyjo.shelf import Shelf


@dataclass(frozen=True)
class Step:
    """An utterance that changed a game, with the game as it was before."""

    utterance: Utterance
    before: Game

    def laid_by(self) -> Step:
        """The same without what was worked out of the game, which nobody asks for so soon."""
        return replace(self, before=replace(self.before))


@dataclass(frozen=True)
class Record:
    """A game with what was said in it: `done` can be undone, `undone` done again, last first.

    start: the utterance that began the game. put: the one that last put it on the
    table, which may have been another one; `floor` steps were done by then. spent: so many
    of the first undone were left for another game, and are not offered any more.
    """

    start: Utterance
    game: Game
    done: tuple[Step, ...] = ()
    undone: tuple[Utterance, ...] = ()
    put: Utterance | None = None
    floor: int = 0
    spent: int = 0

    @classmethod
    def begun(cls, utterance: Utterance) -> Record:
        """The record of a game that this utterance starts."""
        start, *others = utterance.events
        if not isinstance(start, GameStarted):
            raise ValueError("a game begins with the event that starts it")
        return cls(utterance, Game.begun(utterance.game, start).after_all(others))

    def after(self, utterance: Utterance) -> Record:
        """The record after an utterance in this game.

        Raises ValueError if its events do not fit, as an undo of another
        utterance than the last.
        """
        if GameResumed(continued=True) in utterance.events:
            return replace(self, put=utterance, floor=len(self.done))
        events = _of_the_game(utterance)
        if events == [self.beginning]:
            if self.since:
                raise ValueError("only a game with nothing entered can be taken back")
            return self
        takes_back = [isinstance(event, Undone | Redone) for event in events]
        if not any(takes_back):
            return self._changed(utterance, events)
        if not all(takes_back):
            raise ValueError("an utterance either changes the game or takes changes back")
        record = self
        for event in events:
            record = record._undo(event) if isinstance(event, Undone) else record._redo(event)
        return record

    @property
    def beginning(self) -> Undone:
        """What takes back that the game was put on the table; it leaves the game as it is."""
        return Undone((self.put or self.start).id)

    @property
    def since(self) -> tuple[Step, ...]:
        """What was done since the game was put on the table, by its start or by going on."""
        return self.done[self.floor:]

    def without_redo(self) -> Record:
        """The record once something new was done: what was undone stays so."""
        return replace(self, undone=(), spent=0)

    def left(self) -> Record:
        """The record once another game was gone on with over this one.

        What was undone is kept, since older ledgers hold redos of it, but not offered.
        """
        return replace(self, spent=len(self.undone))

    @property
    def offered(self) -> Utterance | None:
        """The utterance that a redo puts back."""
        return self.undone[-1] if len(self.undone) > self.spent else None

    def _changed(self, utterance: Utterance, events: list[Event]) -> Record:
        game = self.game.after_all(events)
        if game == self.game:
            return replace(self, game=game)
        return replace(self, game=game, done=self._with(utterance), undone=(), spent=0)

    def _with(self, utterance: Utterance) -> tuple[Step, ...]:
        """What is done with one more: of all before it only what was said is kept."""
        laid_by = (step.laid_by() for step in self.done[-1:])
        return (*self.done[:-1], *laid_by, Step(utterance, self.game))

    def _undo(self, event: Event) -> Record:
        step = self.done[-1] if self.done else None
        if step is None or event != Undone(step.utterance.id):
            raise ValueError(f"{event}: only the last change can be undone")
        return replace(self, game=step.before, done=self.done[:-1],
                       undone=(*self.undone, step.utterance))

    def _redo(self, event: Event) -> Record:
        utterance = self.undone[-1] if self.undone else None
        if utterance is None or event != Redone(utterance.id):
            raise ValueError(f"{event}: only the last undo can be redone")
        game = self.game.after_all(_of_the_game(utterance))
        done = self._with(utterance)
        undone = self.undone[:-1]
        return replace(self, game=game, done=done, undone=undone,
                       spent=min(self.spent, len(undone)))


def _of_the_game(utterance: Utterance) -> list[Event]:
    """The events that concern the inside of the game, not which one is on the table."""
    return [event for event in utterance.events if not isinstance(event, GameResumed)]


@dataclass(frozen=True)
class Books:
    """All that the table's answers depend on: the current game and those put aside for it.

    `records` holds a record for each game on the shelf.
    """

    shelf: Shelf = field(default_factory=Shelf)
    records: Mapping[str, Record] = field(default_factory=dict)
    agreement: Agreement = field(default_factory=Agreement)

    def after(self, utterance: Utterance) -> Books:
        """The books after an utterance.

        With GameStarted its game becomes the current one, over the one before.
        With GameResumed its game, which must be on the shelf, becomes the
        current one again (`knowing` puts a game from the history there); over
        the one before, where it was said to be gone on with.
        An utterance about no game is about what is agreed on for the next one.
        Anything else must be about the current game. Raises ValueError for an
        utterance that does not fit.
        """
        if not utterance.events:
            return self
        if not utterance.game:
            return replace(self, agreement=self.agreement.after(utterance))
        if any(isinstance(event, GameStarted) for event in utterance.events):
            return self._started(utterance)
        if any(isinstance(event, GameResumed) for event in utterance.events):
            if utterance.game not in self.records:
                raise ValueError(f"game {utterance.game} is not on the shelf")
            over = GameResumed(continued=True) in utterance.events
            shelf = (self.shelf.started if over else self.shelf.resumed)(utterance.game)
            records = dict(self.records)
            current = self.shelf.current
            if over and current is not None and current != utterance.game:
                records[current] = records[current].left()
            resumed = replace(self, shelf=shelf, records=records)._tidied()
            return resumed._said(utterance)
        return self._said(utterance)

    def _started(self, utterance: Utterance) -> Books:
        records = dict(self.records)
        if utterance.game in records:
            raise ValueError(f"game {utterance.game} has already begun")
        if self.shelf.current is not None:
            records[self.shelf.current] = records[self.shelf.current].without_redo()
        records[utterance.game] = Record.begun(utterance)
        return Books(self.shelf.started(utterance.game), records)._tidied()

    def _said(self, utterance: Utterance) -> Books:
        if utterance.game != self.shelf.current:
            raise ValueError(f"game {utterance.game} is not the current one")
        was = self.records[utterance.game]
        record = was.after(utterance)
        new = bool(record.done) and record.done[-1].utterance is utterance
        shelf = self.shelf.changed() if new else self.shelf
        if was.beginning in utterance.events:
            shelf = self.shelf.cleared()
        return replace(
            self, shelf=shelf, records={**self.records, utterance.game: record}
        )._tidied()

    def _tidied(self) -> Books:
        """Without the records of games that left the shelf."""
        return replace(self, records={id: self.records[id] for id in self.shelf.games})

    def knowing(self, record: Record) -> Books:
        """The books with a game from the history at hand, for an utterance that resumes it."""
        return replace(self, records={**self.records, record.game.id: record})

    @property
    def rules_ahead(self) -> Rules | None:
        """The rules that were agreed on for the next game; None if nothing was said of them.

        Where the start of a game was taken back, its rules hold for what is started instead.
        """
        if self.game is not None:
            return self.game.rules_ahead
        if self.agreement.rules is not None:
            return self.agreement.rules
        return self.records[self.shelf.ahead[-1]].game.rules if self.shelf.ahead else None

    @property
    def record(self) -> Record | None:
        """The current game's record."""
        return None if self.shelf.current is None else self.records[self.shelf.current]

    @property
    def game(self) -> Game | None:
        """The current game; None before the first one."""
        return None if self.record is None else self.record.game

    @property
    def undoable(self) -> Utterance | None:
        """The last utterance that changed the current game since it was put on the table.

        And that is not undone.
        """
        return self.record.since[-1].utterance if self.record and self.record.since else None

    @property
    def redoable(self) -> Utterance | None:
        """The utterance that a redo in the current game puts back."""
        return None if self.record is None else self.record.offered

    @property
    def aside(self) -> Game | None:
        """The game that was put aside when the current one took its place."""
        return self.records[self.shelf.behind[-1]].game if self.shelf.behind else None

    @property
    def taking_back_start(self) -> Undone | None:
        """What an undo does where nothing else is left: take back the start, if it was said.

        Or that the game was gone on with.
        """
        record = self.record
        if record is None or record.since or self.shelf.behind:
            return None
        if not (record.put or record.start).heard:
            return None
        return record.beginning

    @property
    def going_back(self) -> Game | None:
        """The game that an undo resumes: the one put aside, once nothing is left to undo here."""
        return self.aside if self.undoable is None else None

    @property
    def going_forward(self) -> Game | None:
        """The game that a redo resumes: the one left by going back, once nothing is left here."""
        if self.redoable is not None or not self.shelf.ahead:
            return None
        return self.records[self.shelf.ahead[-1]].game

    @property
    def before(self) -> Game | None:
        """The current game as it was before the last change; None if nothing can be undone."""
        return self.record.since[-1].before if self.record and self.record.since else None

    @property
    def just_finished(self) -> int | None:
        """The last finished round while it is at hand: said last, and nothing entered since.

        A correction of that round leaves it at hand.
        """
        game, last = self.game, self.undoable
        if game is None or last is None or not game.finished or not game.untouched:
            return None
        number = game.finished[-1].number
        about = (getattr(event, "round", None) for event in last.events)
        return number if number in about else None
