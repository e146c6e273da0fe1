"""Skyjo played by careful but not clever players, for scores as the game deals them."""

from __future__ import annotations

import random
from collections import Counter

# RULES of the deck: five -2, ten -1, fifteen 0, ten each of 1 to 12.
_DECK = [-2] * 5 + [-1] * 10 + [0] * 15 + [card for card in range(1, 13) for _ in range(10)]
_CARDS = 12
_ROWS = 3
_GOOD = 5  # a card this low is kept rather than turned away
_LONGEST = 60  # turns a player; a round never comes near


def round_scores(players: int, chance: random.Random) -> list[int]:
    """The scores of one round, the closer's first (not doubled)."""
    deck = _DECK.copy()
    chance.shuffle(deck)
    hands = [[deck.pop() for _ in range(_CARDS)] for _ in range(players)]
    shown = [set(chance.sample(range(_CARDS), 2)) for _ in range(players)]
    pile = deck.pop()
    closer: int | None = None
    for turn in range(_LONGEST * players):
        player = turn % players
        if player == closer:
            break
        take_pile = pile <= _GOOD or not deck
        pile = _turn(hands[player], shown[player], pile if take_pile else deck.pop(), chance)
        if closer is None and len(shown[player]) == len(hands[player]):
            closer = player
    first = closer or 0
    return [sum(hands[(first + seat) % players]) for seat in range(players)]


def _turn(hand: list[int], shown: set[int], card: int, chance: random.Random) -> int:
    """Puts a card in place of the worst one or turns one over; gives what is thrown away."""
    hidden = [place for place in range(len(hand)) if place not in shown]
    worst = max(shown, key=lambda place: hand[place], default=None)
    if worst is not None and hand[worst] - card >= _GOOD:
        place = worst
    elif card <= _GOOD and hidden:
        place = chance.choice(hidden)
    elif hidden:
        shown.add(chance.choice(hidden))
        _clear_column(hand, shown)
        return card
    else:
        return card
    thrown, hand[place] = hand[place], card
    shown.add(place)
    _clear_column(hand, shown)
    return thrown


def _clear_column(hand: list[int], shown: set[int]) -> None:
    """Three equal open cards in a column go away."""
    for top in range(0, len(hand) - len(hand) % _ROWS, _ROWS):
        column = range(top, top + _ROWS)
        if all(p in shown for p in column) and len({hand[p] for p in column}) == 1:
            del hand[top:top + _ROWS]
            kept = {p if p < top else p - _ROWS for p in shown if p not in column}
            shown.clear()
            shown |= kept
            return


class Scores:
    """Scores to be said: most as the game deals them, some out of the whole range."""

    def __init__(self, chance: random.Random, dealt: float = 0.6) -> None:
        self._chance = chance
        self._dealt = dealt
        self._round: list[int] = []
        self._rare: list[int] = []

    def next(self) -> int:
        """A score, -17 to 140. Of the whole range each comes once before one comes twice."""
        if self._chance.random() < self._dealt:
            while not self._round:
                self._round = round_scores(self._chance.randint(2, 6), self._chance)
            return self._round.pop()
        if not self._rare:
            self._rare = list(range(-17, 141))
            self._chance.shuffle(self._rare)
        return self._rare.pop()


def _show() -> None:
    chance = random.Random(1)
    found = Counter(s for _ in range(2000) for s in round_scores(4, chance))
    for score in sorted(found):
        print(f"{score:4} {'#' * (found[score] // 10)}")


if __name__ == "__main__":
    _show()
