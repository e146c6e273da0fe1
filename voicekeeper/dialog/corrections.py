"""Putting right what stands written: scores, and whose a score was.

In the round at hand a correction is taken as it is said; anywhere else, and
where the winner or the end of the game would change, it is asked first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from voicekeeper.dialog import report
from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.entries import Sure, enter, refusal
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.nameless import score_meant
from voicekeeper.dialog.questions import ConfirmEvents, ScoreOf
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import (
    Adjust,
    CorrectScore,
    Entry,
    Intent,
    Item,
    Move,
    Swap,
)
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.events import CloserCleared, CloserSet, Event, ScoreCleared, ScoreSet
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.rules import is_likely


@dataclass(frozen=True)
class Hand:
    """The round that a correction without a number means, and whether to ask first."""

    round: int
    ask: bool


def at_hand(books: Books, game: Game) -> Hand:
    """The round being played once something is written in it; before, the one just finished."""
    last = len(game.finished)
    if not game.untouched or not last:
        return Hand(game.number, False)
    if _still_fresh(books, last):
        return Hand(last, False)
    was = game.last_entry
    return Hand(was.round if was is not None and was.round <= last else last, True)


def _still_fresh(books: Books, last: int) -> bool:
    """Whether only corrections of the last round came after the utterance that finished it."""
    record = books.record
    after = books.game
    for step in reversed(record.since if record is not None else ()):
        if after is not None and len(step.before.finished) < last <= len(after.finished):
            return True
        if not all(_round(event) == last for event in step.utterance.events):
            return False
        after = step.before
    return False


def _round(event: Event) -> int | None:
    if isinstance(event, ScoreSet | ScoreCleared | CloserSet | CloserCleared):
        return event.round
    return None


def named_round(game: Game, said: int) -> int | Sentence:
    """The number of a round that was said (-1: the last finished), or why there is none."""
    if said == -1 and game.finished:
        return game.finished[-1].number
    if said == -1:
        return say("no_round_yet")
    last = len(game.finished) if game.over else game.number
    if 1 <= said <= last:
        return said
    return say("no_such_round", last=last) if last else say("no_round_yet")


def meant(books: Books, game: Game, said: int | None) -> Hand | Sentence:
    """The round that was said, or else the one at hand; or why there is no such round."""
    if said is None:
        return at_hand(books, game)
    number = named_round(game, said)
    if isinstance(number, Sentence):
        return number
    return Hand(number, number <= len(game.finished))


def correct_score(books: Books, game: Game, intent: CorrectScore) -> Turn:
    """A score put right; without a player the last entry's, or that with the wrong points."""
    hand = meant(books, game, intent.round)
    if isinstance(hand, Sentence):
        return saying(hand)
    player = intent.player
    if player is None:
        whose = score_meant(books, game, intent, hand.round)
        if isinstance(whose, Turn):
            return whose
        player = whose.player
        if whose.round != hand.round:
            hand = Hand(whose.round, whose.round <= len(game.finished))
    if why := absent(game, [player], hand.round):
        return saying(*why)
    return correct_in_round(game, player, intent.points, hand, intent)


def correct_in_round(game: Game, player: str, points: int, hand: Hand, order: Intent) -> Turn:
    """A player's score of one round put right."""
    number = hand.round
    if number > len(game.finished):
        return enter(game, Entry((Item(player, points),)), Sure(player, score=True))
    old = game.written_in(number).scores[player]
    if old == points:
        return saying(say("score_known_in_round", round=number, player=player, points=points))
    if why := refusal(game, {player: points}, number):
        return asking(ScoreOf((*why, say("score_of", player=player)), player, number))
    was = (say("score_in_round", round=number, player=player, points=old),
           say("change_score", player=player, points=points))
    ask = hand.ask or not is_likely(points)
    return change(game, [ScoreSet(number, player, points)], order, was, ask)


def correct_entries(books: Books, game: Game, intent: Entry) -> Turn:
    """Several scores of a round, and perhaps its closer, put right at once."""
    hand = meant(books, game, intent.round)
    if isinstance(hand, Sentence):
        return saying(hand)
    number = hand.round
    if why := absent(game, (item.player for item in intent.entries), number):
        return saying(*why)
    if number > len(game.finished):
        return enter(game, replace(intent, round=None))
    was = game.written_in(number)
    new = {item.player: item.points for item in intent.entries if item.points is not None}
    if why := refusal(game, new, number):
        return saying(*why)
    events: list[Event] = [ScoreSet(number, player, points) for player, points in new.items()
                           if was.scores[player] != points]
    closers = [item.player for item in intent.entries if item.closed]
    closer = closers[-1] if closers else None if intent.nobody_closed else was.closer
    if closer != was.closer:
        events.append(CloserSet(number, closer))
    had = say("round_has", round=number, items=report.scores(
        (player, was.scores[player]) for player in new or game.seating.at(number)))
    if not events:
        return saying(had, closed_in(number, was.closer))
    asked = (had, closed_in(number, was.closer),
             say("change_round", items=report.phrases(game, events)))
    ask = hand.ask or not all(map(is_likely, new.values()))
    return change(game, events, intent, asked, ask)


