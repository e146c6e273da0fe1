"""What would end a round whose scores or closer are in doubt: it waits until that is settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from voicekeeper.dialog import report
from voicekeeper.dialog.mind import Turn
from voicekeeper.dialog.questions import Doubt
from voicekeeper.intents import Entry, Item
from voicekeeper.skyjo.events import CloserCleared, CloserSet, Event, ScoreCleared, ScoreSet
from voicekeeper.skyjo.game import Game

_OF_A_ROUND = (ScoreSet, ScoreCleared, CloserSet, CloserCleared)


def ends_round(game: Game, events: Sequence[Event]) -> bool:
    """Whether the round being played would be finished by these scores and closers."""
    if not all(isinstance(event, _OF_A_ROUND) for event in events):
        return False
    return len(game.after_all(events).finished) > len(game.finished)


def parted(game: Game, events: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """The events that can be taken before a doubt is settled, and those that would end the round.

    A closing is held rather than a score: it is sooner said again.
    """
    taken = sorted(events, key=lambda event: isinstance(event, CloserSet))
    held: list[Event] = []
    while taken and ends_round(game, taken):
        held.insert(0, taken.pop())
    return taken, held


def waiting_for(held: Sequence[Event], number: int) -> tuple[Doubt, ...]:
    """Events of round `number` that are clear, as what waits for the doubts before them."""
    return tuple(Doubt((_entry_of(event),), number, held=True) for event in held)


def held_up(game: Game, turn: Turn) -> Turn:
    """The turn without what would end the round, which comes behind all else that is left to ask.

    What was told of its events is told anew; anything said before that stays.
    """
    taken, held = parted(game, turn.events)
    told = report.told(game, game.after_all(turn.events), turn.events).sentences
    before = turn.sentences
    if before[len(before) - len(told):] == told:
        before = before[:len(before) - len(told)]
    now = report.told(game, game.after_all(taken), taken).sentences if taken else ()
    return replace(turn, sentences=(*before, *now), events=tuple(taken),
                   later=(*turn.later, *waiting_for(held, game.number)))


def _entry_of(event: Event) -> Entry:
    match event:
        case ScoreSet(player=player, points=points):
            return Entry((Item(player, points),))
        case CloserSet(player=str(player)):
            return Entry((Item(player, closed=True),))
        case _:
            return Entry(nobody_closed=True)
