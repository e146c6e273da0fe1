"""Answers about the game: who leads, what is missing, how far it is to the end.

Every function of the table below takes the game, the player asked about (or
None) and the round asked about (a finished or the current round's number, or
None) and gives the sentences of the answer.
"""

from __future__ import annotations

from collections.abc import Callable

from voicekeeper.dialog import looking_back, penalties, report
from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.corrections import named_round
from voicekeeper.dialog.mind import Turn, saying
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import About, Ask
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.round import Round
from voicekeeper.skyjo.rules import span_of

Sentences = tuple[Sentence, ...]


def answer(game: Game, ask: Ask) -> Turn:
    """The answer to a question about the game."""
    number: int | None = None
    if ask.round is not None:
        found = named_round(game, ask.round)
        if isinstance(found, Sentence):
            return saying(found)
        number = found
    if ask.player is not None and (why := _absent(game, ask.about, ask.player, number)):
        return saying(*why)
    if ask.points is not None and ask.player is not None:
        return saying(_far_from(game, ask.player, ask.points))
    sentences = _ANSWERS[ask.about](game, ask.player, number)
    if ask.about == "missing" and not game.over and not game.missing:
        return report.prompt(game)
    return saying(*sentences)


def _absent(game: Game, about: About, player: str, number: int | None) -> Sentences:
    """Why there is no answer about a player, or the answer about one who has left."""
    if about in ("way", "most_closed") and player in game.all_totals:
        return ()  # about rounds gone by, also of somebody who has left
    last = len(game.finished) or None
    why = absent(game, [player], number or (last if about in ("last", "doubled") else None))
    left = why and player in game.all_totals and number is None
    if left and about in ("total", "remaining", "behind"):
        return (*why, say("left_with", player=player, points=game.all_totals[player]))
    return why


def _totals(game: Game, number: int | None) -> dict[str, int] | None:
    """The totals now or after a finished round, the lowest first; None before the first."""
    done = game.round(-1 if number is None else number)
    if done is None:
        return None
    if number is None:
        return dict(sorted(((player, total) for _, player, total in game.standings),
                           key=lambda pair: pair[1]))
    return dict(sorted(done.totals.items(), key=lambda pair: pair[1]))


def _leader(game: Game, player: str | None, number: int | None) -> Sentences:
    if game.over and game.winners and number in (None, game.number):
        return _winner(game)
    totals = _totals(game, number)
    if totals is None:
        return (say("no_round_yet"),)
    points, players = _with(totals, min(totals.values()))
    if len(players) == len(totals):
        return (say("all_level", points=points),)
    if len(players) > 1:
        return (say("leaders", players=players, points=points),)
    return (say("leader", player=players[0], points=points),)


def _winner(game: Game) -> Sentences:
    points = game.totals[game.winners[0]]
    if len(game.winners) > 1:
        return (say("winners", players=game.winners, points=points),)
    return (say("winner", player=game.winners[0], points=points),)


def _loser(game: Game, player: str | None, number: int | None) -> Sentences:
    totals = _totals(game, number)
    if totals is None:
        return (say("no_round_yet"),)
    points, players = _with(totals, max(totals.values()))
    if len(players) == len(totals):
        return (say("all_level", points=points),)
    if len(players) > 1:
        return (say("losers", players=players, points=points),)
    return (say("loser", player=players[0], points=points),)


def _with(totals: dict[str, int], points: int) -> tuple[int, tuple[str, ...]]:
    """The points, and who has them, in seating order."""
    return points, tuple(player for player, total in totals.items() if total == points)


def _standings(game: Game, player: str | None, number: int | None) -> Sentences:
    if game.over and number is None:
        return report.verdict(game)
    totals = _totals(game, number)
    if totals is None:
        so_far = (say("players", players=game.players),) if game.untouched else _entered(
            game, None, None)
        return (say("no_round_yet"), *so_far)
    if number is not None:
        return (say("totals_after", round=number, items=report.scores(totals.items())),)
    return (say("totals", items=report.scores(totals.items())),)


def _total(game: Game, player: str | None, number: int | None) -> Sentences:
    if player is None:
        return _standings(game, None, number)
    totals = game.totals if number is None else _totals(game, number)
    points = totals[player] if totals is not None else 0
    return (say("total", player=player, points=points),)


def _remaining(game: Game, player: str | None, number: int | None) -> Sentences:
    limit = game.rules.end_at
    if limit is None:
        left = (game.rules.rounds or 0) - len(game.finished)
        return (say("rounds_left", rounds=max(left, 0)),)
    if not game.finished:
        return (say("all_at_zero", limit=limit),)
    # Nobody named: whoever is nearest to the end.
    chosen = player or max(game.players, key=lambda who: game.totals[who])
    points = limit - game.totals[chosen]
    if points <= 0:
        return (say("limit_reached", player=chosen, limit=limit),)
    return (say("remaining", player=chosen, points=points, limit=limit),)


