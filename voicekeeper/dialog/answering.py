"""What an utterance means to the open question: it settles it, keeps it, closes or drops it."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import (
    askednames,
    choosing,
    closers,
    corrections,
    games,
    helping,
    manner,
    report,
    resuming,
    retarget,
    seats,
    waiting,
)
from voicekeeper.dialog.chosen import chosen, is_said_again, said_points
from voicekeeper.dialog.counting import count
from voicekeeper.dialog.entries import Sure, enter
from voicekeeper.dialog.mind import Mind, Turn, asking, keep, saying
from voicekeeper.dialog.nameless import is_of_another
from voicekeeper.dialog.otherwise import said_otherwise
from voicekeeper.dialog.perform import perform
from voicekeeper.dialog.questions import (
    ChooseBetween,
    ConfirmEvents,
    ConfirmItem,
    ConfirmNobody,
    JoinsWhen,
    JoinsWith,
    Pending,
    Question,
    ResumeThis,
    ScoreOf,
    WhichGame,
    WhoClosed,
    WhoseNumber,
)
from voicekeeper.dialog.reply import say
from voicekeeper.intents import (
    CorrectCloser,
    CorrectScore,
    Count,
    Entry,
    Intent,
    Item,
    Move,
    Name,
    NotClosed,
    Number,
    Plain,
    Undo,
)
from voicekeeper.skyjo.events import Event, GameStarted
from voicekeeper.skyjo.game import Game

YES, NO, CANCEL = Plain("yes"), Plain("no"), Plain("cancel")


def answer(mind: Mind, game: Game, pending: Pending, intent: Intent) -> Turn | None:
    """What an intent does to the open question; None: it is no answer and drops the question."""
    question = pending.question
    asked_for = isinstance(question, ChooseBetween) and intent in question.readings
    match intent:
        case _ if asked_for and intent not in (YES, NO, CANCEL):
            pass  # "Did you mean undo or Ana two?" - "Undo."
        case Plain("cancel") | Undo(None):
            # Nothing was in doubt: whoever says undo here meant the last entry.
            again = (say("undo_again"),) if intent == Undo() and isinstance(
                question, WhoClosed) and question.round == game.number else ()
            left = waiting.left_out(pending, all_of_it=True)
            return saying(say("left"), *left, *again)
        case Plain("repeat"):
            return keep(pending)
        case Plain(kind) if manner.is_about_it(kind):
            changed = manner.change(mind, kind)
            return replace(keep(pending).preceded_by(*changed.sentences), manner=changed.manner)
        case Plain("help"):
            return keep(pending).preceded_by(helping.about(question, mind.recent.helped))
    if isinstance(intent, NotClosed) and isinstance(question, ConfirmItem):
        intent = _yes_or_no(game, question, intent)
    if intent == YES and isinstance(question, ScoreOf | WhoClosed | WhoseNumber):
        # No yes can settle these; it is taken like words not understood.
        return missed(pending)
    if intent == NO and isinstance(question, ChooseBetween) and question.about is not None:
        # That was not said; the question before is still to be answered.
        return replace(asking(question.about, say("declined")), later=pending.later)
    if intent == NO and not isinstance(question, JoinsWhen):
        about_scores = not isinstance(question, WhoClosed | ConfirmEvents | JoinsWith
                                       | ResumeThis | WhichGame)
        return replace(saying(say("declined")), later=pending.later, prompt=about_scores)
    if isinstance(intent, Entry) and intent.round is not None and (
        not isinstance(question, ConfirmEvents)
    ):
        return None  # of another round, it is something new
    if (turn := askednames.put_right(mind, game, question, intent)) is not None:
        return replace(turn, later=(*turn.later, *pending.later))
    if isinstance(intent, CorrectScore) and is_of_another(mind.books, game, question, intent):
        return None
    if isinstance(intent, Name) and isinstance(question, ConfirmItem) and (
        question.item.points is not None and intent.player != question.item.player
    ):
        # "Ana ninety, is that right?" - "No, Leo."
        intent = Move(question.item.player, intent.player)
    if isinstance(intent, Move) and (turn := retarget.retargeted(game, question, intent)):
        return replace(turn, later=(*turn.later, *pending.later))
    turn = _settled(mind, game, question, intent)
    if turn is None:
        return None
    return replace(turn, later=(*turn.later, *waiting.not_said_again(pending, intent)))


def _yes_or_no(game: Game, question: ConfirmItem, said: NotClosed) -> Intent:
    """"Ana didn't close", where it is asked whether she closed, or somebody instead of her."""
    if question.item.points is not None:
        return said
    if said.player == question.item.player:
        return NO
    return YES if said.player == game.written_in(question.round).closer else said


def missed(pending: Pending) -> Turn:
    """Words not understood: the question is said again once, then dropped."""
    if pending.missed:
        told = (say("not_caught"), say("gave_up"), *waiting.left_out(pending))
        return Turn(told)
    return replace(keep(pending).preceded_by(say("not_caught")), missed=True)


def _settled(mind: Mind, game: Game, question: Question, intent: Intent) -> Turn | None:
    match question:
        case ConfirmItem():
            return _confirm_item(game, question, intent)
        case ConfirmNobody(round=number):
            if intent == YES or intent == Entry(nobody_closed=True):
                return enter(game, Entry(nobody_closed=True), Sure(nobody=True), number)
            return _closer(game, number, intent)
        case ConfirmEvents():
            return _confirm_events(mind, game, question, intent)
        case ChooseBetween():
            return _choice(mind, game, question, intent)
        case ResumeThis() | WhichGame():
            return resuming.settle(mind, question, intent)
        case WhoseNumber(points=points):
            if isinstance(intent, CorrectScore) and intent.player is None:
                return perform(mind, game, Number(intent.points))
            return _whose(game, points, intent)
        case WhoClosed(round=number) if number <= len(game.finished):
            said = closers.closer_said(intent, number)
            return None if said is None else closers.correct_closer(
                mind.books, game, said, sure=True)
        case WhoClosed(round=number):
            return _closer(game, number, intent)
        case ScoreOf():
            return _score_of(game, question, intent)
        case JoinsWhen():
            return seats.joins_when(game, question, intent)
        case JoinsWith():
            return seats.joins_with(game, question, intent)
        case _:
            return None


def _confirm_item(game: Game, question: ConfirmItem, intent: Intent) -> Turn | None:
    item, number = question.item, question.round
    if isinstance(intent, Count) and intent.player == item.player and number == game.number:
        return count(game, intent)  # the cards said again, in other words
    if intent == YES:
        sure = Sure(item.player, item.points, score=True, closer=item.points is None)
        return enter(game, Entry((item,)), sure, number)
    if item.points is None:
        return _closer(game, number, intent)
    points = said_points(item.player, intent)
    if points is None:
        return None
    sure = Sure(item.player, item.points, score=True)
    if isinstance(intent, Entry):
        return enter(game, intent, sure, number)
    return enter(game, Entry((replace(item, points=points),)), sure, number)


def _closer(game: Game, number: int, intent: Intent) -> Turn | None:
    """Who closed, by a bare name, an entry or a correction."""
    match intent:
        case CorrectCloser(None, said) if said in (None, number):
            return _closer(game, number, Entry(nobody_closed=True))
        case CorrectCloser(str(player), said) if said == number:
            return _closer(game, number, Name(player))
        case Name(player) | CorrectCloser(str(player), None):
            return enter(game, Entry((Item(player, closed=True),)),
                         Sure(player, closer=True), number)
        case Entry(entries, nobody) if nobody or any(item.closed for item in entries):
            closer = next((item.player for item in entries if item.closed), None)
            return enter(game, intent, Sure(closer, closer=True), number)
    return None


def _confirm_events(mind: Mind, game: Game, question: ConfirmEvents, intent: Intent) -> Turn | None:
    if intent == YES:
        return done(game, question.events)
    if intent == question.order:
        # Said again, it is neither a yes nor anything new.
        return asking(question)
    return said_otherwise(mind.books, game, question, intent)


def done(game: Game, events: tuple[Event, ...]) -> Turn:
    """What was asked and is now done."""
    if isinstance(events[0], GameStarted):
        return games.begun(events[0], game.rules)
    return report.told(game, game.after_all(events), events)


def _choice(mind: Mind, game: Game, question: ChooseBetween, intent: Intent) -> Turn | None:
    reading = chosen(question, intent)
    if reading is None:
        return asking(question) if is_said_again(question, intent) else None
    if question.about is not None:
        before = Pending(question.about)
        answered = answer(replace(mind, pending=before), game, before, reading)
        if answered is not None:
            return answered
    if choosing.is_plain(reading):
        number = question.round if question.round <= len(game.finished) else None
        # Beside the answer, a whole utterance said again may hold what was never asked.
        heard_twice = len(reading.entries) == 1 or reading in question.readings
        return enter(game, reading, Sure(likely=heard_twice), number)
    return perform(replace(mind, pending=None), game, reading)


def _whose(game: Game, points: int, intent: Intent) -> Turn | None:
    match intent:
        case Name(player):
            return enter(game, Entry((Item(player, points),)))
        case Entry(entries) if any(item.points == points for item in entries):
            return enter(game, intent)
    return None


def _score_of(game: Game, question: ScoreOf, intent: Intent) -> Turn | None:
    points = said_points(question.player, intent)
    if points is None:
        return None
    number = question.round
    if number <= len(game.finished):
        hand = corrections.Hand(number, ask=False)
        order = CorrectScore(points, question.player, number)
        return corrections.correct_in_round(game, question.player, points, hand, order)
    sure = Sure(question.player, score=True)
    if isinstance(intent, Entry):
        entries = tuple(
            replace(item, closed=item.closed or question.closed)
            if item.player == question.player else item for item in intent.entries
        )
        return enter(game, replace(intent, entries=entries), sure)
    return enter(game, Entry((Item(question.player, points, question.closed),)), sure)
