"""A game as a picture (SVG): everybody's total round by round, and the line where it ends."""

from __future__ import annotations

from dataclasses import dataclass

from voicekeeper.pictures.svg import (
    GRID,
    INK,
    LOOKS,
    Look,
    apart,
    head,
    line,
    mark,
    text,
)
from voicekeeper.skyjo.game import Game

_WIDTH, _HEIGHT = 790, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 600, 70, 340
_LONGEST_NAME = 14
_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_MOST_LINES = 7
_FAR = 4
"""An end that is more than so many times the highest total is not drawn."""
_MOST_NUMBERS = 16
"""So many rounds have their numbers below; of more, every second, fifth, ..."""


@dataclass(frozen=True)
class _Scale:
    """From rounds and points to places."""

    rounds: int
    lowest: int
    highest: int

    def x(self, round: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * round / max(1, self.rounds)

    def y(self, points: float) -> float:
        part = (points - self.lowest) / (self.highest - self.lowest)
        return _BOTTOM - part * (_BOTTOM - _TOP)


def draw_progress(game: Game, title: str, started: str | None = None) -> str:
    """The picture of a game's finished rounds as the text of an SVG file.

    A penalty is ringed, with what it made of the score; `title` stands above,
    who won below.
    """
    ways = _ways(game)
    totals = [total for way in ways.values() for _, total in way]
    highest = max(1, *totals)
    end = game.rules.end_at
    if end is not None and end > _FAR * highest:
        end = None  # the lines would all lie at the bottom
    scale = _scale(len(game.finished), min(totals), max(highest, end or 1))
    caption = _caption(game)
    parts = [head(_WIDTH, _HEIGHT, title, caption)]
    if started is not None:
        parts.append(text(_RIGHT, 30, started, anchor="end"))
    parts += _grid(scale)
    if end is not None:
        y = scale.y(end)
        parts.append(f'  <path d="M{_LEFT} {y:.1f}H{_RIGHT}" stroke="{INK}" stroke-width="1.5" '
                     'stroke-dasharray="2 2"/>')
        parts.append(text(_LEFT + 4, y - 5, f"the end: {end}", INK))
    looks = dict(zip(ways, LOOKS * (1 + len(ways) // len(LOOKS)), strict=False))
    for player, way in ways.items():
        points = [(scale.x(number), scale.y(total)) for number, total in way]
        parts.append(line(points, looks[player]))
        parts += [mark(looks[player], x, y) for x, y in points]
    parts += _penalties(game, scale, looks)
    parts += _names(ways, scale, looks)
    parts.append(text(20, _HEIGHT - 14, caption, size=11))
    return "\n".join([*parts, "</svg>", ""])


def _ways(game: Game) -> dict[str, list[tuple[int, int]]]:
    """Each player's totals by round; who was there at the start has none before round one."""
    ways: dict[str, list[tuple[int, int]]] = {player: [] for player in game.everyone}
    before: dict[str, int] = {}
    for round in game.finished:
        for player, total in game.seating.totals_before(round.number, before).items():
            if not ways[player] or ways[player][-1][0] < round.number - 1:
                ways[player].append((round.number - 1, total))
        for player, total in round.totals.items():
            ways[player].append((round.number, total))
        before = dict(round.totals)
    found = {player: way for player, way in ways.items() if way}
    return found or {player: [(0, total)] for player, total in game.totals.items()}


def _scale(rounds: int, lowest: int, highest: int) -> _Scale:
    # With room for a mark above and below.
    room = max(4, highest // 20)
    return _Scale(rounds, lowest - room if lowest < 0 else 0, highest + room)


def _step(lowest: int, highest: int) -> int:
    return next((step for step in _STEPS if (highest - lowest) / step <= _MOST_LINES), _STEPS[-1])


def _grid(scale: _Scale) -> list[str]:
    parts = []
    step = _step(scale.lowest, scale.highest)
    for points in range(-(-scale.lowest // step) * step, scale.highest + 1, step):
        y = scale.y(points)
        parts.append(f'  <path d="M{_LEFT} {y:.1f}H{_RIGHT}" stroke="{GRID}"/>')
        parts.append(text(_LEFT - 6, y + 4, _signed(points), anchor="end"))
    every = next(step for step in (1, 2, 5, 10, 20) if scale.rounds / step <= _MOST_NUMBERS)
    for number in range(every, scale.rounds + 1, every):
        parts.append(text(scale.x(number), _BOTTOM + 18, str(number), anchor="middle"))
    if scale.rounds:
        parts.append(text((_LEFT + _RIGHT) / 2, _BOTTOM + 36, "round", anchor="middle"))
    return parts


def _penalties(game: Game, scale: _Scale, looks: dict[str, Look]) -> list[str]:
    parts = []
    for round in game.finished:
        player = round.doubled
        if player is None:
            continue
        x, y = scale.x(round.number), scale.y(round.totals[player])
        points, counted = round.scores[player], round.counted[player]
        made = "\u00d72" if game.rules.penalty == "double" else f"+{counted - points}"
        parts.append(f'  <circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="none" '
                     f'stroke="{looks[player].colour}" stroke-width="1.5"/>')
        if scale.rounds <= 2 * _MOST_NUMBERS:
            parts.append(text(x, y - 12, made, looks[player].colour, anchor="middle", size=11,
                              bold=True))
    return parts


def _names(ways: dict[str, list[tuple[int, int]]], scale: _Scale, looks: dict[str, Look]
           ) -> list[str]:
    """Each player's name and last total at the right, with a line to where it ended."""
    parts = []
    ends = [way[-1] for way in ways.values()]
    places = apart([scale.y(total) for _, total in ends], _BOTTOM)
    for (player, way), place in zip(ways.items(), places, strict=True):
        number, total = way[-1]
        x, y = scale.x(number), scale.y(total)
        parts.append(f'  <path d="M{x + 6:.1f} {y:.1f}L{_RIGHT + 14} {place:.1f}" '
                     f'stroke="{looks[player].colour}" stroke-opacity=".4"/>')
        parts.append(mark(looks[player], _RIGHT + 22, place))
        short = player if len(player) <= _LONGEST_NAME else player[:_LONGEST_NAME - 1] + "…"
        parts.append(text(_RIGHT + 32, place + 4, f"{short} {_signed(total)}",
                          looks[player].colour, bold=True))
    return parts


def _caption(game: Game) -> str:
    rounds = "1 round" if len(game.finished) == 1 else f"{len(game.finished)} rounds"
    rings = any(round.doubled for round in game.finished)
    ringed = " A ring: the closer paid a penalty." if rings else ""
    if not game.over:
        end = game.rules.end_at
        return f"{rounds}, not over{'' if end is None else f'; the game goes to {end}'}.{ringed}"
    if not game.winners:
        return f"{rounds}, over without a winner.{ringed}"
    won = " and ".join(game.winners)
    return f"{rounds}. {won} won with {_signed(game.totals[game.winners[0]])}.{ringed}"


def _signed(points: int) -> str:
    return str(points).replace("-", "\u2212")
