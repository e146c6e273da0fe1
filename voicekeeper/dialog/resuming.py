"""Going on with a game of the history: "continue last Saturday's game".

What the history holds for the words was looked up before (`Mind.found`), so
that this is pure.
"""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import games, helping, report
from voicekeeper.dialog.mind import Mind, Turn, asking, saying
from voicekeeper.dialog.past import Past
from voicekeeper.dialog.questions import Pending, ResumeThis, WhichGame
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import Choose, Intent, Name, Number, Plain, Resume, Undo
from voicekeeper.skyjo.events import GameResumed

MOST = 3
"""So many games are told to choose from; one more may have been found."""


def resume(mind: Mind) -> Turn:
    """Go on with the game that was found; asked where there are several, or one is under way."""
    there = mind.game
    if there is not None and [past.game.id for past in mind.found] == [there.id]:
        return saying(say("on_the_table"), *games.standing(there))
    open_ = [past for past in mind.found if not past.game.over]
    if not open_:
        if not mind.found:
            return _else_who_plays(mind, say("no_past_game"))
        return _else_who_plays(mind, *_over(mind.found[0]))
    if len(open_) > 1:
        return asking(_which(open_))
    past = open_[0]
    told = _over(mind.found[0]) if mind.found[0].game.over else ()
    under_way = there is not None and games.is_under_way(there)
    if told or past.far or under_way:
        unfinished = (say("game_unfinished", round=there.number),) if (
            there is not None and under_way) else ()
        really = say("resume_really", game=past.phrase())
        return asking(ResumeThis((*told, *unfinished, really), past))
    return resumed(past)


def _over(past: Past) -> tuple[Sentence, ...]:
    """That a game is over, with who won it."""
    when = past.when()
    head = (say("past_over", players=past.game.players) if when is None
            else say("past_over_of", players=past.game.players, day=when))
    _, *won = report.verdict(past.game) if past.game.winners else (None,)
    return (head, *won[:1])


def _which(found: list[Past]) -> WhichGame:
    shown = tuple(found[:MOST])
    more = (say("past_games_last", games=len(shown)),) if len(found) > MOST else ()
    which = say("which_game", games=tuple(past.phrase() for past in shown))
    return WhichGame((*more, which), shown)


def resumed(past: Past) -> Turn:
    """The game is on the table again."""
    head = say("back_to", players=past.game.players)
    return Turn((head, *games.standing(past.game, named=True)), (GameResumed(continued=True),),
                game=past.game.id, recalled=past.record)


def settle(mind: Mind, question: ResumeThis | WhichGame, intent: Intent) -> Turn | None:
    """What an intent does to a question which game is meant; None: it is no answer."""
    if isinstance(intent, Resume):
        return resume(mind)
    if isinstance(question, ResumeThis):
        return resumed(question.past) if intent == Plain("yes") else None
    past = _chosen(question.games, intent)
    return None if past is None else resumed(past)


def _chosen(found: tuple[Past, ...], intent: Intent) -> Past | None:
    match intent:
        case Plain("yes"):
            return found[0]
        case Choose(number) | Number(number):
            at = number - 1 if number > 0 else len(found) + number
            return found[at] if 0 <= at < len(found) else None
        case Name(player):
            theirs = [past for past in found if player in past.game.players]
            return theirs[0] if len(theirs) == 1 else None
    return None


def without_game(mind: Mind, pending: Pending, intent: Intent | None) -> Turn | None:
    """The same where no game is on the table; None: it is no answer."""
    question = pending.question
    if not isinstance(question, ResumeThis | WhichGame):
        return None
    match intent:
        case None if pending.missed:
            return saying(say("not_caught"), say("left_without_game"))
        case None:
            return replace(asking(question, say("not_caught")), missed=True)
        case Plain("repeat"):
            return replace(asking(question), missed=pending.missed)
        case Plain("help"):
            return replace(asking(question), sentences=(helping.about(question), *question.asked))
        case Plain("no"):
            return asking(games.WHO_PLAYS, say("declined"))
        case Plain("cancel") | Undo(None):
            return saying(say("left_without_game"))
    return settle(mind, question, intent)


def _else_who_plays(mind: Mind, *told: Sentence) -> Turn:
    """Said; and who plays is asked where nobody does."""
    return saying(*told) if mind.game is not None else asking(games.WHO_PLAYS, *told)
