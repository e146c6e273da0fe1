"""A name put right while it is still asked about: "Does Louis play too?" - "No, Luis, not Louis."

Said over, spelled, or with the wrong one beside it; the question is then asked about
the right name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from difflib import SequenceMatcher

from voicekeeper.dialog import games, seats
from voicekeeper.dialog.mind import Mind, Turn, asking, saying
from voicekeeper.dialog.questions import (
    ConfirmEvents,
    JoinsWhen,
    JoinsWith,
    Question,
    WhoPlays,
)
from voicekeeper.dialog.reply import say
from voicekeeper.intents import Intent, Join, Move, Name, NameAgain, NewGame, Rename
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.players import can_be_said, fold

LIKE = 0.5
"""So like must two spellings be (the share of their letters that they have in common)."""


def asked_about(question: Question | None) -> tuple[str, ...]:
    """The names that a question is about and that are no player's yet."""
    match question:
        case JoinsWhen(player=player) | JoinsWith(player=player):
            return (player,)
        case ConfirmEvents(order=Join(player=player)):
            return (player,)
        case ConfirmEvents(order=NewGame(players=tuple(players))):
            return players
        case WhoPlays(named=named):
            return named
    return ()


def put_right(mind: Mind, game: Game, question: Question, intent: Intent) -> Turn | None:
    """The question asked about another name; None: none that is asked about was put right."""
    changed = _changed(asked_about(question), intent)
    if changed is None:
        return None
    names, name = changed
    if not can_be_said(name):
        return saying(say("unsayable_name"))
    match question:
        case ConfirmEvents(order=NewGame() as order):
            return games.new_game(mind, replace(order, players=names))
        case ConfirmEvents(order=Join() as order):
            return seats.change(game, replace(order, player=name))
        case JoinsWhen(total=total):
            return seats.change(game, Join(name, total))
        case JoinsWith(round=number):
            return seats.joins_from(game, name, number)
    return None


def spelt_otherwise(question: WhoPlays, intent: Intent) -> Turn | None:
    """Who else plays, after one of the names spelled so far was put right; None if none was."""
    if isinstance(intent, Name):  # of somebody who has played before
        intent = NameAgain(intent.player)
    changed = _changed(question.named, intent)
    if changed is None:
        return None
    names, name = changed
    if not can_be_said(name):
        return asking(question, say("unsayable_name"))
    return asking(WhoPlays((say("spelt", players=names),), names))


def _changed(names: tuple[str, ...], intent: Intent) -> tuple[tuple[str, ...], str] | None:
    """The names with the right one in the wrong one's place, and the right one."""
    match intent:
        case NameAgain(name, old):
            wrong = _meant(names, name if old is None else old, alone=len(names) == 1)
        case Rename(old, name) | Move(old, name, None):
            wrong = next((one for one in names if fold(one) == fold(old)), None)
        case _:
            return None
    if wrong is None:
        return None
    if fold(name) in map(fold, names) and fold(name) != fold(wrong):
        return names, name  # it is there already
    return tuple(name if one == wrong else one for one in names), name


def _meant(names: Iterable[str], said: str, *, alone: bool) -> str | None:
    """Which name was meant by one that is said: itself, or else the one most like it.

    alone: there is no other, so it may be quite unlike.
    """
    likeness = {one: SequenceMatcher(None, fold(one), fold(said)).ratio() for one in names}
    likest = max(likeness, key=lambda one: likeness[one], default=None)
    return likest if likest is not None and (alone or likeness[likest] >= LIKE) else None
