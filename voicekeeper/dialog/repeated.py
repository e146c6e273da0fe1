"""A whole round said that is like the one just finished: perhaps that one was said again.

Two rounds may well be alike, so it is taken for the new one; but it is told.
"""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog.corrections import at_hand
from voicekeeper.dialog.entries import enter
from voicekeeper.dialog.holding import ends_round
from voicekeeper.dialog.mind import Turn
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import Entry
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.game import Game


def entered(books: Books, game: Game, entry: Entry) -> Turn:
    """Scores and closers taken; told where they are those of the round just finished."""
    turn = enter(game, entry)
    alike = _alike(books, game, entry) if turn.events else None
    if alike is None:
        return turn
    # While something is asked, an undo would only close the question.
    how = (say("undo_if_again"),) if ends_round(game, turn.events) else ()
    return replace(turn, sentences=(*turn.sentences, alike, *how))


def _alike(books: Books, game: Game, entry: Entry) -> Sentence | None:
    """Which round was the same, but for one score among at least three; None: it wasn't."""
    if game.over or not game.untouched:
        return None
    hand = at_hand(books, game)
    was = game.round(hand.round)
    if was is None or hand.ask:
        return None
    scores = {item.player: item.points for item in entry.entries if item.points is not None}
    closers = {item.player for item in entry.entries if item.closed}
    other = [player for player, points in scores.items() if was.scores.get(player) != points]
    if scores.keys() != was.scores.keys() or not closers <= {was.closer}:
        return None
    if not other:
        return say("like_round", round=was.number)
    if len(other) == 1 and len(scores) > len(other) + 1:
        return say("like_round_but", round=was.number, player=other[0])
    return None
