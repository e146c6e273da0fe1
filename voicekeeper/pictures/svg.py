"""What the pictures share: colours, marks, a head with title, names beside the ends of lines.

Everything is text for an SVG file, in whole lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

PAPER, INK, GREY, GRID = "#fffdf7", "#1f2d28", "#6a6152", "#d8d2c4"


@dataclass(frozen=True)
class Look:
    """How one line of a chart is told from the others: by colour, mark and dashes."""

    colour: str
    mark: str
    dashes: str = ""


# The first four colours are Okabe and Ito's; the others are as far from these and
# from each other as can be, for all kinds of colour blindness, and dark enough.
LOOKS = (
    Look("#0072B2", "circle"), Look("#D55E00", "square"), Look("#009E73", "triangle"),
    Look("#CC79A7", "diamond"), Look("#110000", "cross", "7 3"), Look("#9900FF", "plus", "7 3"),
    Look("#663311", "ring", "2 3"), Look("#001188", "wedge", "2 3"),
)
"""So many lines a chart can have: eight."""


def head(width: int, height: int, title: str, description: str) -> str:
    """The beginning of the file, with the title and a rounded background."""
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"
     aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="12">
  <title id="title">{escape(title)}</title>
  <desc id="desc">{escape(description)}</desc>
  <rect width="{width}" height="{height}" rx="14" fill="{PAPER}"/>
  <text x="20" y="30" font-size="15" fill="{INK}">{escape(title)}</text>"""


def text(x: float, y: float, content: str, fill: str = GREY, *, anchor: str = "start",
         size: int | None = None, bold: bool = False) -> str:
    """A text; `anchor` is start, middle or end."""
    parts = "" if anchor == "start" else f' text-anchor="{anchor}"'
    parts += "" if size is None else f' font-size="{size}"'
    parts += ' font-weight="600"' if bold else ""
    return f'  <text x="{x:.1f}" y="{y:.1f}"{parts} fill="{fill}">{escape(content)}</text>'


def line(points: Sequence[tuple[float, float]], look: Look) -> str:
    """A line through these points."""
    way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dashes = f' stroke-dasharray="{look.dashes}"' if look.dashes else ""
    return f'  <path d="M{way}" fill="none" stroke="{look.colour}" stroke-width="2"{dashes}/>'


def mark(look: Look, x: float, y: float) -> str:
    """The mark of a look at one point."""
    fill, stroke = f'fill="{look.colour}"', f'stroke="{look.colour}" stroke-width="2"'
    match look.mark:
        case "circle":
            return f'  <circle cx="{x:.1f}" cy="{y:.1f}" r="4" {fill}/>'
        case "ring":
            return f'  <circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{PAPER}" {stroke}/>'
        case "square":
            return f'  <rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" {fill}/>'
        case "triangle":
            return f'  <path d="M{x:.1f} {y - 5:.1f}l4.5 8h-9z" {fill}/>'
        case "wedge":
            return f'  <path d="M{x:.1f} {y + 5:.1f}l4.5-8h-9z" {fill}/>'
        case "cross":
            return f'  <path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0-8l-8 8" {stroke}/>'
        case "plus":
            return f'  <path d="M{x - 5:.1f} {y:.1f}h10m-5-5v10" {stroke}/>'
        case _:
            return f'  <path d="M{x:.1f} {y - 5:.1f}l5 5-5 5-5-5z" {fill}/>'


def apart(wanted: Sequence[float], lowest: float, step: float = 16.0) -> list[float]:
    """Places for names beside each other, near the wanted heights and none over another.

    Heights grow downwards, `lowest` is the last there is; in the order given.
    """
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    places = [0.0] * len(wanted)
    above = -1.0
    for number, index in enumerate(order):
        left = step * (len(order) - number - 1)
        places[index] = max(above, min(wanted[index], lowest - left))
        above = places[index] + step
    return places
