"""Answers about all finished games: of one player, of two, or who comes first.

What these games hold was looked up before (`Mind.remembered`), so that this is pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from voicekeeper.dialog.remembered import Remembered
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import AskStats, Feat
from voicekeeper.skyjo.careers import Career, Duel

Sentences = tuple[Sentence, ...]

_MOST_NAMED = 3
"""Of more who share a first place is told how many they are."""
_FOR_PERCENT = 20
"""From so many on, a part is told in percent, too."""


def answer(remembered: Iterable[Remembered], asked: AskStats) -> Sentences:
    """The answer to a question. Raises LookupError where it was not looked up."""
    known = next((found for found in remembered if found.asked == asked), None)
    if known is None:
        raise LookupError(f"{asked} was not looked up")
    if asked.player is None:
        first = _FIRST.get(asked.about, _most_wins)
        return first(known) if known.careers else (say("ever_none"),)
    if asked.other is not None:
        return _beaten(asked.player, asked.other, known.duel)
    if not known.careers:
        return (say("ever_none_of", player=asked.player),)
    return _OF_PLAYER.get(asked.about, _wins)(known, asked.player, known.careers[0])


# -- of one player -----------------------------------------------------------


def _games(known: Remembered, player: str, career: Career) -> Sentences:
    return (say("ever_games", player=player, games=career.games),)


def _wins(known: Remembered, player: str, career: Career) -> Sentences:
    if career.games > 1 and not career.wins:
        return (say("ever_no_wins", player=player, games=career.games),)
    return (say("ever_wins", player=player, wins=career.wins, games=career.games),)


def _average(known: Remembered, player: str, career: Career) -> Sentences:
    return (say("ever_average", player=player, average=_decimal(career)),)


def _best(known: Remembered, player: str, career: Career) -> Sentences:
    points, day = career.best.points, known.when(career.best)
    if day is None:
        return (say("ever_best", player=player, points=points),)
    return (say("ever_best_of", player=player, points=points, day=day),)


def _worst(known: Remembered, player: str, career: Career) -> Sentences:
    points, day = career.worst.points, known.when(career.worst)
    if day is None:
        return (say("ever_worst", player=player, points=points),)
    return (say("ever_worst_of", player=player, points=points, day=day),)


def _closed(known: Remembered, player: str, career: Career) -> Sentences:
    if not career.closed:
        return (say("ever_never_closed", player=player, rounds=career.rounds),)
    return (say("ever_closed", player=player, closed=career.closed, rounds=career.rounds),
            *_percent(career.closed, career.rounds))


def _doubled(known: Remembered, player: str, career: Career) -> Sentences:
    if not career.closed:
        return _closed(known, player, career)
    if not career.doubled:
        return (say("ever_never_doubled", player=player, closed=career.closed),)
    return (say("ever_doubled", player=player, closed=career.closed, doubled=career.doubled),
            *_percent(career.doubled, career.closed))


def _streak(known: Remembered, player: str, career: Career) -> Sentences:
    if not career.streak:
        return _wins(known, player, career)
    return (say("ever_streak", player=player, streak=career.streak),)


def _beaten(player: str, other: str, duel: Duel | None) -> Sentences:
    games = 0 if duel is None else duel.ahead + duel.behind + duel.level
    if duel is None or not games:
        return (say("ever_none_of_both", player=player, other=other),)
    if not duel.ahead:
        return (say("ever_never_beaten", player=player, other=other, games=games),)
    return (say("ever_beaten", player=player, other=other, times=duel.ahead, games=games),)


# -- who comes first ---------------------------------------------------------


def _most_games(known: Remembered) -> Sentences:
    most, players = _most(known.careers, lambda career: career.games)
    return (say("ever_most_games", players=players, games=most),)


def _most_wins(known: Remembered) -> Sentences:
    most, players = _most(known.careers, lambda career: career.wins)
    return (say("ever_most_wins", players=players, wins=most),)


def _best_average(known: Remembered) -> Sentences:
    # To one decimal, as it is told.
    _, players = _most(known.careers, lambda career: -_tenths(career))
    first = min(known.careers, key=_tenths)
    return (say("ever_best_average", players=players, average=_decimal(first)),)


def _best_ever(known: Remembered) -> Sentences:
    points, players = _most(known.careers, lambda career: -career.best.points)
    holders = [career.best for career in known.careers if career.best.points == -points]
    day = known.when(holders[0]) if len(holders) == 1 else None
    if day is None:
        return (say("ever_best_who", players=players, points=-points),)
    return (say("ever_best_who_of", players=players, points=-points, day=day),)


def _worst_ever(known: Remembered) -> Sentences:
    points, players = _most(known.careers, lambda career: career.worst.points)
    holders = [career.worst for career in known.careers if career.worst.points == points]
    day = known.when(holders[0]) if len(holders) == 1 else None
    if day is None:
        return (say("ever_worst_who", players=players, points=points),)
    return (say("ever_worst_who_of", players=players, points=points, day=day),)


def _most_closed(known: Remembered) -> Sentences:
    most, players = _most(known.careers, lambda career: career.closed)
    if not most:
        return (say("ever_nobody_closed"),)
    return (say("ever_most_closed", players=players, closed=most),)


def _most_doubled(known: Remembered) -> Sentences:
    most, players = _most(known.careers, lambda career: career.doubled)
    if not most:
        return (say("ever_nobody_doubled"),)
    return (say("ever_most_doubled", players=players, doubled=most),)


def _longest_streak(known: Remembered) -> Sentences:
    most, players = _most(known.careers, lambda career: career.streak)
    return (say("ever_longest_streak", players=players, streak=most),)


def _most(careers: Sequence[Career], of: Callable[[Career], int]
          ) -> tuple[int, tuple[object, ...]]:
    """The most there is, and who has it: by name, or how many where they are many."""
    most = max(map(of, careers))
    players = sorted(career.player for career in careers if of(career) == most)
    if len(players) > _MOST_NAMED:
        # A list of one and something, so that it takes the plural.
        named = players[:_MOST_NAMED - 1]
        return most, (*named, say("ever_others", others=len(players) - len(named)))
    return most, tuple(players)


def _percent(part: int, whole: int) -> Sentences:
    if whole < _FOR_PERCENT:
        return ()
    return (say("ever_percent", percent=round(100 * part / whole)),)


def _tenths(career: Career) -> int:
    return round(10 * career.average)


def _decimal(career: Career) -> Sentence:
    """An average to one decimal."""
    tenths = _tenths(career)
    whole, tenth = divmod(abs(tenths), 10)
    if not tenth:
        return say("reading_number", points=whole if tenths >= 0 else -whole)
    return say("decimal_below_zero" if tenths < 0 else "decimal", whole=whole, tenth=tenth)


_OF_PLAYER: dict[Feat, Callable[[Remembered, str, Career], Sentences]] = {
    "games": _games, "wins": _wins, "average": _average, "best": _best, "worst": _worst,
    "closed": _closed, "doubled": _doubled, "streak": _streak,
}
_FIRST: dict[Feat, Callable[[Remembered], Sentences]] = {
    "games": _most_games, "wins": _most_wins, "average": _best_average, "best": _best_ever,
    "worst": _worst_ever, "closed": _most_closed, "doubled": _most_doubled,
    "streak": _longest_streak,
}
