"""How well an intent fits the moment: what was just asked, and what is written already.

For the hearing: of two things that sound alike, the one that fits is likelier.
"""

from __future__ import annotations

from typing import Literal

from voicekeeper.dialog import answering
from voicekeeper.dialog.chosen import chosen
from voicekeeper.dialog.entries import enter
from voicekeeper.dialog.mind import Mind
from voicekeeper.dialog.questions import (
    ChooseBetween,
    ConfirmEvents,
    ConfirmItem,
    ConfirmNobody,
    ShutDown,
    WhoseNumber,
)
from voicekeeper.intents import Choose, CorrectCloser, CorrectScore, Entry, Intent, Name, Plain
from voicekeeper.skyjo.game import Game

Fit = Literal["asked", "answer", "open", "contrary"]
"""asked: just what the open question asks about. answer: it settles the
question in another way. open: nothing speaks for or against it. contrary: it
would itself have to be asked about, as a second score or an impossible one.
"""


def fit(mind: Mind, intent: Intent) -> Fit:
    """How well an intent fits what the keeper has in mind. Pure; changes nothing."""
    game = mind.game
    if game is None:
        return "open"
    pending = mind.pending
    if pending is not None:
        if _asked(mind, game, intent):
            return "asked"
        if intent != Plain("help") and answering.answer(mind, game, pending, intent) is not None:
            return "answer"
    if isinstance(intent, Entry) and intent.round is None and not game.over:
        doubts = enter(game, intent).later
        return "contrary" if any(not doubt.held for doubt in doubts) else "open"
    return "open"


def _asked(mind: Mind, game: Game, intent: Intent) -> bool:
    question = None if mind.pending is None else mind.pending.question
    match question:
        case ChooseBetween(readings=readings):
            return chosen(question, intent) in readings and intent != Plain("yes")
        case ConfirmItem(item=item):
            return (intent in (Plain("yes"), Plain("no"))
                    or (item.points is not None and isinstance(intent, CorrectScore)
                        and intent.player in (None, item.player)))
        case ConfirmNobody() | ConfirmEvents() | ShutDown():
            return intent in (Plain("yes"), Plain("no"))
        case WhoseNumber():
            return isinstance(intent, Name) and intent.player in game.missing
        case None:
            return False
        case _:
            settles = mind.pending is not None and answering.answer(
                mind, game, mind.pending, intent) is not None
            return settles and not isinstance(intent, Plain | CorrectCloser | Choose)
