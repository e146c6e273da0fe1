"""What is said where no game is on the table: who plays, by which rules, of games gone by."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import (
    agreeing,
    askednames,
    asks,
    careers,
    choosing,
    games,
    helping,
    manner,
    resuming,
    topics,
    undoing,
)
from voicekeeper.dialog.aside import aside
from voicekeeper.dialog.chosen import chosen
from voicekeeper.dialog.finishing import finished
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind, Turn, asking, keep, look_ahead, saying
from voicekeeper.dialog.questions import ChooseBetween, Pending, WhoPlays
from voicekeeper.dialog.reply import say
from voicekeeper.intents import (
    Ask,
    AskRules,
    AskStats,
    Intent,
    Move,
    Name,
    NameAgain,
    NewGame,
    Plain,
    Rename,
    Resume,
    SetRules,
    Spell,
    Undo,
)


def without_game(mind: Mind, meaning: Meaning) -> Turn:
    """Before a game only its players are of interest, and the game before it."""
    pending = mind.pending
    last = mind.books.game
    intent = meaning.intent
    if pending is not None and isinstance(pending.question, ChooseBetween):
        return _to_the_choice(mind, pending, pending.question, meaning)
    if pending is not None and (not meaning.choices or intent is not None):
        turn = resuming.without_game(mind, pending, intent)
        if turn is not None:
            return turn
    who = games.WHO_PLAYS
    if pending is not None and isinstance(pending.question, WhoPlays):
        who = pending.question
    choices = tuple(reading for reading in meaning.choices if not _is_a_word(reading, who))
    if choices:
        readings = _likely(choices)
        if any(_does_something(reading, who) for reading in readings):
            return _asked(mind, readings)
        intent = readings[0]
    if (turn := aside(mind, intent)) is not None:
        return turn
    if intent is not None and (turn := askednames.spelt_otherwise(who, intent)) is not None:
        return turn
    match intent:
        case NewGame(players, settings) if players and who.named:
            return games.start(mind, (*who.named, *players), settings)
        case NewGame(None, settings) if settings and last is None:
            return _then_ask(agreeing.agree(mind, SetRules(settings)), who)
        case Resume():
            return resuming.resume(mind)
        case SetRules():
            return _then_ask(agreeing.agree(mind, intent), who)
        case Plain("no") if who.named:
            return games.start(mind, who.named)
        case Spell():
            return games.spell(who, intent)
        case NameAgain(name) | Name(name):
            # It is nobody's who was named so far: it is one more.
            return games.spell(who, Spell(name))
        case NewGame():
            return games.new_game(mind, intent)
        case AskRules(topic):
            return _then_ask(topics.explain(mind.rules_ahead, topic), who)
        case AskStats():
            return _then_ask(saying(*careers.answer(mind.remembered, intent)), who)
        case Plain(kind) if manner.is_about_it(kind):
            return _then_ask(manner.change(mind, kind), who)
        case Plain("rematch") if last is not None:
            return games.rematch(mind, last)
        case Ask() if last is not None:
            return asking(games.WHO_PLAYS, *asks.answer(last, intent).sentences)
        case (Undo(None) | Plain("redo")) if (
            # An undo closes the question first.
            (pending is None or intent == Plain("redo"))
            and (turn := _back_or_again(mind, intent)) is not None
        ):
            return turn
        case Plain("help"):
            return asking(games.WHO_PLAYS, helping.about(games.WHO_PLAYS, mind.recent.helped))
        case Plain("repeat"):
            return asking(games.WHO_PLAYS) if pending is None else keep(pending)
        case Plain("cancel") | Undo(None):
            return saying(say("left_without_game"))
        case None if pending is not None and pending.missed:
            return saying(say("not_caught"), say("left_without_game"))
        case None:
            told = helping.about(who, 0) if meaning.choices else say("not_caught")
            return replace(asking(who, told), missed=True)
        case _:
            return asking(games.WHO_PLAYS, say("no_game"))


def _is_a_word(reading: Intent, who: WhoPlays) -> bool:
    """Whether one name was perhaps said, where it takes two: "hi" or "start", hardly a name."""
    return isinstance(reading, NewGame) and len(reading.players or ()) == 1 and not who.named


def _likely(choices: tuple[Intent, ...]) -> tuple[Intent, ...]:
    """What was perhaps meant: "help" may be somebody's name, but hardly ever is."""
    likely = tuple(choice for choice in choices
                   if not (isinstance(choice, NewGame) and len(choice.players or ()) == 1))
    return likely or choices


