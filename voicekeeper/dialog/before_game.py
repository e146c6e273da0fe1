"""What is said where no game is on the table: who plays, by which rules, of games gone by."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import (
    agreeing,
    answering,
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
from voicekeeper.dialog.finishing import finished
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind, Turn, asking, look_ahead, saying
from voicekeeper.dialog.questions import ChooseBetween, WhoPlays
from voicekeeper.dialog.reply import say
from voicekeeper.intents import (
    Ask,
    AskRules,
    AskStats,
    Intent,
    Name,
    NameAgain,
    NewGame,
    Plain,
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
        chosen = pending.question.readings[0] if intent == Plain("yes") else intent
        if isinstance(chosen, NewGame) and chosen.players is not None:
            return games.start(mind, chosen.players, chosen.settings)
    if pending is not None and (not meaning.choices or intent is not None):
        turn = resuming.without_game(mind, pending, intent)
        if turn is not None:
            return turn
    who = games.WHO_PLAYS
    if pending is not None and isinstance(pending.question, WhoPlays):
        who = pending.question
    named = tuple(c for c in meaning.choices if isinstance(c, NewGame) and c.players)
    orders = [choice for choice in meaning.choices if choice not in named]
    if orders:
        # "Help" may be somebody's name, but hardly ever is.
        intent = orders[0]
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
        case Plain("no") if pending is not None and isinstance(pending.question, ChooseBetween):
            return asking(games.WHO_PLAYS, say("declined"))
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
            return asking(games.WHO_PLAYS) if pending is None else answering.keep(pending)
        case Plain("cancel") | Undo(None):
            return saying(say("left_without_game"))
        case None if named:
            return asking(choosing.question(named, 0))
        case None if pending is not None and pending.missed:
            return saying(say("not_caught"), say("left_without_game"))
        case None:
            return replace(asking(who, say("not_caught")), missed=True)
        case _:
            return asking(games.WHO_PLAYS, say("no_game"))


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
