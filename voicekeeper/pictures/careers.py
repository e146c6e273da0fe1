"""The statistics as pictures (SVG): a row for each person, and a field for every two.

What is what is told by its place and its label, and colours only repeat it, so that
everybody can read them.
"""

from __future__ import annotations

from collections.abc import Sequence

from voicekeeper.pictures.svg import INK, LOOKS, PAPER, head, text
from voicekeeper.skyjo.careers import Career, Duel

MOST = 16
"""So many people a picture shows; those who have won less often are counted."""

_WIDTH = 820
_TOP, _ROW, _FOOT = 92, 30, 46
_NAME = 20
_LONGEST_NAME = 14
_WON, _ROUNDS, _CLOSED = (140, 120), (390, 190), (650, 130)
"""Where a column begins, and how wide it is."""
_BLUE, _RED, _GREEN = (look.colour for look in LOOKS[:3])
_BEHIND = "#e9e3d3"
_DARK = 0.7
"""From so much of the colour on, light letters are better read on it than dark ones."""


def draw_careers(careers: Sequence[Career], games: str) -> str:
    """A row for each person: games won, the average round between best and worst, closing.

    `games` says which games these are.
    """
    shown = careers[:MOST]
    height = _TOP + _ROW * max(1, len(shown)) + _FOOT
    caption = _caption(len(careers), len(shown))
    parts = [head(_WIDTH, height, f"Skyjo, {games}", caption)]
    for (x, _), title in zip((_WON, _ROUNDS, _CLOSED), (
            "games won", "best, average, worst round", "rounds closed, doubled"),
            strict=True):
        parts.append(text(x, _TOP - 26, title, INK, bold=True))
    lowest = min((career.best.points for career in shown), default=0)
    highest = max((career.worst.points for career in shown), default=1)
    for number, career in enumerate(shown):
        y = _TOP + _ROW * number
        parts.append(text(_NAME, y + 4, _short(career.player), INK, bold=True))
        parts += _won(career, y)
        parts += _range(career, y, lowest, max(highest, lowest + 1))
        parts += _closing(career, y)
    parts.append(text(_NAME, height - 16, caption, size=11))
    return "\n".join([*parts, "</svg>", ""])


def _won(career: Career, y: float) -> list[str]:
    x, width = _WON
    return [
        _bar(x, y, width, _BEHIND), _bar(x, y, width * career.wins / career.games, _BLUE),
        text(x + width + 8, y + 4, f"{career.wins} of {career.games}"),
    ]


def _range(career: Career, y: float, lowest: int, highest: int) -> list[str]:
    start, width = _ROUNDS

    def x(points: float) -> float:
        return start + width * (points - lowest) / (highest - lowest)

    best, average, worst = x(career.best.points), x(career.average), x(career.worst.points)
    return [
        f'  <path d="M{best:.1f} {y}H{worst:.1f}" stroke="{_RED}" stroke-width="2"/>',
        *(f'  <path d="M{end:.1f} {y - 5}v10" stroke="{_RED}" stroke-width="2"/>'
          for end in (best, worst)),
        f'  <circle cx="{average:.1f}" cy="{y}" r="4.5" fill="{_RED}"/>',
        text(best - 5, y + 4, _signed(f"{career.best.points}"), anchor="end", size=10),
        text(worst + 5, y + 4, _signed(f"{career.worst.points}"), size=10),
        text(average, y - 8, _signed(f"{career.average:.1f}"), INK, anchor="middle", size=10),
    ]


def _closing(career: Career, y: float) -> list[str]:
    x, width = _CLOSED
    closed, doubled = career.closed / career.rounds, career.doubled / career.rounds
    # What was doubled is the inner, darker half of the bar.
    return [
        _bar(x, y, width, _BEHIND), _bar(x, y, width * closed, _GREEN),
        f'  <rect x="{x}" y="{y - 2}" width="{width * doubled:.1f}" height="4" fill="{INK}"/>',
        text(x, y + 18, f"{100 * closed:.0f} %, {career.doubled} doubled", size=10),
    ]


def draw_duels(duels: Sequence[Duel], games: str) -> str:
    """A field for every two people: how often the one in the row ended ahead of the other.

    The darker, the more often; in the order of the duels.
    """
    people = list(dict.fromkeys((
        *(duel.career.player for duel in duels), *(duel.other for duel in duels))))
    shown = people[:MOST]
    side = 42
    left, top = 150, 110
    width = max(360, left + side * len(shown) + 30)
    height = top + side * max(1, len(shown)) + _FOOT
    caption = _caption(len(people), len(shown))
    parts = [head(width, height, f"Skyjo, {games}: who ended ahead of whom", caption)]
    place = {name: number for number, name in enumerate(shown)}
    for name, number in place.items():
        parts.append(text(left - 10, top + side * number + side / 2 + 4, _short(name), INK,
                          anchor="end", bold=True))
        x, y = left + side * number + side / 2, top - 8
        parts.append(f'  <g transform="rotate(-45 {x:.1f} {y})">')
        parts.append("  " + text(x, y, _short(name), INK))
        parts.append("  </g>")
    for duel in duels:
        row, column = place.get(duel.career.player), place.get(duel.other)
        if row is not None and column is not None:
            parts += _field(duel, left + side * column, top + side * row, side)
    parts.append(text(_NAME, height - 16, caption, size=11))
    return "\n".join([*parts, "</svg>", ""])


def _field(duel: Duel, x: float, y: float, side: float) -> list[str]:
    ended = duel.ahead + duel.behind + duel.level
    share = duel.ahead / ended if ended else 0.0
    fill = LOOKS[0].colour
    letters = PAPER if share > _DARK else INK
    return [
        f'  <rect x="{x + 1}" y="{y + 1}" width="{side - 2}" height="{side - 2}" fill="{fill}" '
        f'fill-opacity="{0.08 + 0.92 * share:.2f}"/>',
        text(x + side / 2, y + side / 2 + 1, str(duel.ahead), letters, anchor="middle", bold=True),
        text(x + side / 2, y + side / 2 + 13, f"of {ended}", letters, anchor="middle", size=9),
    ]


def _bar(x: float, y: float, width: float, fill: str) -> str:
    return f'  <rect x="{x}" y="{y - 6}" width="{width:.1f}" height="12" fill="{fill}"/>'


def _caption(people: int, shown: int) -> str:
    if not people:
        return "No finished games."
    if shown < people:
        return f"Finished games; the first {shown} of {people} people."
    return "Finished games."


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME - 1] + "…"


def _signed(number: str) -> str:
    return number.replace("-", "\u2212")