def _does_something(intent: Intent, who: WhoPlays) -> bool:
    """Whether something would be different afterwards, other than what was said last."""
    match intent:
        case (NewGame() | SetRules() | Resume() | Undo() | Name() | NameAgain() | Spell(str())
              | Plain("redo" | "rematch")):
            return True
        case Plain("no") | Rename() | Move():
            return bool(who.named)
        case Plain(kind):
            return manner.is_about_it(kind)
    return False


def _asked(mind: Mind, readings: tuple[Intent, ...]) -> Turn:
    """Ask which was said; what was asked before waits for it."""
    question = choosing.question(readings, 0)
    if mind.pending is not None:
        question = replace(question, about=mind.pending.question)
    return replace(asking(question), passing=True)


def _to_the_choice(mind: Mind, pending: Pending, question: ChooseBetween, meaning: Meaning) -> Turn:
    """What is said to the question which of several things was said."""
    intent = meaning.intent
    before = None if question.about is None else Pending(question.about)
    asked_for = intent in question.readings
    match intent:
        case None if not meaning.choices and pending.missed:
            return saying(say("not_caught"), say("left_without_game"))
        case None if not meaning.choices:
            return replace(keep(pending).preceded_by(say("not_caught")), missed=True)
        case Plain("no"):
            return asking(question.about or games.WHO_PLAYS, say("declined"))
        case Plain("cancel"):
            return saying(say("left_without_game"))
        case Undo(None) if not asked_for:
            return saying(say("left_without_game"))
        case Plain("repeat") if not asked_for:
            return keep(pending)
        case Plain("help") if not asked_for:
            return keep(pending).preceded_by(helping.about(question, mind.recent.helped))
        case Plain(kind) if manner.is_about_it(kind) and not asked_for:
            changed = manner.change(mind, kind)
            return replace(keep(pending).preceded_by(*changed.sentences), manner=changed.manner)
        case Plain() if not asked_for and (turn := aside(mind, intent)) is not None:
            return turn
    meant = None if intent is None else chosen(question, intent)
    instead = without_game(replace(mind, pending=before),
                           meaning if meant is None else Meaning(meaning.text, meant))
    if meant is not None or _is_names_again(question, meaning):
        return instead
    return instead.preceded_by(say("dropped"))


def _is_names_again(question: ChooseBetween, meaning: Meaning) -> bool:
    """Whether names are said where the question was which ones were said."""
    return any(isinstance(reading, NewGame) for reading in question.readings) and any(
        isinstance(said, NewGame | Name | NameAgain | Spell)
        for said in (meaning.intent, *meaning.choices))


def _then_ask(turn: Turn, who: WhoPlays) -> Turn:
    return replace(turn, sentences=(*turn.sentences, *who.asked), question=who)


def _back_or_again(mind: Mind, order: Intent) -> Turn | None:
    """Undo or redo where no game is being played; None if there is nothing to take back."""
    last = mind.books.game
    back = order == Undo()
    agreement = undoing.undo_agreement(mind) if back else undoing.redo_agreement(mind)
    if agreement is not None:
        return _then_ask(agreement, games.WHO_PLAYS)
    if last is not None:
        turn = finished(mind, undoing.undo(mind, last) if back else undoing.redo(mind, last))
        after = look_ahead(mind.books, turn.events, turn.game).game
        # What was agreed on for the next game leaves the finished one where it was.
        still = after is not None and turn.events and replace(
            after, rules_ahead=last.rules_ahead) == last
        return _then_ask(turn, games.WHO_PLAYS) if still else turn
    if not back and mind.books.going_forward is not None:
        return undoing.redo(mind, None)
    return None