def adjust(books: Books, game: Game, intent: Adjust) -> Turn:
    """A score of the round at hand changed by so many points."""
    hand = at_hand(books, game)
    old = game.written_in(hand.round).scores.get(intent.player)
    if old is None or (game.over and not game.finished):
        return saying(say("nothing_of", player=intent.player))
    return correct_in_round(game, intent.player, old + intent.points, hand, intent)


def closed_in(number: int, closer: str | None) -> Sentence:
    """Who closed a round, told."""
    if closer is None:
        return say("no_closer_in_round", round=number)
    return say("closer_in_round", round=number, player=closer)


def move(books: Books, game: Game, intent: Move) -> Turn:
    """"That was Luis, not Ana": what was taken for one player belongs to another."""
    source, target = intent.source, intent.target
    hand = meant(books, game, intent.round)
    if isinstance(hand, Sentence):
        return saying(hand)
    if why := absent(game, (source, target), hand.round):
        return saying(*why)
    was = game.written_in(hand.round)
    said = books.undoable.events if books.undoable is not None else ()
    score = any(isinstance(e, ScoreSet) and e.player == source and e.round == hand.round
                for e in said)
    closing = any(e == CloserSet(hand.round, source) for e in said)
    if not score and not closing:
        score, closing = source in was.scores, source not in was.scores
    events: list[Event] = []
    asked: tuple[Sentence, ...] = (say("move_it", source=source, target=target),)
    ask = hand.ask
    if score and source in was.scores and source != target:
        points, other = was.scores[source], was.scores.get(target)
        if hand.round <= len(game.finished) and other is not None:
            # The round is whole, so nothing may be lost: each gets the other's.
            events += _exchanged(hand.round, {source: other, target: points}, game)
            if events and not closing:
                asked = _swap_asked(game, hand, source, target)
        else:
            events += [ScoreCleared(hand.round, source), ScoreSet(hand.round, target, points)]
            ask = ask or other not in (None, points)
            if other is not None:
                asked = (say("has_score", player=target, points=other), *asked)
    # With equal scores, nothing else can be meant.
    if (closing or not events) and was.closer == source and source != target:
        events.append(CloserSet(hand.round, target))
    if not events and source in was.scores and source != target:
        return saying(say("same_scores", players=(source, target), round=hand.round))
    if not events:
        return saying(say("nothing_of", player=source))
    return change(game, events, intent, asked, ask)


def swap(books: Books, game: Game, intent: Swap) -> Turn:
    """Two players' scores exchanged."""
    one, two = intent.players
    hand = meant(books, game, intent.round)
    if isinstance(hand, Sentence):
        return saying(hand)
    if why := absent(game, (one, two), hand.round):
        return saying(*why)
    scores = game.written_in(hand.round).scores
    if one not in scores and two not in scores:
        return saying(say("nothing_of", player=one), say("nothing_of", player=two))
    events = _exchanged(hand.round, {one: scores.get(two), two: scores.get(one)}, game)
    if not events:
        return saying(say("same_scores", players=(one, two), round=hand.round))
    return change(game, events, intent, _swap_asked(game, hand, one, two), hand.ask)


def _swap_asked(game: Game, hand: Hand, one: str, two: str) -> tuple[Sentence, ...]:
    scores = game.written_in(hand.round).scores
    was = (say("round_has", round=hand.round, items=report.scores(
        (player, scores[player]) for player in (one, two))),) if hand.ask else ()
    return *was, say("swap_them", one=one, two=two)


def _exchanged(number: int, wanted: dict[str, int | None], game: Game) -> list[Event]:
    """Events that give these players these scores of a round; the cleared ones first."""
    scores = game.written_in(number).scores
    cleared: list[Event] = [ScoreCleared(number, p) for p, points in wanted.items()
                            if points is None and p in scores]
    return cleared + [ScoreSet(number, p, points) for p, points in wanted.items()
                      if points is not None and scores.get(p) != points]


def change(
    game: Game, events: Sequence[Event], order: Intent, asked: tuple[Sentence, ...], ask: bool
) -> Turn:
    """Make a correction, or ask first: when told to, and when winner or end would change.

    The last of the sentences `asked` is the question; what would change is
    said before it.
    """
    after = game.after_all(events)
    if not ask and after.outcome == game.outcome:
        return report.told(game, after, events)
    *facts, question = asked
    said = (*facts, *consequence(game, after), question)
    return asking(ConfirmEvents(said, "correction", order, tuple(events)))


def consequence(before: Game, after: Game) -> tuple[Sentence, ...]:
    """What a change would do to the end of the game and the winner."""
    was, will = before.outcome, after.outcome
    if was == will:
        return ()
    back = len(before.set_aside) > len(after.set_aside)
    again = (say("would_count_again"),) if back else ()
    if not will.over:
        return (say("would_go_on"), *again)
    sentences: list[Sentence] = [*again]
    if will.last_round != was.last_round and will.last_round is not None:
        sentences.append(say("would_end", round=will.last_round))
    if after.set_aside and len(after.set_aside) > len(before.set_aside):
        sentences.append(say("would_set_aside"))
    if will.winners != was.winners and will.winners:
        sentences.append(say("would_win", players=will.winners))
    return tuple(sentences)
