"""A turn's end: what is still to be asked, who is missing, and for whom a bare number stays."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import choosing, report
from voicekeeper.dialog.mind import Mind, Turn, look_ahead, saying
from voicekeeper.skyjo.events import GameStarted, ScoreSet
from voicekeeper.skyjo.game import Game


def finished(mind: Mind, turn: Turn, remind: bool = False) -> Turn:
    """The turn with its next question asked, or else with who is missing said.

    remind: ask who closed after any reply, once that alone is missing; while things are
    taken back it is only stated, for a question would take the next undo for its answer.
    """
    known = mind.books if turn.recalled is None else mind.books.knowing(turn.recalled)
    books = look_ahead(known, turn.events, turn.game) if not _starts(turn) else None
    game = books.game if books is not None else None
    if game is not None:
        asked = with_later(game, turn)
        turn, game = asked, game.after_all(asked.events[len(turn.events):])
    if game is not None and turn.question is None and (
        (turn.prompt or (remind and not game.missing)) and not (game.over and _is_over(mind))
    ):
        prompt = report.prompt(game)
        if not turn.prompt and _is_stated(mind):
            prompt = saying(*report.still_missing(game))
        new = (said for said in prompt.sentences if said not in turn.sentences)
        turn = replace(turn, sentences=(*turn.sentences, *new),
                       question=prompt.question)
    if turn.picked is None and game is not None and _still_picked(mind, game, turn):
        turn = replace(turn, picked=mind.picked)
    return turn


def _is_over(mind: Mind) -> bool:
    return mind.game is not None and mind.game.over


def _is_stated(mind: Mind) -> bool:
    """Whether an undo has closed the question who closed, or the last reply stated it."""
    last = {sentence.key for sentence in mind.last.sentences}
    return mind.pending is None and bool(last & {"undo_again", "closer_missing"})


def with_later(game: Game, turn: Turn) -> Turn:
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
