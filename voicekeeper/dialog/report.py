"""What a change comes to, in sentences: what was taken, what it did, what is missing.

Everything is told from the game before and the game after, so a score said,
corrected, moved, undone or put back is told in the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voicekeeper.dialog import topics
from voicekeeper.dialog.highlights import highlight
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.questions import WhoClosed
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.events import (
    CloserCleared,
    CloserSet,
    Event,
    GameEnded,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RoundRemoved,
    RulesAgreed,
    RulesChanged,
    ScoreCleared,
    ScoreSet,
)
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.round import Round, Written
from voicekeeper.skyjo.seating import SeatChange

NEAR_END = 15
"""A player who is at most so many points from ending the game is named at a round's end."""


def taken(before: Game, events: Sequence[Event]) -> tuple[Sentence, ...]:
    """What was taken: "Ana six instead of five and closed, and Leo three."

    Scores of a round that is not the one being played are told with its number.
    """
    sentences: list[Sentence] = []
    for number in _rounds(events):
        items = tuple(_phrases(before.written_in(number), number, events))
        if before.number == number and not before.over:
            sentences.append(say("taken", items=items))
        else:
            sentences.append(say("taken_in_round", round=number, items=items))
    for event in events:
        match event:
            case RoundRemoved(number):
                sentences.append(say("round_removed", round=number))
            case RulesChanged():
                sentences += _new_rules(before, before.after(event))
            case PlayerJoined() | PlayerLeft() | PlayerRenamed():
                sentences += _seats(before, before.after(event), event)
    return tuple(sentences)


def _new_rules(before: Game, after: Game) -> Iterable[Sentence]:
    yield from topics.differences(before.rules, after.rules)
    if after.starter is not None and after.starter != before.starter:
        yield say("starter", player=after.starter, round=after.number)


def _seats(before: Game, after: Game, change: SeatChange | PlayerRenamed) -> Iterable[Sentence]:
    if isinstance(change, PlayerRenamed):
        yield say("renamed", player=change.name, old=change.player)
        yield say("players", players=after.players)
        return
    if not (before.written or before.over or after.seating.changes):
        yield say("players", players=after.players)
        return
    player, number = change.player, change.round
    if isinstance(change, PlayerLeft):
        if before.finished:
            yield say("left_the_game", player=player, round=number, points=before.totals[player])
        else:
            yield say("left_early", player=player, round=number)
    elif number == after.number:
        yield say("joined", player=player, round=number, points=after.totals[player])
    elif change.total is None:
        yield say("joins_highest", player=player, round=number)
    else:
        yield say("joins", player=player, round=number, points=change.total)


def phrases(before: Game, events: Sequence[Event], *, undone: bool = False
            ) -> tuple[Sentence, ...]:
    """What an utterance changed, as phrases to list; `undone`: what taking it back changes."""
    found = [phrase for number in _rounds(events)
             for phrase in _phrases(before.written_in(number), number, events, undone)]
    for event in events:
        match event:
            case RoundRemoved(number):
                found.append(say("removing_round", round=number))
            case PlayerJoined(player=player):
                found.append(say("joining", player=player))
            case PlayerLeft(player=player):
                found.append(say("leaving", player=player))
            case PlayerRenamed(player, name):
                found.append(say("renaming", player=name, old=player))
            case RulesChanged():
                found.append(say("changing_rules"))
            case RulesAgreed():
                found.append(say("agreeing"))
            case GameEnded():
                found.append(say("ending"))
    return tuple(found)


def _rounds(events: Sequence[Event]) -> Iterable[int]:
    return dict.fromkeys(e.round for e in events
                         if isinstance(e, ScoreSet | CloserSet | CloserCleared))


def _phrases(was: Written, number: int, events: Sequence[Event], undone: bool = False
             ) -> Iterable[Sentence]:
    points = {e.player: e.points for e in events if isinstance(e, ScoreSet) and e.round == number}
    closers = [e.player for e in events if isinstance(e, CloserSet) and e.round == number]
    for player, new in points.items():
        old = was.scores.get(player)
        both = player in closers and was.closer in (None, player)
        if old is not None and old != new:
            yield say("score_back" if undone else "score_instead",
                      player=player, points=new, old=old)
            if both:
                yield say("closed", player=player)
        else:
            yield say("score_closed" if both else "score", player=player, points=new)
    if undone:
        for event in events:
            if (isinstance(event, ScoreCleared) and event.round == number
                    and event.player in was.scores):
                yield say("score_again", player=event.player, points=was.scores[event.player])
    if CloserCleared(number) in events and was.closer is not None:
        yield say("not_closed", player=was.closer)
    for closer in closers:
        if closer is None:
            yield say("nobody_closed")
        elif was.closer is not None and was.closer != closer:
            yield say("closed_back" if undone else "closed_instead",
                      player=closer, old=was.closer)
        elif closer not in points:
            yield say("closed", player=closer)


