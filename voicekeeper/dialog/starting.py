"""Who starts round one: the highest sum of two open cards, as they are told."""

from __future__ import annotations

from collections.abc import Iterable

from voicekeeper.dialog import asks
from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.counting import CARDS
from voicekeeper.dialog.mind import Turn, saying
from voicekeeper.dialog.reply import say
from voicekeeper.intents import Ask, StarterCards
from voicekeeper.skyjo.game import Game


def who_starts(game: Game, told: StarterCards,
               before: Iterable[tuple[str, tuple[int, ...]]] = ()) -> Turn:
    """Who starts by these cards, or who does so far; nothing is written. Later rounds' is known.

    `before` are the cards that were told just before, of other players.
    """
    if why := absent(game, [player for player, _ in told.cards]):
        return saying(*why)
    if game.finished or game.over:
        return asks.answer(game, Ask("starter"))
    if any(card not in CARDS for _, cards in told.cards for card in cards):
        return saying(say("no_such_card", low=CARDS[0], high=CARDS[-1]))
    known = {**dict(before), **dict(told.cards)}
    sums = {player: sum(cards) for player, cards in known.items() if player in game.players}
    most = max(sums.values())
    first = tuple(player for player in game.players if sums.get(player) == most)
    unknown = tuple(player for player in game.players if player not in sums)
    if unknown:
        return saying(say("starter_so_far", players=first, points=most),
                      say("starter_unknown_of", players=unknown))
    if len(first) > 1:
        return saying(say("starter_tied", players=first, points=most))
    return saying(say("starter_first", player=first[0], points=most))
