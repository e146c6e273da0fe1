"""Scores and closers said after the end: they change nothing, but how they would is told.

Plain words are taken for a round that is being played, so somebody may have missed that
none is; what puts a finished round right begins with "no".
"""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.corrections import at_hand, closed_in
from voicekeeper.dialog.entries import enter, refusal
from voicekeeper.dialog.mind import Turn
from voicekeeper.dialog.phrases import phrase
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import Entry, Item
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.game import Game


def entered(books: Books, game: Game, entry: Entry) -> Turn:
    """That the game is over, and what to say where it is not as it stands in its last round."""
    turn = enter(game, entry)
    number = at_hand(books, game).round
    if not game.finished:
        return turn
    over, *ways = turn.sentences
    return replace(turn, sentences=(over, *_about(game, entry, number), *ways))


def _about(game: Game, entry: Entry, number: int) -> tuple[Sentence, ...]:
    """How the first thing that stands otherwise is put right, or that all of it is written."""
    was = game.written_in(number)
    if entry.nobody_closed:
        how = say("put_right_how", round=number, item=phrase(Entry(nobody_closed=True)))
        return (closed_in(number, None) if was.nobody_closed else how,)
    players = [item.player for item in entry.entries]
    scores = {item.player: item.points for item in entry.entries if item.points is not None}
    if why := absent(game, players, number) or refusal(game, scores, number):
        return why
    for item in entry.entries:
        if item.points is not None and was.scores.get(item.player) != item.points:
            return (put_right(item, number),)
        if item.closed and was.closer != item.player:
            return (put_right(replace(item, points=None), number),)
    first = entry.entries[0]
    if first.points is None:
        return (closed_in(number, was.closer),)
    return (say("score_known_in_round", round=number, player=first.player, points=first.points),)


def put_right(item: Item, number: int) -> Sentence:
    """How to say a score of a finished round otherwise; without points, who closed it."""
    item = replace(item, closed=item.points is None)
    return say("put_right_how", round=number, item=phrase(Entry((item,))))