def effect(before: Game, after: Game) -> tuple[Sentence, ...]:
    """What a change did to the finished rounds, the totals and the end; often nothing."""
    if before.finished == after.finished and before.outcome == after.outcome:
        return ()
    sentences: list[Sentence] = []
    if before.over and not after.over:
        sentences.append(say("goes_on"))
    rounds, earlier = len(after.finished), len(before.finished)
    # Where a round was taken out, what is being played has only moved up.
    moved_up = len(after.written) < len(before.written)
    if rounds < earlier and not (after.over or after.untouched or moved_up):
        sentences.append(say("round_open", round=after.number))
    sentences += _new_penalties(before, after)
    if after.over:
        return (*sentences, *verdict(after), *(() if before.over else highlight(after)))
    sentences += totals(after)
    sentences += _near_end(before, after)
    return tuple(sentences)


def _new_penalties(before: Game, after: Game) -> Iterable[Sentence]:
    """The round that a change finished, or the one in which it changed the penalty; if one is due.

    Where it changed several, the totals are enough.
    """
    if after.finished[:-1] == before.finished:
        changed = list(after.finished[-1:])
    elif len(after.finished) == len(before.finished):
        changed = [now for was, now in zip(before.finished, after.finished, strict=True)
                   if _paid(now) != _paid(was)]
    else:
        changed = []
    for round in changed if len(changed) == 1 else ():
        if (paid := _paid(round)) is not None:
            player, points, counted = paid
            if after.rules.penalty == "double":
                yield say("doubled", player=player, points=points, counted=counted)
            else:
                yield say("penalised", player=player, penalty=counted - points, counted=counted)


def _paid(round: Round) -> tuple[str, int, int] | None:
    """The penalty of a round: whose, on how many points, what they count."""
    player = round.doubled
    return None if player is None else (player, round.scores[player], round.counted[player])


def totals(game: Game) -> tuple[Sentence, ...]:
    """Every player's total, the lowest first."""
    if not game.finished:
        return (say("totals_none"),)
    return (say("totals", items=scores((p, t) for _, p, t in game.standings)),)


def scores(pairs: Iterable[tuple[str, int]]) -> tuple[Sentence, ...]:
    """Players with points, as phrases to list."""
    return tuple(say("score", player=player, points=points) for player, points in pairs)


def verdict(game: Game) -> tuple[Sentence, ...]:
    """Who won, and the others by place."""
    if not game.winners:
        return (say("over_without_rounds"),)
    sentences = [say("over")]
    won = game.totals[game.winners[0]]
    if len(game.winners) == 1:
        sentences.append(say("winner", player=game.winners[0], points=won))
    else:
        sentences.append(say("winners", players=game.winners, points=won))
    others = [(place, player, total) for place, player, total in game.standings
              if player not in game.winners]
    if others:
        sentences.append(say("others", items=tuple(
            say("placed", player=player, points=total, place=place)
            for place, player, total in others
        )))
    return tuple(sentences)


def to_go(game: Game, player: str) -> int | None:
    """Points that end the game for a player at the next round's end; None without a limit."""
    left = game.remaining(player)
    if left is None:
        return None
    return left if game.rules.end_when == "reaches" else left + 1


def _near_end(before: Game, after: Game) -> Iterable[Sentence]:
    """Who may end the game with the next round: once a round, at its end.

    Within the round at hand only whom a correction has brought there.
    """
    new_round = len(after.finished) > len(before.finished)
    if len(after.finished) < len(before.finished):
        return
    known = () if new_round else _nearly_over(before)
    near = tuple(say("near", player=player, points=to_go(after, player))
                 for player in _nearly_over(after) if player not in known)
    if near:
        yield say("near_end", items=near)
    if new_round and after.rules.rounds is not None and after.rules.rounds == after.number:
        yield say("last_round")


def _nearly_over(game: Game) -> tuple[str, ...]:
    return tuple(player for player in game.players
                 if (left := to_go(game, player)) is not None and 0 < left <= NEAR_END)


def still_missing(game: Game) -> tuple[Sentence, ...]:
    """What a round that has begun still lacks, stated without asking."""
    if game.over or game.untouched:
        return ()
    if game.missing:
        return (say("missing", players=game.missing),)
    return (say("closer_missing"),)


def prompt(game: Game) -> Turn:
    """Who is missing in a round that has begun, or the question who closed it.

    Of a game that is over: that a yes now begins a rematch. That is no question, so
    that undo and corrections go on as ever.
    """
    if game.over:
        return saying(say("offer_rematch")) if game.winners else saying()
    if game.untouched:
        return saying()
    if game.missing:
        if len(game.missing) == len(game.players) and game.closer is not None:
            return saying(say("one_more_turn"))
        return saying(say("missing", players=game.missing))
    return asking(WhoClosed((say("who_closed"),), game.number))


def told(before: Game, after: Game, events: Sequence[Event]) -> Turn:
    """A change told: what was taken and its effect; who is missing is said at the turn's end."""
    sentences = (*taken(before, events), *effect(before, after))
    return Turn(sentences, tuple(events), prompt=True)
