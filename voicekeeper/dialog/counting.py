"""Cards added up by the table: the sum is said and taken on yes."""

from __future__ import annotations

from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.entries import enter, game_over, refusal
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.questions import ConfirmItem, ScoreOf
from voicekeeper.dialog.reply import say
from voicekeeper.intents import Count, Entry, Item, TotalIs
from voicekeeper.skyjo.game import Game

CARDS = range(-2, 13)
MOST_CARDS = 12


def count(game: Game, intent: Count) -> Turn:
    """Say the sum of a player's cards and ask whether to take it."""
    player, cards = intent.player, intent.cards
    if why := absent(game, [player]):
        return saying(*why)
    if game.over:
        return game_over(game)
    if any(card not in CARDS for card in cards):
        return saying(say("no_such_card", low=CARDS[0], high=CARDS[-1]))
    if len(cards) > MOST_CARDS:
        return saying(say("too_many_cards", cards=len(cards), most=MOST_CARDS))
    points = sum(cards)
    if why := refusal(game, {player: points}, game.number):
        asked = (say("counted", player=player, points=points), *why,
                 say("score_of", player=player))
        return asking(ScoreOf(asked, player, game.number, intent.closed))
    old = game.written_in(game.number).scores.get(player)
    closed = (say("closed_known", player=player),) if intent.closed else ()
    told = (say("counted", player=player, points=points), *closed)
    if old is not None and old != points:
        asked = (*told, say("has_score", player=player, points=old),
                 say("change_score", player=player, points=points))
    else:
        asked = (*told, say("take_it"))
    return asking(ConfirmItem(asked, Item(player, points, intent.closed), game.number))


def total_is(game: Game, intent: TotalIs) -> Turn:
    """A total counted by the table: this round brings the rest of it."""
    player = intent.player
    if why := absent(game, [player]):
        return saying(*why)
    return enter(game, Entry((Item(player, intent.points - game.totals[player]),)))
