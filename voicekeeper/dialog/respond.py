"""The dialog: what one utterance, key or silence comes to. Pure.

A question that is open comes first: the utterance may settle, keep or close
it; anything else drops it, said so, and is taken for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from voicekeeper.dialog import (
    agreeing,
    answering,
    asks,
    careers,
    choosing,
    games,
    helping,
    manner,
    report,
    resuming,
    topics,
    undoing,
    waiting,
)
from voicekeeper.dialog.meaning import Meaning
from voicekeeper.dialog.mind import Mind, Turn, asking, look_ahead, saying
from voicekeeper.dialog.perform import perform
from voicekeeper.dialog.picking import pick
from voicekeeper.dialog.questions import ChooseBetween, ConfirmEvents, Pending, WhoClosed, WhoPlays
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import (
    Ask,
    AskRules,
    AskStats,
    Intent,
    NewGame,
    Plain,
    Resume,
    SetRules,
    Spell,
    Undo,
)
from voicekeeper.skyjo.events import GameStarted, ScoreSet
from voicekeeper.skyjo.game import Game

Key = Literal["next", "previous", "undo"]


def respond(mind: Mind, meaning: Meaning) -> Turn:
    """What an utterance comes to."""
    game = mind.game
    if game is None:
        return _without_game(mind, meaning)
    pending = mind.pending
    if pending is None:
        turn = _taken(mind, game, meaning)
    else:
        answered = _to_the_question(mind, game, pending, meaning)
        if answered is None:
            return _instead(mind, game, pending, meaning)
        turn = answered
    missed_twice = pending is not None and pending.missed
    return _finished(mind, turn, remind=not (_takes_back(meaning) or missed_twice))


def press(mind: Mind, key: Key) -> Turn:
    """What a headset's key comes to."""
    game = mind.game
    if key == "undo":
        return respond(mind, Meaning("", Undo()))
    if game is None:
        return asking(games.WHO_PLAYS)
    step = 1 if key == "next" else -1
    if mind.pending is None:
        return _finished(mind, pick(game, mind.picked, step))
    return _dropped(mind, mind.pending, lambda ahead, game: _finished(
        ahead, pick(game, ahead.picked, step)))


def silence(mind: Mind) -> Turn:
    """Nothing was said: nothing is answered, and an open question stays open."""
    turn = Turn(picked=mind.picked, roll=mind.roll)
    if mind.pending is None:
        return turn
    pending = mind.pending
    return replace(turn, question=pending.question, later=pending.later, missed=pending.missed)


def lapse(mind: Mind) -> Turn:
    """Nobody answered for too long: the question is closed, said so."""
    pending = mind.pending
    if pending is None:
        return silence(mind)
    told = (say("lapsed"), *waiting.left_out(pending))
    turn = Turn(told, later=waiting.clear(pending), picked=mind.picked)
    if mind.game is None:
        return turn
    turn = _finished(mind, turn)
    missing = report.still_missing(mind.game) if len(told) > 1 and not turn.events else ()
    return replace(turn, sentences=(*turn.sentences, *missing))


def welcome(mind: Mind) -> Turn:
    """What is said at the start: where the game stands, or who plays."""
    if mind.game is None:
        return asking(games.WHO_PLAYS)
    return saying(*games.standing(mind.game))


def _to_the_question(mind: Mind, game: Game, pending: Pending, meaning: Meaning) -> Turn | None:
    """What an utterance does to the open question; None: it is no answer and drops it."""
    if meaning.intent is None and not meaning.choices:
        return answering.missed(pending)
    if meaning.intent is not None:
        return answering.answer(mind, game, pending, meaning.intent)
    if any(isinstance(choice, Plain) for choice in meaning.choices):
        # "Yes" or "no" that may as well be something else settles nothing.
        return answering.missed(pending)
    answers = [choice for choice in meaning.choices if _answers(mind, game, choice)]
    if len(answers) == len(meaning.choices):
        turn = _taken(mind, game, meaning)
        return replace(turn, later=(*turn.later, *pending.later))
    if len(answers) == 1 and not isinstance(pending.question, ConfirmEvents):
        # "No one", said to "Who closed?", is no correction to one point.
        return answering.answer(mind, game, pending, answers[0])
    return None


