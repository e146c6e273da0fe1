"""Who closed, put right: somebody else, nobody, or not who was said to have."""

from __future__ import annotations

from dataclasses import replace

from voicekeeper.dialog import report
from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.corrections import at_hand, change, closed_in, meant
from voicekeeper.dialog.entries import Sure, enter
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.questions import ConfirmItem, WhoClosed
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import CorrectCloser, Entry, Intent, Item, Name, NotClosed
from voicekeeper.skyjo.books import Books
from voicekeeper.skyjo.events import CloserCleared, CloserSet
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.round import Written


def correct_closer(books: Books, game: Game, intent: CorrectCloser, *, sure: bool = False
                   ) -> Turn:
    """The closer put right; or that nobody closed. sure: an old round's was asked about already."""
    hand = meant(books, game, intent.round)
    if isinstance(hand, Sentence):
        return saying(hand)
    number, closer = hand.round, intent.closer
    if closer is not None and (why := absent(game, [closer], number)):
        return saying(*why)
    was = game.written_in(number)
    if number > len(game.finished):
        return _correct_closer_now(game, closer, number)
    if was.closer == closer:
        return saying(closed_in(number, closer))
    asked = say("nobody_instead") if closer is None else say("change_closer", player=closer)
    events = [CloserSet(number, closer)]
    # That nobody closed is asked back in any case.
    ask = (hand.ask or closer is None) and not sure
    return change(game, events, intent, (closed_in(number, was.closer), asked), ask)


def _correct_closer_now(game: Game, closer: str | None, number: int) -> Turn:
    """The closer of the round being played."""
    if closer is None:
        return enter(game, Entry(nobody_closed=True), number=number)
    return enter(game, Entry((Item(closer, closed=True),)), Sure(closer, closer=True), number)


def not_closed(books: Books, game: Game, intent: NotClosed) -> Turn:
    """"Ana didn't close": who did is open again; of a finished round it is asked."""
    hand = meant(books, game, intent.round)
    if isinstance(hand, Sentence):
        return saying(hand)
    number, player = hand.round, intent.player
    if why := absent(game, [player], number):
        return saying(*why)
    was = game.written_in(number)
    finished = number <= len(game.finished)
    if was.closer != player:
        return saying(closed_in(number, was.closer) if finished else _closed_now(was, number))
    if finished:
        return asking(WhoClosed((say("who_closed_round", round=number),), number))
    event = CloserCleared(number)
    return report.told(game, game.after(event), (event,))


def _closed_now(was: Written, number: int) -> Sentence:
    if was.closer is not None:
        return say("closed_known", player=was.closer)
    return say("nobody_closed_known") if was.nobody_closed else say("not_closed_yet", round=number)


def did_close(player: str, number: int) -> ConfirmItem:
    """The question whether a player closed."""
    return ConfirmItem((say("did_close", player=player),), Item(player, closed=True), number)


def closed(books: Books, game: Game, entry: Entry) -> Turn | None:
    """That somebody closed, said alone, who closed the round just finished; None: it isn't that.

    "It was Mo who closed", said by two one after the other, means the same round twice, and
    nothing in the words tells that from a new round's first news. So the round is named for
    which it was taken.
    """
    match entry:
        case Entry((Item(player, None, True),), False) if game.untouched and not game.over:
            hand = at_hand(books, game)
        case _:
            return None
    if hand.round == game.number or hand.ask or game.written_in(hand.round).closer != player:
        return None
    turn = enter(game, entry)
    return replace(turn, sentences=(*turn.sentences, say("that_is_round", round=game.number)))


def closer_said(intent: Intent, number: int) -> CorrectCloser | None:
    """Who closed round `number`, as an utterance tells that is about it or about none."""
    match intent:
        case Name(player) | CorrectCloser(str(player), None):
            return CorrectCloser(player, number)
        case Entry((Item(player, None, True),), False, None):
            return CorrectCloser(player, number)
        case Entry((), True, None) | CorrectCloser(None, None):
            return CorrectCloser(None, number)
        case CorrectCloser(round=said) if said == number:
            return intent
    return None
