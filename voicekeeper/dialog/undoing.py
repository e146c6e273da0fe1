"""Taking back the last utterance that changed something, and putting it back."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import games, report, topics
from voicekeeper.dialog.mind import Mind, Turn, asking, look_ahead, saying
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.events import Event, GameResumed, Redone, Undone
from voicekeeper.skyjo.game import Game


def undo_agreement(mind: Mind) -> Turn | None:
    """Take back what was agreed on before a game, where none is on the table; None if nothing."""
    done = mind.books.agreement.done if mind.books.game is None else ()
    if not done:
        return None
    head = say("undone", items=(say("agreeing"),))
    return Turn((head,), (Undone(done[-1].id),), game="")


def redo_agreement(mind: Mind) -> Turn | None:
    """Put it back; None if nothing of the kind was taken back."""
    undone = mind.books.agreement.undone if mind.books.game is None else ()
    if not undone:
        return None
    head = say("redone", items=(say("agreeing"),))
    return Turn((head,), (Redone(undone[-1].id),), game="")


def undo(mind: Mind, game: Game) -> Turn:
    """Take back the last change; with none left, go back to the game put aside.

    Where there is none, the start is taken back, if it was said.
    """
    books = mind.books
    last, before = books.undoable, books.before
    if last is not None and before is not None:
        what = report.phrases(before, last.events, undone=True)
        head = say("undone", items=what) if what else say("undone_plain")
        return _changed(mind, game, Undone(last.id), head)
    if books.going_back is not None:
        return _resumed(books.going_back, say("back_to", players=books.going_back.players))
    if books.taking_back_start is not None:
        started = mind.books.record is not None and mind.books.record.put is None
        head = say("undone", items=(say("starting" if started else "continuing"),))
        return replace(asking(games.WHO_PLAYS, head), events=(books.taking_back_start,))
    return saying(say("nothing_to_undo"))


def redo(mind: Mind, game: Game | None) -> Turn:
    """Put back what was last taken back, be it the start of the game (None: it was)."""
    books = mind.books
    if game is not None and books.redoable is not None:
        what = report.phrases(game, books.redoable.events)
        head = say("redone", items=what) if what else say("redone_plain")
        return _changed(mind, game, Redone(books.redoable.id), head)
    if books.going_forward is not None:
        return _resumed(books.going_forward,
                        say("forward_to", players=books.going_forward.players))
    return saying(say("nothing_to_redo"))


def _changed(mind: Mind, game: Game, event: Event, head: Sentence) -> Turn:
    after = look_ahead(mind.books, [event]).game
    if after is None:
        return saying(say("nothing_to_undo"))
    # Stated, not asked: a question would take the next "undo" for its answer.
    renamed = _is_renamed(game, after)
    told = (head, *topics.differences(game.rules, after.rules), *_players(game, after),
            *(() if renamed else report.effect(game, after)), *report.still_missing(after))
    return Turn(told, (event,))


def _is_renamed(before: Game, after: Game) -> bool:
    return len(before.everyone) == len(after.everyone) and before.everyone != after.everyone


def _players(before: Game, after: Game) -> tuple[Sentence, ...]:
    """Who plays, where a name is another one now, or nothing tells of who came or went."""
    if _is_renamed(before, after) or (before.everyone != after.everyone and not after.written):
        return (say("players", players=after.players),)
    return ()


def _resumed(game: Game, head: Sentence) -> Turn:
    return Turn((head, *games.standing(game, named=True)), (GameResumed(),), game=game.id)
