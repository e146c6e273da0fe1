"""When something is said against players' names: as they come, and of each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from voicekeeper.dialog.games import WHO_PLAYS
from voicekeeper.dialog.mind import Turn, asking, saying
from voicekeeper.dialog.questions import ConfirmEvents
from voicekeeper.dialog.reply import Sentence
from voicekeeper.skyjo.events import Event, GameStarted, PlayerJoined, PlayerRenamed

Advise = Callable[[tuple[str, ...]], tuple[Sentence, ...]]
"""What speaks against the names of players."""


def advice_on(events: Iterable[Event], seated: tuple[str, ...] | None, advise: Advise
              ) -> tuple[Sentence, ...]:
    """What speaks against the names that these events bring; of those `seated` it has been said."""
    told: list[Sentence] = []
    there = seated or ()
    for event in events:
        match event:
            case GameStarted(players=players) if players != seated:
                told += advise(players)
                continue
            case PlayerJoined(player=player) if player not in there:
                players = (*there, player)
            case PlayerRenamed(player, name):
                players = tuple(name if who == player else who for who in there)
            case _:
                continue
        known = advise(there)
        told += [said for said in advise(players) if said not in known]
    return tuple(told)


def unless_orders(turn: Turn, seated: tuple[str, ...] | None, advise: Advise) -> Turn:
    """The turn; but no game begins, and none is asked about, with a name that is an order."""
    asked = turn.question.events if isinstance(turn.question, ConfirmEvents) else ()
    starts = [event.players for event in (*turn.events, *asked) if isinstance(event, GameStarted)]
    if not starts or starts[0] == seated:
        return turn
    orders = tuple(said for said in advise(starts[0]) if said.key == "name_is_order")
    if not orders:
        return turn
    return asking(WHO_PLAYS, *orders) if seated is None else saying(*orders)