def _far_from(game: Game, player: str, points: int) -> Sentence:
    """How far a player's total is from any number of points."""
    possible = span_of("end_at") or range(0)
    if abs(points) > possible[-1]:
        return say("no_such_limit", low=possible[0], high=possible[-1])
    left = points - game.totals[player]
    if left == 0:
        return say("total", player=player, points=points)
    if left > 0:
        return say("remaining", player=player, points=left, limit=points)
    return say("beyond", player=player, points=-left, limit=points)


def _round(game: Game, player: str | None, number: int | None) -> Sentences:
    if game.over:
        return (say("over_after", rounds=len(game.finished)),)
    # "How many rounds have we played" is meant, too.
    done = say("rounds_done", rounds=len(game.finished)) if game.finished else say("no_round_yet")
    return say("round_now", round=game.number), done


def _starter(game: Game, player: str | None, number: int | None) -> Sentences:
    number = game.number if number is None else number
    done = game.round(number)
    starter = done.starter if done is not None else game.starter
    if game.over and done is not None and number == game.number:
        return (say("over"),)
    if number == 1:
        return (say("rules_start_first"),)
    if starter is None and game.starter_due is not None and done is None:
        return (say("starter_left", player=game.starter_due),)
    if starter is None:
        return (say("starter_unknown"),)
    return (say("starter" if done is None else "started", player=starter, round=number),)


def _closer(game: Game, player: str | None, number: int | None) -> Sentences:
    if number is None or (number == game.number and not game.over):
        if game.closer is not None:
            return (say("closed_known", player=game.closer),)
        if game.nobody_closed:
            return (say("nobody_closed_known"),)
        last = game.last_round
        if number is not None or last is None or not game.untouched:
            return (say("not_closed_yet", round=game.number),)
        before = _closed_in(last)
        return before if game.over else (say("not_closed_yet", round=game.number), *before)
    done = game.round(number)
    return (say("no_round_yet"),) if done is None else _closed_in(done)


def _closed_in(done: Round) -> Sentences:
    if done.closer is None:
        return (say("no_closer_in_round", round=done.number),)
    return (say("closer_in_round", round=done.number, player=done.closer),)


def _missing(game: Game, player: str | None, number: int | None) -> Sentences:
    if game.over:
        return (say("over"),)
    if player is not None:
        return _entered(game, player, None)
    return (say("missing", players=game.missing),)


def _last(game: Game, player: str | None, number: int | None) -> Sentences:
    done = game.round(-1 if number is None else number)
    if done is None:
        return (say("no_round_yet"),)
    if player is None:
        return (say("round_scores", round=done.number,
                    items=report.scores(done.counted.items())), *penalties.paid(game, done))
    points, counted = done.scores[player], done.counted[player]
    if done.doubled == player:
        if game.rules.penalty != "double":
            return (say("got_penalised", player=player, points=points,
                        penalty=counted - points, round=done.number),)
        return (say("got_doubled", player=player, points=points, counted=counted,
                    round=done.number),)
    return (say("got", player=player, points=points, round=done.number),)


def _entered(game: Game, player: str | None, number: int | None) -> Sentences:
    if number is not None and game.round(number) is not None:
        return _last(game, player, number)
    if game.over:
        return (say("over"),)
    if player is None:
        items = [say("score", player=who, points=points)
                 for who, points in game.entered.items()]
        items += [say("closed", player=game.closer)] if game.closer is not None else []
        if not items:
            return (say("nothing_entered", round=game.number),)
        return (say("written", round=game.number, items=tuple(items)),)
    if player not in game.entered:
        return (say("nothing_of", player=player),)
    return (say("has_score", player=player, points=game.entered[player]),)


def _behind(game: Game, player: str | None, number: int | None) -> Sentences:
    if not game.finished:
        return (say("no_round_yet"),)
    leaders = game.winners or game.leaders
    if player is None:
        items = tuple(say("score", player=who, points=game.behind(who))
                      for _, who, _ in game.standings if game.behind(who))
        if not items:
            return (say("all_level", points=min(game.totals.values())),)
        return (say("all_behind", leaders=leaders, items=items),)
    if game.behind(player):
        return (say("behind", player=player, points=game.behind(player), leaders=leaders),)
    return _leader(game, None, None)


def _players(game: Game, player: str | None, number: int | None) -> Sentences:
    return (say("players", players=game.players),)


_ANSWERS: dict[About, Callable[[Game, str | None, int | None], Sentences]] = {
    "leader": _leader,
    "standings": _standings,
    "total": _total,
    "remaining": _remaining,
    "round": _round,
    "starter": _starter,
    "closer": _closer,
    "missing": _missing,
    "last": _last,
    "doubled": penalties.doubled,
    "loser": _loser,
    "entered": _entered,
    "behind": _behind,
    "way": looking_back.way,
    "most_closed": looking_back.most_closed,
    "players": _players,
}
