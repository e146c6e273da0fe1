"""The dialog: what one utterance, key or silence comes to. Pure.

A question that is open comes first: the utterance may settle, keep or close
it; anything else drops it, said so, and is taken for itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from voicekeeper.dialog import (
    agreeing,
    answering,
    asks,
    choosing,
    games,
    helping,
    report,
    resuming,
    topics,
    undoing,
)
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind, Turn, asking, look_ahead, saying
from voicekeeper.dialog.perform import perform
from voicekeeper.dialog.picking import pick
from voicekeeper.dialog.questions import ChooseBetween, ConfirmEvents, WhoClosed, WhoPlays
from voicekeeper.dialog.reply import say
from voicekeeper.intents import Ask, AskRules, Intent, NewGame, Plain, Resume, SetRules, Spell, Undo
from voicekeeper.skyjo.events import GameStarted, ScoreSet
from voicekeeper.skyjo.game import Game

Key = Literal["next", "previous", "undo"]


def respond(mind: Mind, meaning: Meaning) -> Turn:
    """What an utterance comes to."""
    game = mind.game
    if game is None:
        return _without_game(mind, meaning)
    closes = meaning.intent in (Plain("cancel"), Plain("redo"), Undo())
    missed_twice = mind.pending is not None and mind.pending.missed
    turn = _finished(mind, _heard(mind, game, meaning), remind=not (closes or missed_twice))
    if isinstance(turn.question, WhoClosed) and turn.sentences[:1] == (say("dropped"),):
        # The same question is asked again, or one that has come in its place.
        return replace(turn, sentences=turn.sentences[1:])
    return turn


def press(mind: Mind, key: Key) -> Turn:
    """What a headset's key comes to."""
    game = mind.game
    if key == "undo":
        return respond(mind, Meaning("", Undo()))
    if game is None:
        return asking(games.WHO_PLAYS)
    turn = pick(game, mind.picked, 1 if key == "next" else -1)
    if mind.pending is not None:
        turn = turn.preceded_by(say("dropped"))
    return _finished(mind, turn)


def silence(mind: Mind) -> Turn:
    """Nothing was said: nothing is answered, and an open question stays open."""
    turn = Turn(picked=mind.picked)
    if mind.pending is None:
        return turn
    pending = mind.pending
    return replace(turn, question=pending.question, later=pending.later, missed=pending.missed)


def lapse(mind: Mind) -> Turn:
    """Nobody answered for too long: the question is closed, said so."""
    if mind.pending is None:
        return silence(mind)
    # What was held back for the question's sake was not taken: so say what is missing.
    held = any(doubt.held for doubt in mind.pending.later)
    missing = report.still_missing(mind.game) if held and mind.game is not None else ()
    return Turn((say("lapsed"), *missing), picked=mind.picked)


def welcome(mind: Mind) -> Turn:
    """What is said at the start: where the game stands, or who plays."""
    if mind.game is None:
        return asking(games.WHO_PLAYS)
    return saying(*games.standing(mind.game))


def _heard(mind: Mind, game: Game, meaning: Meaning) -> Turn:
    pending = mind.pending
    if meaning.intent is None and not meaning.choices:
        if pending is not None:
            return answering.missed(pending)
        return _not_understood(game, meaning.stranger)
    if pending is None:
        return _taken(mind, game, meaning)
    if meaning.intent is not None:
        turn = answering.answer(mind, game, pending, meaning.intent)
        if turn is not None:
            return turn
    elif any(isinstance(choice, Plain) for choice in meaning.choices):
        # "Yes" or "no" that may as well be something else settles nothing.
        return answering.missed(pending)
    else:
        answers = [choice for choice in meaning.choices if _answers(mind, game, choice)]
        if len(answers) == len(meaning.choices):
            return replace(_taken(mind, game, meaning), later=pending.later)
        if len(answers) == 1 and not isinstance(pending.question, ConfirmEvents):
            # "No one", said to "Who closed?", is no correction to one point.
            turn = answering.answer(mind, game, pending, answers[0])
            if turn is not None:
                return turn
    return _taken(replace(mind, pending=None), game, meaning).preceded_by(say("dropped"))


def _not_understood(game: Game, stranger: str | None) -> Turn:
    who = () if stranger is None else (say("not_playing", player=stranger),)
    turn = saying(say("not_caught"), *who, say("players", players=game.players))
    return replace(turn, passing=True)


def _answers(mind: Mind, game: Game, intent: Intent) -> bool:
    pending = mind.pending
    return pending is not None and answering.answer(mind, game, pending, intent) is not None


def _taken(mind: Mind, game: Game, meaning: Meaning) -> Turn:
    if meaning.intent is not None:
        return perform(mind, game, meaning.intent)
    match meaning.choices:
        case (NewGame() as order,) if games.is_under_way(game):
            # A new game over one under way is asked about in any case.
            return perform(mind, game, order)
    return choosing.doubt(game, meaning.choices)


def _finished(mind: Mind, turn: Turn, remind: bool = False) -> Turn:
    """The turn with its next question asked, or else with who is missing said.

    remind: ask who closed after any reply, once that alone is missing.
    """
    known = mind.books if turn.recalled is None else mind.books.knowing(turn.recalled)
    books = look_ahead(known, turn.events, turn.game) if not _starts(turn) else None
    game = books.game if books is not None else None
    while game is not None and turn.question is None and turn.later:
        doubt, *rest = turn.later
        raised = choosing.raised(game, doubt)
        turn = replace(turn, sentences=(*turn.sentences, *raised.sentences),
                       events=(*turn.events, *raised.events), question=raised.question,
                       later=(*raised.later, *rest), prompt=turn.prompt or raised.prompt)
        game = game.after_all(raised.events)
    if game is not None and turn.question is None and (
        turn.prompt or (remind and not game.missing)
    ):
        prompt = report.prompt(game)
        new = (said for said in prompt.sentences if said not in turn.sentences)
        turn = replace(turn, sentences=(*turn.sentences, *new),
                       question=prompt.question)
    if turn.picked is None and game is not None and _still_picked(mind, game, turn):
        turn = replace(turn, picked=mind.picked)
    return turn


def _still_picked(mind: Mind, after: Game, turn: Turn) -> bool:
    """A pick ends with a score for its player, and with the round."""
    now = mind.game
    scored = any(isinstance(e, ScoreSet) and e.player == mind.picked for e in turn.events)
    same_round = now is not None and (now.id, now.number) == (after.id, after.number)
    return same_round and not scored and mind.picked in after.missing


def _starts(turn: Turn) -> bool:
    return any(isinstance(event, GameStarted) for event in turn.events)


def _without_game(mind: Mind, meaning: Meaning) -> Turn:
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
        case NewGame():
            return games.new_game(mind, intent)
        case AskRules(topic):
            return _then_ask(topics.explain(mind.rules_ahead, topic), who)
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
            return asking(games.WHO_PLAYS, helping.about(games.WHO_PLAYS))
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
        turn = _finished(mind, undoing.undo(mind, last) if back else undoing.redo(mind, last))
        after = look_ahead(mind.books, turn.events, turn.game).game
        # What was agreed on for the next game leaves the finished one where it was.
        still = after is not None and turn.events and replace(
            after, rules_ahead=last.rules_ahead) == last
        return _then_ask(turn, games.WHO_PLAYS) if still else turn
    if not back and mind.books.going_forward is not None:
        return undoing.redo(mind, None)
    return None
