"""What a change comes to, in sentences: what was taken, what it did, what is missing.

Everything is told from the game before and the game after, so a score said,
corrected, moved, undone or put back is told in the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.questions import WhoClosed
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.skyjo.events import (
    CloserSet,
    Event,
    GameEnded,
    RoundRemoved,
    ScoreCleared,
    ScoreSet,
)
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.round import Written

NEAR_END = 15
"""A player who is at most so many points from ending the game is named at a round's end."""


def written(game: Game, number: int) -> Written:
    """What stands written of a round, finished or not."""
    return game.written[number - 1] if 1 <= number <= len(game.written) else Written()


def taken(before: Game, events: Sequence[Event]) -> tuple[Sentence, ...]:
    """What was taken: "Ana six instead of five and closed, and Leo three."

    Scores of a round that is not the one being played are told with its number.
    """
    sentences: list[Sentence] = []
    for number in _rounds(events):
        items = tuple(_phrases(written(before, number), number, events))
        if before.number == number and not before.over:
            sentences.append(say("taken", items=items))
        else:
            sentences.append(say("taken_in_round", round=number, items=items))
    sentences += [
        say("round_removed", round=event.round) for event in events
        if isinstance(event, RoundRemoved)
    ]
    return tuple(sentences)


def phrases(before: Game, events: Sequence[Event], *, undone: bool = False
            ) -> tuple[Sentence, ...]:
    """What an utterance changed, as phrases to list; `undone`: what taking it back changes."""
    found = [phrase for number in _rounds(events)
             for phrase in _phrases(written(before, number), number, events, undone)]
    found += [say("removing_round", round=e.round) for e in events if isinstance(e, RoundRemoved)]
    found += [say("ending") for e in events if isinstance(e, GameEnded)]
    return tuple(found)


def _rounds(events: Sequence[Event]) -> Iterable[int]:
    return dict.fromkeys(e.round for e in events if isinstance(e, ScoreSet | CloserSet))


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
    if rounds < earlier and not after.over and not after.untouched:
        sentences.append(say("round_open", round=after.number))
    if rounds >= earlier and _penalties(after) != _penalties(before):
        sentences += _penalty(after)
    if after.over:
        return (*sentences, *verdict(after))
    sentences += totals(after)
    if rounds > earlier:
        sentences += _near_end(after)
    return tuple(sentences)


def _penalties(game: Game) -> tuple[int, str, int] | None:
    """The penalty of the last finished round: which round, whose, on how many points."""
    last = game.last_round
    if last is None or last.doubled is None:
        return None
    return last.number, last.doubled, last.scores[last.doubled]


def _penalty(game: Game) -> Iterable[Sentence]:
    last = game.last_round
    if last is None or last.doubled is None:
        return ()
    player = last.doubled
    points, counted = last.scores[player], last.counted[player]
    if game.rules.penalty == "double":
        return (say("doubled", player=player, points=points, counted=counted),)
    return (say("penalised", player=player, penalty=counted - points, counted=counted),)


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


def _near_end(game: Game) -> Iterable[Sentence]:
    near = tuple(
        say("near", player=player, points=left, limit=game.rules.end_at)
        for player in game.players
        if (left := to_go(game, player)) is not None and 0 < left <= NEAR_END
    )
    if near:
        yield say("near_end", items=near)
    if game.rules.rounds is not None and game.rules.rounds == game.number:
        yield say("last_round")


def still_missing(game: Game) -> tuple[Sentence, ...]:
    """What a round that has begun still lacks, stated without asking."""
    if game.over or game.untouched:
        return ()
    if game.missing:
        return (say("missing", players=game.missing),)
    return (say("closer_missing"),)


def prompt(game: Game) -> Turn:
    """Who is missing in a round that has begun, or the question who closed it."""
    if game.over or game.untouched:
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
