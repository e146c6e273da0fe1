"""Which of several readings an answer means, and the points that it gives to somebody."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog.choosing import only_points
from voicekeeper.dialog.questions import ChooseBetween
from voicekeeper.intents import (
    Adjust,
    Ask,
    AskStats,
    Choose,
    CorrectCloser,
    CorrectScore,
    Count,
    Entry,
    Intent,
    Item,
    Move,
    Name,
    Number,
    Plain,
    TotalIs,
)


def chosen(question: ChooseBetween, intent: Intent) -> Intent | None:
    """The reading that an answer means, or another score where only the points were in doubt."""
    readings = question.readings
    if intent == Plain("yes"):
        return readings[0]
    if isinstance(intent, Choose):
        at = intent.number - 1 if intent.number > 0 else len(readings) + intent.number
        return readings[at] if 0 <= at < len(readings) else None
    if intent in readings:
        return intent
    if isinstance(intent, Entry) and len(intent.entries) > 1:
        return intent if any(_within(r, intent) for r in readings) else None
    alike = only_points(readings)
    if alike is None:
        return _marked_out(readings, intent)
    player, points = alike
    said = said_points(player or "", intent)
    if said is None:
        return None
    if said in points:
        return readings[points.index(said)]
    match readings[0]:
        case Entry((item,)) as entry:
            return replace(entry, entries=(replace(item, points=said),))
        case CorrectScore():
            return replace(readings[0], points=said)
        case _:
            return Number(said)


def is_said_again(question: ChooseBetween, intent: Intent) -> bool:
    """Whether these are just the points that all readings have, and not whose they are."""
    return isinstance(intent, Number) and all(
        _brings(reading, intent.points) for reading in question.readings)


def _within(reading: Intent, whole: Entry) -> bool:
    """Whether an utterance said again says a reading, among other things."""
    return isinstance(reading, Entry) and all(item in whole.entries for item in reading.entries)


def _marked_out(readings: tuple[Intent, ...], intent: Intent) -> Intent | None:
    """The one reading that a name, a number or both belong to; else a number may count them."""
    match intent:
        case Name(player):
            meant = [r for r in readings if _about(r, player)]
        case Number(points):
            meant = [r for r in readings if _brings(r, points)]
            if not meant and 1 <= points <= len(readings):
                meant = [readings[points - 1]]
        case Entry((Item(player, int(points), False),), False, None):
            meant = [r for r in readings if isinstance(r, CorrectScore)
                     and (r.player, r.points) == (player, points)]
        case _:
            meant = []
    return meant[0] if len(meant) == 1 else None


def _about(intent: Intent, player: str) -> bool:
    match intent:
        case Entry(entries):
            return any(item.player == player for item in entries)
        case CorrectCloser(who) | Move(target=who):
            return who == player
        case (Name(who) | CorrectScore(player=who) | Ask(player=who) | AskStats(player=who)
              | Count(who) | Adjust(who) | TotalIs(who)):
            return who == player
    return False


def _brings(intent: Intent, points: int) -> bool:
    match intent:
        case Entry(entries):
            return any(item.points == points for item in entries)
        case CorrectScore(brought) | Number(brought):
            return brought == points
    return False


def said_points(player: str, intent: Intent) -> int | None:
    """The points that an answer gives to a player: a number, an entry, a correction."""
    match intent:
        case Number(points):
            return points
        case CorrectScore(points, who, None) if who in (None, player):
            return points
        case Entry(entries):
            return next((i.points for i in entries if i.player == player), None)
    return None
