"""When something is said against players' names: as they come, and of each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
