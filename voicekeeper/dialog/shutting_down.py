"""Shutting down by voice: asked first, beside whatever else is open, and done on yes only."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import helping
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind, Turn, asking, keep, saying
from voicekeeper.dialog.questions import ShutDown
from voicekeeper.dialog.reply import say
from voicekeeper.dialog.waiting import behind
from voicekeeper.intents import Plain


def asked(mind: Mind) -> Turn:
    """The question whether to shut down; the one that was open waits for its answer."""
    return asking(ShutDown((say("shut_down_really"),), waiting(mind).pending))


def hear(mind: Mind, meaning: Meaning) -> Turn | None:
    """What an utterance comes to where it was asked whether to shut down.

    None: it is no answer, and what it is about comes without that question.
    """
    question = None if mind.pending is None else mind.pending.question
    if not isinstance(question, ShutDown):
        return None
    before = question.before
    match meaning.intent:
        case Plain("yes"):
            return Turn((say("good_night"),), off=True)
        case Plain("no" | "cancel"):
            declined = say("declined")
            return saying(declined) if before is None else keep(before).preceded_by(declined)
        case Plain("repeat"):
            return asking(question)
        case Plain("help"):
            return asking(question, helping.about(question, mind.recent.helped))
    return None


def waiting(mind: Mind) -> Mind:
    """The mind with the question that was open before, instead of that one."""
    return replace(mind, pending=behind(mind.pending))
