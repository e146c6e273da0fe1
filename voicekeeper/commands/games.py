"""What the commands about past games share: which games are meant, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, TypeVar

import click
from rich.console import Console

from voicekeeper.commands.common import Options
from voicekeeper.commands.parts import copied
from voicekeeper.faults import DataFault
from voicekeeper.skyjo.history import GameSummary, Search
from voicekeeper.skyjo.ledger import FILE_NAME, Ledger

C = TypeVar("C", bound=Callable[..., Any])

_WIDEST = 120
_SHORTEST = 4
"""So many letters of an id at least are needed to name a game."""


class Day(click.ParamType[date]):
    """A day as 2026-05-02."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day, or wrong usage."""
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is no day; write it as 2026-05-02.", param, ctx)


def day_options(command: C) -> C:
    """--since, --until and --on, for commands about the games of some days."""
    for option in (
        click.option("--on", type=Day(), metavar="DAY", help="Games of this day alone."),
        click.option("--until", type=Day(), metavar="DAY", help="Games up to this day."),
        click.option("--since", type=Day(), metavar="DAY",
                     help="Games of this day (as 2026-05-02) and later."),
    ):
        command = option(command)
    return command


def search_options(command: C) -> C:
    """--player, and those of the days, for commands about several games."""
    return click.option(
        "--player", "players", multiple=True, metavar="NAME",
        help="Games in which this player was; may be given several times.",
    )(day_options(command))


def search_of(players: tuple[str, ...], since: date | None, until: date | None, on: date | None,
              deleted: bool | None = False) -> Search:
    """The search that `search_options` ask for."""
    if on is not None and (since is not None or until is not None):
        raise click.UsageError("--on is a day alone: leave out --since and --until.")
    return Search(players, since or on, until or on, deleted=deleted)


@contextmanager
def reading(options: Options) -> Iterator[Ledger]:
    """The ledger, for reading; an empty one where there is none."""
    with Ledger.open(options.data / FILE_NAME) as ledger:
        yield ledger


@contextmanager
def writing(options: Options) -> Iterator[Ledger]:
    """The ledger, for writing; what became of a damaged or an older file is told on stderr."""
    with Ledger.open(options.data / FILE_NAME, writer=True) as ledger:
        if ledger.notice is not None:
            click.echo(ledger.notice, err=True)
        if ledger.backup is not None:
            click.echo(copied(ledger.backup), err=True)
        yield ledger


def the_game(ledger: Ledger, said: str | None, *, deleted: bool = False) -> GameSummary:
    """The game of this id, or of the only id that begins so; the newest without one, or "last".

    That is the newest of those in sight, or of the `deleted` ones; by its id any game is
    found. Raises DataFault where there is none, or more.
    """
    if said is None or said.casefold() == "last":
        newest = ledger.games(1, Search(deleted=deleted))
        if not newest:
            raise DataFault("No game is deleted." if deleted else "There is no game yet.")
        return newest[0]
    found = ledger.named(said)
    exact = [game for game in found if game.id == said]
    if exact or (len(found) == 1 and len(said) >= _SHORTEST):
        return (exact or found)[0]
    if len(found) > 1:
        raise DataFault(f"More than one game may be meant by {said}; give more of its id.")
    if found:
        raise DataFault(f"{said} is too little of an id: give {_SHORTEST} letters of it, or more.")
    raise DataFault(f"There is no game {said}; `voicekeeper history` lists the games' ids.")


def shown(game: GameSummary) -> dict[str, Any]:
    """A game as `history --json` shows it."""
    told = {
        "id": game.id, "started": game.started, "players": list(game.players),
        "totals": dict(game.totals), "winners": list(game.winners), "over": game.over,
    }
    return {**told, "deleted": True} if game.deleted else told


def when(game: GameSummary) -> str:
    """When a game began, for people; "unknown" where the clock was wrong."""
    return "unknown" if game.started is None else game.started[:16].replace("T", " ")


def now() -> str:
    """The time as the ledger keeps it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def wide_console() -> Console:
    """The terminal for tables; no narrower than they are, for they are not cut."""
    return Console(width=max(Console().width, _WIDEST), highlight=False, markup=False)
