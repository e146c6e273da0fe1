"""Two open cards each: by their sums is settled who starts round one; later they are points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from voicekeeper.dialog import asks
from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.counting import CARDS, count
from voicekeeper.dialog.mind import Turn, saying
from voicekeeper.dialog.questions import Doubt
from voicekeeper.dialog.reply import say
from voicekeeper.intents import Ask, Count, StarterCards
from voicekeeper.skyjo.game import Game


def open_cards(game: Game, told: StarterCards,
               before: Iterable[tuple[str, tuple[int, ...]]] = ()) -> Turn:
    """Two cards each: who starts round one by them, or so far; nothing is written.

    Once that round is under way, and in every later one, whose starter is known, they
    are what is left at a round's end, and are added up: the sum is taken on yes.
    `before` are the cards that were told just before, of other players.
    """
    if why := absent(game, [player for player, _ in told.cards]):
        return saying(*why)
    if game.over:
        return asks.answer(game, Ask("starter"))
    if game.finished or not game.untouched:
        return _added_up(game, told)
    return _who_starts(game, told, before)


def _added_up(game: Game, told: StarterCards) -> Turn:
    """The first player's cards added up; the others' wait for the answer."""
    (first, cards), *others = told.cards
    counted = count(game, Count(first, cards))
    starter = asks.answer(game, Ask("starter")).sentences if game.untouched else ()
    waiting = (Doubt((Count(player, cards),), game.number) for player, cards in others)
    return replace(counted.preceded_by(*starter), later=tuple(waiting))


def _who_starts(game: Game, told: StarterCards,
                before: Iterable[tuple[str, tuple[int, ...]]]) -> Turn:
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
