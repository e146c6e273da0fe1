"""What an open question may be answered with, for whoever listens."""

from __future__ import annotations

from dataclasses import dataclass, replace

from voicekeeper.dialog.askednames import asked_about
from voicekeeper.dialog.questions import (
    ChooseBetween,
    ConfirmEvents,
    ConfirmItem,
    ConfirmNobody,
    JoinsWhen,
    JoinsWith,
    Question,
    ResumeThis,
    ScoreOf,
    ShutDown,
    WhichGame,
    WhoClosed,
    WhoPlays,
    WhoseNumber,
)


@dataclass(frozen=True)
class Expects:
    """What the open question may be answered with; all False when none is open."""

    yes_no: bool = False
    number: bool = False
    name: bool = False
    new_names: bool = False


def expects(question: Question | None) -> Expects:
    """What a question may be answered with."""
    of_names = question.about if isinstance(question, ChooseBetween) else question
    return replace(_answers(question), new_names=(
        isinstance(of_names, WhoPlays) or bool(asked_about(of_names))))


def _answers(question: Question | None) -> Expects:
    match question:
        case ConfirmItem(item=item):
            return Expects(yes_no=True, number=item.points is not None,
                           name=item.points is None)
        case ConfirmNobody() | ConfirmEvents() | JoinsWhen() | ResumeThis() | ShutDown():
            return Expects(yes_no=True)
        case JoinsWith():
            return Expects(yes_no=True, number=True)
        case ChooseBetween() | WhichGame():
            return Expects(yes_no=True, number=True, name=True)
        case WhoseNumber() | WhoClosed():
            return Expects(name=True)
        case ScoreOf():
            return Expects(number=True)
        case WhoPlays() | None:
            return Expects()