def _instead(mind: Mind, game: Game, pending: Pending, meaning: Meaning) -> Turn:
    """The question is dropped, said so, and what was said is taken for itself.

    Scores and closers are of the round that was asked about, so they come before
    what was held back. Before anything else the round is completed by it.
    """
    said = meaning.choices if meaning.intent is None else (meaning.intent,)
    if _takes_back(meaning):
        left = waiting.left_out(pending, all_of_it=True)
        turn = respond(replace(mind, pending=None), meaning)
        return turn.preceded_by(say("dropped"), *left)
    if not all(waiting.is_of_the_round(intent) for intent in said):
        return _dropped(mind, pending, lambda ahead, _: respond(ahead, meaning))
    left = waiting.left_out(pending, said)
    without = replace(mind, pending=None)
    turn = _taken(without, game, meaning)
    turn = replace(turn, later=(*turn.later, *waiting.clear(pending, said)))
    return _told_dropped(_finished(without, turn, remind=True), left)


def _dropped(mind: Mind, pending: Pending, then: Callable[[Mind, Game], Turn]) -> Turn:
    """The question is dropped, what was clear beside it is taken, and then something else."""
    left = waiting.left_out(pending)
    books, game = mind.books, mind.game
    if game is None:
        raise ValueError("a question in a game without a game")
    first = _with_later(game, Turn(later=waiting.clear(pending)))
    if first.events:
        books = look_ahead(books, first.events)
    ahead = replace(mind, pending=None, books=books)
    turn = then(ahead, game.after_all(first.events))
    new = tuple(said for said in turn.sentences if said not in first.sentences)
    turn = replace(turn, first=first.events, sentences=(*first.sentences, *new))
    return _told_dropped(turn, left)


def _told_dropped(turn: Turn, left: Sequence[Sentence]) -> Turn:
    if isinstance(turn.question, WhoClosed) and not left:
        # The same question is asked again, or one that has come in its place.
        return turn
    return turn.preceded_by(say("dropped"), *left)


def _takes_back(meaning: Meaning) -> bool:
    return meaning.intent in (Plain("cancel"), Plain("redo"), Undo())


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
        case ():
            return _not_understood(game, meaning.stranger)
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
    if game is not None:
        asked = _with_later(game, turn)
        turn, game = asked, game.after_all(asked.events[len(turn.events):])
    if game is not None and turn.question is None and (
        (turn.prompt or (remind and not game.missing)) and not (game.over and _is_over(mind))
    ):
        prompt = report.prompt(game)
        new = (said for said in prompt.sentences if said not in turn.sentences)
        turn = replace(turn, sentences=(*turn.sentences, *new),
                       question=prompt.question)
    if turn.picked is None and game is not None and _still_picked(mind, game, turn):
        turn = replace(turn, picked=mind.picked)
    return turn


def _is_over(mind: Mind) -> bool:
    return mind.game is not None and mind.game.over


def _with_later(game: Game, turn: Turn) -> Turn:
    """The turn with what is still to be asked, up to the first question; `game` is after it."""
    while turn.question is None and turn.later:
        doubt, *rest = turn.later
        raised = choosing.raised(game, doubt)
        turn = replace(turn, sentences=(*turn.sentences, *raised.sentences),
                       events=(*turn.events, *raised.events), question=raised.question,
                       later=(*raised.later, *rest), prompt=turn.prompt or raised.prompt)
        game = game.after_all(raised.events)
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
        turn = _finished(mind, undoing.undo(mind, last) if back else undoing.redo(mind, last))
        after = look_ahead(mind.books, turn.events, turn.game).game
        # What was agreed on for the next game leaves the finished one where it was.
        still = after is not None and turn.events and replace(
            after, rules_ahead=last.rules_ahead) == last
        return _then_ask(turn, games.WHO_PLAYS) if still else turn
    if not back and mind.books.going_forward is not None:
        return undoing.redo(mind, None)
    return None
