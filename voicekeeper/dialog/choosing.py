"""Doubtful utterances: what all readings share is taken, the rest is asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeGuard

from voicekeeper.dialog.counting import count
from voicekeeper.dialog.entries import enter, game_over, look_again
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.phrases import phrase
from voicekeeper.dialog.questions import ChooseBetween, ConfirmItem, Doubt
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import (
    Adjust,
    Ask,
    AskStats,
    CorrectCloser,
    CorrectScore,
    Count,
    Entry,
    Intent,
    Item,
    Name,
    Number,
    TotalIs,
)
from voicekeeper.skyjo.game import Game

MOST_READINGS = 3
MOST_POINTS = 9999


def doubt(game: Game, readings: tuple[Intent, ...]) -> Turn:
    """Take the entries equal in all readings and leave the rest to be asked about."""
    readings = tuple(reading for reading in readings if sayable(reading))
    if not readings:
        return saying(say("not_caught"), say("players", players=game.players))
    entries = [r for r in readings if is_plain(r)]
    if len(entries) < len(readings):
        # What was said last is still what was said before the question.
        return replace(asking(question(readings, game.number)), passing=True)
    if game.over:
        return game_over(game)
    if len(readings) == 1:
        return raised(game, Doubt(readings, game.number))
    entries = [_plausible(game, entry) for entry in entries]
    common = _common(entries)
    rest = _distinct(_without(entry, common) for entry in entries)
    open_ = tuple(entry for entry in rest if entry.entries or entry.nobody_closed)
    if not common and not open_:
        return saying(say("not_caught"), say("players", players=game.players))
    if not common:
        return asking(question(open_, game.number))
    turn = enter(game, Entry(common), hold=bool(open_))
    # What was held back comes last: it may end the round.
    asked = (Doubt(open_, game.number),) if open_ else ()
    clear = tuple(doubt for doubt in turn.later if doubt.held)
    doubts = tuple(doubt for doubt in turn.later if not doubt.held)
    return replace(turn, later=(*doubts, *asked, *clear))


def raised(game: Game, doubt: Doubt) -> Turn:
    """Ask about what was left to be asked about; what was only held back is taken now."""
    first = doubt.readings[0]
    if doubt.held and isinstance(first, Entry):
        return look_again(game, first, doubt.round)
    if len(doubt.readings) == 1 and isinstance(first, Entry) and (
        len(first.entries) + first.nobody_closed == 1
    ):
        turn = look_again(game, first, doubt.round)
        if turn.question is not None:
            return turn
        if (item := _closing_alone(first)) is not None:
            return asking(ConfirmItem((say("did_close", player=item.player),), item, doubt.round))
    if len(doubt.readings) == 1 and isinstance(first, Count):
        return count(game, first)
    return asking(question(doubt.readings, doubt.round))


def is_plain(intent: Intent) -> TypeGuard[Entry]:
    """Whether these are scores for the round being played, and put nothing right."""
    return isinstance(intent, Entry) and intent.round is None and not intent.corrects


def question(readings: tuple[Intent, ...], number: int) -> ChooseBetween:
    """The question which of the readings was meant."""
    readings = readings[:MOST_READINGS]
    return ChooseBetween((_asked(readings),), readings, number)


def only_player(readings: Sequence[Intent]) -> tuple[str, ...] | None:
    """The players, where readings differ in whom they are about alone ("Ana or Hannah?")."""
    players = tuple(_player(reading) for reading in readings)
    if len(set(players)) < len(readings) or None in players:
        return None
    nobodys = {of_player(reading, "") for reading in readings}
    return tuple(p for p in players if p is not None) if len(nobodys) == 1 else None


def _player(intent: Intent) -> str | None:
    match intent:
        case Entry((item,), False):
            return item.player
        case CorrectCloser(str(closer)):
            return closer
        case (Name(str(player)) | CorrectScore(player=str(player)) | Ask(player=str(player))
              | AskStats(player=str(player), other=None)
              | Count(str(player)) | Adjust(str(player)) | TotalIs(str(player))):
            return player
    return None


def of_player(intent: Intent, player: str) -> Intent:
    """The same said of another player, where it is said of one."""
    match intent:
        case Entry((item,), False):
            return replace(intent, entries=(replace(item, player=player),))
        case CorrectCloser():
            return replace(intent, closer=player)
        case Name() | CorrectScore() | Ask() | AskStats() | Count() | Adjust() | TotalIs():
            return replace(intent, player=player)
    return intent


def only_points(readings: Iterable[Intent]) -> tuple[str | None, tuple[int, ...]] | None:
    """The player (None: not said) and the points, where readings differ in the points alone."""
    found: list[tuple[str | None, int, tuple[bool, bool]]] = []
    for reading in readings:
        match reading:
            case Entry((Item(player, int(points), closed),), False, None, corrects):
                found.append((player, points, (closed, corrects)))
            case CorrectScore(points, player, None):
                found.append((player, points, (False, True)))
            case Number(points):
                found.append((None, points, (False, False)))
            case _:
                return None
    if len({(player, how) for player, _, how in found}) != 1:
        return None
    return found[0][0], tuple(points for _, points, _ in found)


def sayable(intent: Intent) -> bool:
    """Whether the points of a reading are such that a question may repeat them."""
    match intent:
        case Entry(entries):
            numbers = [item.points or 0 for item in entries]
        case (CorrectScore(points=points) | Number(points) | Adjust(points=points)
              | TotalIs(points=points)):
            numbers = [points]
        case _:
            numbers = []
    return all(abs(points) <= MOST_POINTS for points in numbers)


def _asked(readings: tuple[Intent, ...]) -> Sentence:
    alike = only_points(readings)
    if alike is not None and len(readings) > 1:
        player, points = alike
        if player is None:
            return say("choose_number", points=points)
        return say("choose_points", player=player, points=points)
    if len(readings) == 1:
        return say("is_it", reading=phrase(readings[0]))
    players = only_player(readings)
    if players is not None:
        match readings[0]:
            case Entry((Item(points=None),), round=None) | CorrectCloser(round=None):
                return say("choose_closer", players=players)
            case (Entry((Item(points=int(number)),), round=None)
                  | CorrectScore(number, round=None)):
                return say("choose_player_points", players=players, points=number)
            case _:
                return say("choose_player", players=players)
    return say("choose", readings=tuple(phrase(reading) for reading in readings))


def _plausible(game: Game, entry: Entry) -> Entry:
    """The reading without a second closer: in a doubt, nobody has closed twice."""
    if game.closer is None:
        return entry
    items = (replace(item, closed=False)
             if item.points is not None and item.player != game.closer else item
             for item in entry.entries)
    return replace(entry, entries=tuple(items))


def _common(entries: Sequence[Entry]) -> tuple[Item, ...]:
    """What all readings say: items whole, or of an item the points or the closing alone."""
    first, *others = entries
    found = []
    for item in first.entries:
        same = [i for other in others for i in other.entries if i.player == item.player]
        if len(same) < len(others):
            continue
        points = item.points if all(i.points == item.points for i in same) else None
        closed = item.closed and all(i.closed for i in same)
        if points is not None or closed:
            found.append(Item(item.player, points, closed))
    return tuple(found)


def _without(entry: Entry, common: Iterable[Item]) -> Entry:
    """What a reading says beyond the common part."""
    taken = {item.player: item for item in common}
    left = []
    for item in entry.entries:
        known = taken.get(item.player, Item(item.player))
        points = item.points if known.points is None else None
        closed = item.closed and not known.closed
        if points is not None or closed:
            left.append(Item(item.player, points, closed))
    return replace(entry, entries=tuple(left))


def _closing_alone(entry: Entry) -> Item | None:
    match entry:
        case Entry((Item(points=None, closed=True) as item,), False):
            return item
    return None


def _distinct(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(dict.fromkeys(entries))
