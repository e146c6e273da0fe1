"""A game's score sheet, as people write it: a row a round, a column a player."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text

from voicekeeper.commands.games import when, wide_console
from voicekeeper.commands.hints import typable
from voicekeeper.skyjo.game import Game
from voicekeeper.skyjo.history import GameSummary
from voicekeeper.skyjo.round import Round
from voicekeeper.skyjo.sheet import write_sheet

_CLOSED = "*"


def sheet_json(game: Game) -> dict[str, Any]:
    """A game's sheet as JSON, each round with what it counted."""
    sheet = write_sheet(game)
    rounds = [
        {**written, "counted": dict(round.counted), "doubled": round.doubled,
         "starter": round.starter}
        for written, round in zip(sheet["rounds"], game.finished, strict=True)
    ]
    return {**sheet, "players": list(game.everyone), "rounds": rounds}


def print_sheet(summary: GameSummary, game: Game) -> None:
    """Show a game's sheet on the terminal: counted scores, what doubled, who closed, totals."""
    console = wide_console()
    console.print(f"{_heading(summary)}\n", soft_wrap=True)
    if game.finished:
        console.print(_table(game))
        console.print()
    for sentence in _remarks(summary, game):
        console.print(typable(sentence), soft_wrap=True)


def _heading(summary: GameSummary) -> str:
    date = "date unknown" if summary.started is None else when(summary)
    return f"{date}   {summary.id}{'   deleted' if summary.deleted else ''}"


def _table(game: Game) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0), show_footer=True)
    table.add_column("round", footer="total", justify="right")
    totals = game.all_totals
    for player in game.everyone:
        footer = f"{totals[player]}  " if player in totals else ""
        table.add_column(player, footer=Text(footer, style="bold"), justify="right", no_wrap=True)
    for round in game.finished:
        table.add_row(str(round.number), *(_cell(game, round, p) for p in game.everyone))
    return table


def _cell(game: Game, round: Round, player: str) -> Text:
    """What a round counted for a player: "12", "12 *" with who closed, "12 x2 = 24 *"."""
    if player not in round.counted:
        return Text("")
    points, counted = round.scores[player], round.counted[player]
    mark = f" {_CLOSED}" if player == round.closer else "  "
    if round.doubled != player:
        return Text(f"{counted}{mark}")
    by = "x2" if game.rules.penalty == "double" else f"+{counted - points}"
    return Text(f"{points} {by} = {counted}{mark}", style="bold")


def _remarks(summary: GameSummary, game: Game) -> list[str]:
    remarks = []
    if any(round.closer is not None for round in game.finished):
        remarks.append(f"{_CLOSED} closed the round" + (
            ", x2 and doubled" if any(r.doubled for r in game.finished)
            and game.rules.penalty == "double" else ""))
    if not game.finished:
        remarks.append(f"{', '.join(game.players[:-1])} and {game.players[-1]} have not "
                       "finished a round.")
    if not game.over:
        remarks.append(f"The game is not over; `voicekeeper play --resume {summary.id[:8]}` "
                       "goes on with it.")
    elif game.winners:
        won = " and ".join(game.winners)
        remarks.append(f"{won} won with {game.totals[game.winners[0]]}.")
    else:
        remarks.append("The game was ended without a winner.")
    return remarks
