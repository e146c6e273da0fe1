"""Scores and closers as they are said: the clear ones are taken, the doubtful ones asked about.

Of an item, a player's points and perhaps having closed, a clear part is taken
though the other is asked about. But what is clear and would end the round is held
until the doubt is settled, so that no round or game is told to be over too soon.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from voicekeeper.dialog import report
from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.holding import parted, waiting_for
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.questions import ConfirmItem, ConfirmNobody, Doubt, Question, ScoreOf
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import Entry, Item
from voicekeeper.skyjo.events import CloserSet, Event, ScoreSet
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.round import Written
from voicekeeper.skyjo.rules import Impossible, ImpossibleScore, is_likely


@dataclass(frozen=True)
class Sure:
    """What an answer has settled, so that it is not asked again.

    For `player`: these points however unlikely, a second score, a second
    closer. nobody: that nobody closed. likely: all points, however unlikely.
    corrects: all second scores and closers.
    """

    player: str | None = None
    points: int | None = None
    score: bool = False
    closer: bool = False
    nobody: bool = False
    likely: bool = False
    corrects: bool = False


NOT_SURE = Sure()


def enter(game: Game, entry: Entry, sure: Sure = NOT_SURE, number: int | None = None, *,
          hold: bool = False) -> Turn:
    """Take an entry for round `number` (default: the one being played).

    hold: something else that was said with it is in doubt, so it may not end the round.
    """
    if game.over and number is None:
        return game_over(game)
    sure = replace(sure, corrects=sure.corrects or entry.corrects)
    strange: list[Sentence] = []
    present: list[Item] = []
    for item in entry.entries:
        why = absent(game, [item.player], number)
        strange += [said for said in why if said not in strange]
        present += [] if why else [item]
    if strange and not present and not entry.nobody_closed:
        return saying(*strange)
    entry = replace(entry, entries=tuple(present))
    if not entry.entries and not entry.nobody_closed:
        return saying(say("not_caught"), say("players", players=game.players))
    number = game.number if number is None else number
    events: list[Event] = []
    doubtful: list[Item] = []
    known: list[Item] = []
    after = game
    for whole in entry.entries:
        for item in _parts(after.written_in(number), whole, sure):
            if _question(after, number, item, sure) is not None:
                doubtful.append(item)
                continue
            new = _events(after, number, item)
            known += [] if new else [item]
            events += new
            after = after.after_all(new)
    doubts: list[Doubt] = []
    for item in doubtful:
        closing = _clear_closing(after, number, item, sure)
        events += closing
        after = after.after_all(closing)
        left = replace(item, closed=False) if closing else item
        doubts.append(Doubt((Entry((left,)),), number))
    told_before = (*strange, *_known(known))
    if entry.nobody_closed:
        if after.written_in(number).nobody_closed:
            told_before = (*told_before, say("nobody_closed_known"))
        elif sure.nobody:
            events.append(CloserSet(number, None))
            after = after.after(events[-1])
        else:
            doubts.append(Doubt((Entry(nobody_closed=True),), number))
    held: list[Event] = []
    if doubts or hold:
        events, held = parted(game, events)
        after = game.after_all(events)
        doubts += waiting_for(held, number)
    told = report.told(game, after, events) if events or not held else Turn()
    return replace(told, sentences=(*told_before, *told.sentences), later=tuple(doubts))


def look_again(game: Game, entry: Entry, number: int) -> Turn:
    """Ask about an entry of one item that was doubtful; take it if it no longer is."""
    question: Question | None
    if entry.nobody_closed:
        question = _about_nobody(game.written_in(number), number)
    else:
        question = _question(game, number, entry.entries[0], NOT_SURE)
    return enter(game, entry, number=number) if question is None else asking(question)


def _parts(was: Written, item: Item, sure: Sure) -> Iterable[Item]:
    """An item whole, or its points apart from a second closer."""
    settled = sure.corrects or (sure.closer and sure.player == item.player)
    other = was.nobody_closed or was.closer not in (None, item.player)
    if item.closed and item.points is not None and other and not settled:
        return (replace(item, closed=False), replace(item, points=None))
    return (item,)


def _clear_closing(game: Game, number: int, item: Item, sure: Sure) -> list[Event]:
    """That the player closed, where the points alone are in doubt."""
    closing = replace(item, points=None)
    if item.points is None or not item.closed or _question(game, number, closing, sure):
        return []
    if refusal(game, {item.player: item.points}, number):
        return []  # what is refused was hardly heard right
    return _events(game, number, closing)


def _question(game: Game, number: int, item: Item, sure: Sure) -> Question | None:
    """What must be asked about an item before it is taken; None if it is clear."""
    was = game.written_in(number)
    if sure.player != item.player:
        sure = Sure(likely=sure.likely, score=sure.corrects, closer=sure.corrects)
    player, points = item.player, item.points
    if points is not None and was.scores.get(player) != points:
        if why := refusal(game, {player: points}, number):
            return ScoreOf((*why, say("score_of", player=player)), player, number, item.closed)
        if player in was.scores and not sure.score:
            old = was.scores[player]
            asked = (say("has_score", player=player, points=old),
                     say("change_score", player=player, points=points))
            return ConfirmItem(asked, item, number)
        if not (is_likely(points) or sure.likely or sure.points == points):
            return ConfirmItem((say("unlikely", player=player, points=points),), item, number)
    if item.closed and not sure.closer:
        if was.nobody_closed:
            return ConfirmItem((say("closer_after_nobody", player=player),), item, number)
        if was.closer not in (None, player):
            asked = (say("has_closer", player=was.closer), say("change_closer", player=player))
            return ConfirmItem(asked, item, number)
    return None


def _about_nobody(was: Written, number: int) -> ConfirmNobody | None:
    if was.nobody_closed:
        return None
    if was.closer is not None:
        return ConfirmNobody(
            (say("has_closer", player=was.closer), say("nobody_instead")), number
        )
    return ConfirmNobody((say("nobody_really"),), number)


def refusal(game: Game, scores: Mapping[str, int], number: int) -> tuple[Sentence, ...]:
    """Why these scores cannot stand in a round; empty if they can."""
    problem: Impossible | None = game.problem_with(scores, number)
    if problem is None:
        return ()
    if isinstance(problem, ImpossibleScore):
        return (say("impossible_score", low=problem.low, high=problem.high),)
    if problem.too_low:
        return (say("sum_too_low", players=problem.players, limit=problem.limit),)
    return (say("sum_too_high", players=problem.players, limit=problem.limit),)


def _events(game: Game, number: int, item: Item) -> list[Event]:
    was = game.written_in(number)
    events: list[Event] = []
    if item.points is not None and was.scores.get(item.player) != item.points:
        events.append(ScoreSet(number, item.player, item.points))
    if item.closed and was.closer != item.player:
        events.append(CloserSet(number, item.player))
    return events


def _known(items: Sequence[Item]) -> Iterable[Sentence]:
    """That so much is written already, several scores in one sentence."""
    scores = [item for item in items if item.points is not None]
    if len(scores) > 1:
        yield say("scores_known", items=report.scores(
            (item.player, item.points) for item in scores if item.points is not None))
    for item in items:
        if item.points is None:
            yield say("closed_known", player=item.player)
        elif len(scores) == 1:
            yield say("score_known", player=item.player, points=item.points)


def game_over(game: Game) -> Turn:
    """Nothing more can be entered."""
    if not game.winners:
        return saying(say("over_without_rounds"), say("after_the_end"))
    return saying(say("won_already", players=game.winners), say("after_the_end"))
