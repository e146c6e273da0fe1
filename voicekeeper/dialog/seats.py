"""Who sits at the table: a name put right, one more player, one less.

A name is put right at any time, in all that was written too. Where nothing is
written yet, somebody more or less simply plays or does not, and all are read back.
Later on somebody comes or goes with a round: from which one, and with how many
points, is asked and never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence

from voicekeeper.dialog import report
from voicekeeper.dialog.absent import absent
from voicekeeper.dialog.corrections import consequence
from voicekeeper.dialog.entries import game_over
from voicekeeper.dialog.games import check_players
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.questions import ConfirmEvents, JoinsWhen, JoinsWith
from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.intents import Choose, Intent, Join, Leave, Number, Plain, Rename
from voicekeeper.skyjo.events import Event, PlayerJoined, PlayerLeft, PlayerRenamed
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.players import FEWEST, can_be_said, fold
from voicekeeper.skyjo.rules import LOWEST_SCORE

MOST_TO_BEGIN_WITH = 999
"""With more points nobody begins, however long the game is."""


def change(game: Game, intent: Rename | Join | Leave) -> Turn:
    """Do what was said of the players, or say why not. One more or one less is asked first."""
    if why := _strange(game, intent):
        return saying(*why)
    if game.over and not isinstance(intent, Rename):
        return game_over(game)
    match intent:
        case Rename():
            return _rename(game, intent)
        case Join() | Leave() if not game.written and not _with_points(intent):
            return _before_any_round(game, intent)
        case Join():
            return _join(game, intent)
        case Leave():
            return _leave(game, intent)


def _strange(game: Game, intent: Rename | Join | Leave) -> tuple[Sentence, ...]:
    match intent:
        case Rename(source=player) if player in game.everyone:
            return ()
        case Rename(source=player) | Leave(player):
            return absent(game, [player])
        case _:
            return ()


def _with_points(intent: Join | Leave) -> bool:
    return isinstance(intent, Join) and isinstance(intent.total, int) and intent.total != 0


# -- at any time -------------------------------------------------------------


def _rename(game: Game, order: Rename) -> Turn:
    if is_same(order.source, order.target):
        return saying(say("players", players=game.players))
    if not can_be_said(order.target):
        return saying(say("unsayable_name"))
    if fold(order.target) in map(fold, game.everyone):
        return saying(say("name_twice", player=order.target))
    events = (PlayerRenamed(order.source, order.target),)
    # Nothing but the name is new, so no totals are told.
    return Turn(report.taken(game, events), events, prompt=True)


# -- before anything is written ----------------------------------------------


def _before_any_round(game: Game, order: Join | Leave) -> Turn:
    match order:
        case Join(player=player):
            if any(is_same(player, name) for name in game.players):
                return saying(say("plays_already", player=_as_known(game, player)))
            players = (*game.players, player)
            asked = say("join_really", player=player)
        case Leave(player):
            players = tuple(name for name in game.players if name != player)
            asked = say("leave_really", player=player)
    if problem := check_players(players):
        return saying(problem, *_way_out(players))
    event = PlayerJoined(1, player, 0) if isinstance(order, Join) else PlayerLeft(1, player)
    return asking(ConfirmEvents((asked,), "seats", order, (event,)))


# -- in the middle -----------------------------------------------------------


def _join(game: Game, order: Join) -> Turn:
    player = _as_known(game, order.player)
    total = order.total
    # Whether a round that has begun is played, too, is still to be asked.
    if problem := _too_many(game, player, game.number + (not game.untouched)):
        return saying(problem)
    if isinstance(total, int) and (why := _impossible_total(game, total)):
        return saying(why)
    if game.untouched:
        return _joins_with(game, order, player, game.number)
    asked = (say("joins_when", player=player, round=game.number),)
    return asking(JoinsWhen(asked, player, game.number, total))


def _too_many(game: Game, player: str, number: int) -> Sentence | None:
    """Why nobody of this name can join with a round: too many play then or later, or plays."""
    for at in _from(game, number):
        if player in game.seating.at(at):
            return (say("plays_already", player=player) if player in game.players
                    else say("plays_then", player=player, round=at))
        if problem := check_players((*game.seating.at(at), player)):
            return problem
    return None


def _from(game: Game, number: int) -> tuple[int, ...]:
    """A round, and the later ones with which somebody comes or goes."""
    return (number, *(c.round for c in game.seating.changes if c.round > number))


def _as_known(game: Game, player: str) -> str:
    """The name as it is spelt in this game, if it has been played by it before."""
    known = {fold(name): name for name in game.everyone}
    return known.get(fold(player), player)


def _joins_with(game: Game, order: Join, player: str, number: int) -> Turn:
    """Ask with how many points somebody begins, or whether it is so where that was said."""
    total = order.total
    if number == 1 and total in (None, "highest"):
        total = 0
    if total is None:
        return _ask_total(game, player, number)
    events = (PlayerJoined(number, player, None if total == "highest" else total),)
    return _confirmed(game, order, events)


def _ask_total(game: Game, player: str, number: int) -> Turn:
    had = game.all_totals.get(player)
    before = () if had is None else (say("had", player=player, points=had),)
    if number > game.number:
        question = say("joins_with_highest_then", player=player, round=number)
    else:
        question = say("joins_with_highest", player=player, round=number,
                       points=max(game.totals.values()))
    return asking(JoinsWith((*before, question), player, number))


def _confirmed(game: Game, order: Join | Leave, events: Sequence[Event]) -> Turn:
    after = game.after_all(events)
    match events[0]:
        case PlayerJoined(number, player, None):
            asked = say("join_highest_really", player=player, round=number)
        case PlayerJoined(number, player, total):
            asked = say("join_with_really", player=player, round=number, points=total)
        case PlayerLeft(number, player):
            asked = say("leave_from_really", player=player, round=number)
    said = (*consequence(game, after), asked)
    return asking(ConfirmEvents(said, "seats", order, tuple(events)))


def joins_from(game: Game, player: str, number: int) -> Turn:
    """Ask with how many points somebody begins, from a round that was settled on before."""
    player = _as_known(game, player)
    if problem := _too_many(game, player, number):
        return saying(problem)
    return _ask_total(game, player, number)


def is_same(player: str, other: str) -> bool:
    """Whether two names are spelt alike."""
    return fold(player) == fold(other)


def joins_otherwise(game: Game, asked: Join, intent: Intent) -> Turn | None:
    """That somebody joins, said again while it is asked about, perhaps with other points.

    None: something else was said, or the points cannot be.
    """
    if not isinstance(intent, Join) or not is_same(intent.player, asked.player):
        return None
    turn = change(game, intent if intent.total is not None else asked)
    return turn if turn.question is not None else None


def joins_when(game: Game, question: JoinsWhen, intent: Intent) -> Turn | None:
    """The answer to whether somebody who comes plays the round that has begun."""
    if isinstance(intent, Join):
        return joins_otherwise(game, Join(question.player, question.total), intent)
    if intent not in (Plain("yes"), Plain("no")):
        return None
    number = question.round if intent == Plain("yes") else question.round + 1
    if problem := _too_many(game, question.player, number):
        return saying(problem)
    if number == 1:
        return _done(game, PlayerJoined(1, question.player, _stated(question) or 0))
    if question.total is None:
        return _ask_total(game, question.player, number)
    return _done(game, PlayerJoined(number, question.player, _stated(question)))


def _stated(question: JoinsWhen) -> int | None:
    return question.total if isinstance(question.total, int) else None


def joins_with(game: Game, question: JoinsWith, intent: Intent) -> Turn | None:
    """The answer to how many points somebody begins with."""
    match intent:
        case Plain("yes") | Plain("highest") | Choose(1):
            total = None
        case Choose(2):
            total = 0
        case Number(points):
            total = points
        case Join(player=player, total=int(points)) if is_same(player, question.player):
            total = points
        case Join(player=player, total="highest") if is_same(player, question.player):
            total = None
        case Join(player=player) if is_same(player, question.player):
            return asking(question)
        case _:
            return None
    if total is not None and (why := _impossible_total(game, total)):
        return asking(JoinsWith((why, *question.asked[-1:]), question.player, question.round))
    return _done(game, PlayerJoined(question.round, question.player, total))


def _done(game: Game, event: PlayerJoined) -> Turn:
    return report.told(game, game.after(event), (event,))


def _impossible_total(game: Game, total: int) -> Sentence | None:
    lowest = min(0, LOWEST_SCORE * len(game.finished))
    limit = game.rules.end_at
    highest = MOST_TO_BEGIN_WITH if limit is None else limit - (game.rules.end_when == "reaches")
    if lowest <= total <= highest:
        return None
    return say("no_such_beginning", low=lowest, high=highest)


def _leave(game: Game, order: Leave) -> Turn:
    """From this round on, or from the next one where the player has a part in this one."""
    player = order.player
    number = game.number + (player in game.entered or game.closer == player)
    gone = next((change.round for change in game.seating.changes
                 if change.player == player and change.round > game.number), None)
    if gone is not None:
        return saying(say("leaves_already", player=player, round=gone))
    for at in _from(game, number):
        staying = tuple(name for name in game.seating.at(at) if name != player)
        if problem := check_players(staying):
            return saying(problem, *_way_out(staying))
    return _confirmed(game, order, (PlayerLeft(number, player),))


def _way_out(staying: Sequence[str]) -> tuple[Sentence, ...]:
    """How those go on who are too few."""
    return (say("say_end_game"),) if len(staying) < FEWEST else ()
