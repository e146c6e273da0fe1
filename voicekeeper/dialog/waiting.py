"""What waits behind an open question, and what becomes of it where the question is dropped.

One utterance may hold more than is asked about first. What was still to be asked
about is told not to be written, and so is what was held back: it would end the
round, and with what stands there, although just that was doubted. What somebody has
meanwhile said otherwise is neither asked about nor told; with all doubts gone by it,
what was held back is taken.
"""

from __future__ import annotations

from collections.abc import Iterable

from voicekeeper.dialog.choosing import sayable
from voicekeeper.dialog.phrases import phrase
from voicekeeper.dialog.questions import (
    ChooseBetween,
    ConfirmEvents,
    ConfirmItem,
    Doubt,
    JoinsWhen,
    JoinsWith,
    Pending,
    Question,
    ScoreOf,
    ShutDown,
)
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import (
    Adjust,
    CorrectCloser,
    CorrectScore,
    Count,
    Entry,
    Intent,
    Item,
    Join,
    Leave,
    Move,
    Name,
    NotClosed,
    Number,
    Swap,
    TotalIs,
)

_OF_THE_ROUND = (Entry, Number, Name, CorrectScore, CorrectCloser, NotClosed, Move, Swap, Adjust,
                 TotalIs, Count)


def is_of_the_round(intent: Intent) -> bool:
    """Whether an intent is about scores and closers, and so comes before what was held back."""
    return isinstance(intent, _OF_THE_ROUND)


def behind(pending: Pending | None) -> Pending | None:
    """What an open question holds up: itself, or what is behind it."""
    if pending is not None and isinstance(pending.question, ShutDown):
        return pending.question.before
    return pending


def clear(pending: Pending, instead: Iterable[Intent]) -> tuple[Doubt, ...]:
    """What was held back and is taken, since all that was in doubt is said `instead`."""
    readings = tuple(instead)
    if _is_in_doubt(pending, readings):
        return ()
    return tuple(doubt for doubt in pending.later
                 if doubt.held and not _is_said_otherwise(doubt, readings))


def item_asked(pending: Pending) -> Item | None:
    """The score that an open question is about, if it is about one."""
    match pending.question:
        case ConfirmItem(item=item) if item.points is not None:
            return item
    return None


def not_said_again(pending: Pending, intent: Intent) -> tuple[Doubt, ...]:
    """What still waits after an answer: all but what the answer itself says anew."""
    return tuple(doubt for doubt in pending.later if not _is_all_said(doubt, intent))


def _is_all_said(doubt: Doubt, intent: Intent) -> bool:
    """Whether an intent gives points to all these players, and a closer where one is told."""
    entries = [reading for reading in doubt.readings if isinstance(reading, Entry)]
    items = [item for entry in entries for item in entry.entries]
    scored = {item.player for item in items if item.points is not None}
    closing = any(item.closed for item in items) or any(entry.nobody_closed for entry in entries)
    return (len(entries) == len(doubt.readings) and scored <= _scored(intent)
            and (not closing or _tells_closer(intent)))


def _is_in_doubt(pending: Pending, instead: tuple[Intent, ...]) -> bool:
    """Whether anything that was asked, or was still to be, is dropped without an answer."""
    match pending.question:
        case ScoreOf(player=player, round=number):
            asked: Doubt | None = Doubt((Entry((Item(player, 0),)),), number)
        case question:
            asked = _asked_about(question)
    doubts = (asked, *(doubt for doubt in pending.later if not doubt.held))
    return any(doubt is None or not _is_said_otherwise(doubt, instead) for doubt in doubts)


def left_out(pending: Pending, instead: Iterable[Intent] = (), *, all_of_it: bool = False
             ) -> tuple[Sentence, ...]:
    """What is not written, told; but for what is said `instead`.

    all_of_it: what the question is about need not be told, for that was called off.
    """
    readings = tuple(instead)
    held = _is_in_doubt(pending, readings)
    items = [_phrase(doubt) for doubt in pending.later
             if (held or not doubt.held) and not _is_said_otherwise(doubt, readings)]
    asked = None if all_of_it else _asked_about(pending.question)
    if asked is not None and not _is_said_otherwise(asked, readings):
        items.insert(0, _phrase(asked))
    match pending.question:
        case ScoreOf(player=player, closed=True, round=number) if not _is_said_otherwise(
                closing := Doubt((Entry((Item(player, closed=True),)),), number), readings):
            items.insert(0, _phrase(closing))
    told = (say("not_written_down", items=tuple(items)),) if items else ()
    match pending.question:
        case (JoinsWhen(player=player) | JoinsWith(player=player)
              | ConfirmEvents(order=Join(player=player))):
            return (say("does_not_join", player=player), *told)
        case ConfirmEvents(order=Leave(player)):
            return (say("stays", player=player), *told)
    return told


def _asked_about(question: Question) -> Doubt | None:
    """The scores or the closing that a question is about."""
    match question:
        case ConfirmItem(item=item, round=number):
            return Doubt((Entry((item,)),), number)
        case ChooseBetween(readings=readings, round=number) if all(
                isinstance(reading, Entry) for reading in readings):
            return Doubt(readings, number)
        case ChooseBetween(about=before) if before is not None:
            return _asked_about(before)
    return None


def _phrase(doubt: Doubt) -> Sentence:
    readings = (_added_up(reading) for reading in doubt.readings)
    phrases = tuple(phrase(reading if sayable(reading) else _without_points(reading))
                    for reading in readings)
    return phrases[0] if len(phrases) == 1 else say("either", readings=phrases)


def _added_up(reading: Intent) -> Intent:
    """Cards as the score that they make."""
    if isinstance(reading, Count):
        return Entry((Item(reading.player, sum(reading.cards), reading.closed),))
    return reading


def _without_points(reading: Intent) -> Intent:
    """What is left to say where the points are beyond all numbers: whose they were."""
    return Name(reading.entries[0].player) if isinstance(reading, Entry) else reading


def _is_said_otherwise(doubt: Doubt, instead: Iterable[Intent]) -> bool:
    """Whether one of these gives the same player points, or tells who closed."""
    entries = [reading for reading in doubt.readings if isinstance(reading, Entry)]
    scored = {item.player for entry in entries for item in entry.entries
              if item.points is not None}
    scored = scored.union(*(_scored(reading) for reading in doubt.readings
                            if not isinstance(reading, Entry)))
    closing = entries or any(_tells_closer(reading) for reading in doubt.readings)
    return any(scored & _scored(intent) if scored else closing and _tells_closer(intent)
               for intent in instead)


def _scored(intent: Intent) -> set[str]:
    match intent:
        case Entry(entries, round=None):
            return {item.player for item in entries if item.points is not None}
        case (CorrectScore(player=str(player), round=None) | Count(player) | Adjust(player)
              | TotalIs(player)):
            return {player}
    return set()


def _tells_closer(intent: Intent) -> bool:
    match intent:
        case Entry(entries, nobody, None):
            return nobody or any(item.closed for item in entries)
        case CorrectCloser(round=None):
            return True
    return False
