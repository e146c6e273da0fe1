"""Accuracy over noise as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from voicekeeper.bench.conditions import Condition
from voicekeeper.bench.figures import ALL, Share, Tally

# Okabe and Ito's colours, which colour-blind people can tell apart; each line
# has a mark of its own besides, and its name at its end.
_LOOKS = (("#0072B2", "circle"), ("#D55E00", "square"), ("#009E73", "triangle"),
          ("#CC79A7", "diamond"))
_INK, _GREY, _GRID = "#1f2d28", "#6a6152", "#d8d2c4"

_WIDTH, _HEIGHT = 760, 400
_TOP, _BOTTOM = 76, 330


@dataclass(frozen=True)
class _Panel:
    """A panel of the picture: where it stands, and what it shows from where to where."""

    left: int
    right: int
    title: str
    lowest: float
    highest: float

    def y(self, share: float) -> float:
        """Where a share is drawn; outside the panel's range at its edge."""
        part = (min(max(share, self.lowest), self.highest) - self.lowest) / (
            self.highest - self.lowest)
        return _BOTTOM - part * (_BOTTOM - _TOP)


def draw(tallies: Sequence[Tally], conditions: Sequence[Condition], titles: Mapping[str, str],
         caption: str) -> str:
    """The picture as the text of an SVG file.

    Left, commands understood exactly; right, other speech acted on; both from
    clean to the loudest noise, with 95 % intervals. Rooms are in the table.
    """
    names = _levels(conditions)
    shown = {(t.system, t.condition): t for t in tallies if t.set == ALL}
    systems = list(dict.fromkeys(t.system for t in tallies))
    commands = {s: [shown[s, n].command("exact") for n in names] for s in systems}
    other = {s: [shown[s, n].of_other("acted") for n in names] for s in systems}
    parts = [_head(caption)]
    has_other = any(share.of for shares in other.values() for share in shares)
    left = _Panel(56, 410 if has_other else 600, "understood exactly", _floor(commands), 1.0)
    parts += _panel(left, commands, names, titles, named=True)
    if has_other:
        right = _Panel(575, 740, "other speech acted on", 0.0, _ceiling(other))
        parts += _panel(right, other, names, titles, named=False)
    return "\n".join([*parts, "</svg>", ""])


def _levels(conditions: Sequence[Condition]) -> list[str]:
    """Clean first, then from little noise to much."""
    noisy = sorted((c for c in conditions if c.kind == "noise"), key=lambda c: -c.snr)
    return [c.name for c in (*(c for c in conditions if c.kind == "clean"), *noisy)]


def _floor(shares: Mapping[str, Sequence[Share]]) -> float:
    lowest = min((s.interval[0] for of_one in shares.values() for s in of_one if s.of), default=0.0)
    return max(0.0, int(lowest * 10) / 10)


def _ceiling(shares: Mapping[str, Sequence[Share]]) -> float:
    highest = max((s.interval[1] for of_one in shares.values() for s in of_one if s.of),
                  default=0.1)
    return min(1.0, (int(highest * 10) + 1) / 10)


def _head(caption: str) -> str:
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"
     aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="12">
  <title id="title">Hearing over noise</title>
  <desc id="desc">{escape(caption)}</desc>
  <rect width="{_WIDTH}" height="{_HEIGHT}" rx="14" fill="#fffdf7"/>
  <text x="20" y="30" font-size="15" fill="{_INK}">Hearing over noise</text>
  <text x="20" y="{_HEIGHT - 14}" font-size="11" fill="{_GREY}">{escape(caption)}</text>"""


def _panel(panel: _Panel, shares: Mapping[str, Sequence[Share]], names: Sequence[str],
           titles: Mapping[str, str], *, named: bool) -> list[str]:
    parts = [f'  <text x="{panel.left}" y="58" fill="{_INK}">{panel.title}</text>']
    tenths = range(round(panel.lowest * 10), round(panel.highest * 10) + 1)
    every = 2 if len(tenths) > 7 else 1
    for tenth in tenths[::every]:
        y = panel.y(tenth / 10)
        parts.append(f'  <path d="M{panel.left} {y:.1f}H{panel.right}" stroke="{_GRID}"/>')
        parts.append(f'  <text x="{panel.left - 6}" y="{y + 4:.1f}" text-anchor="end" '
                     f'fill="{_GREY}">{tenth * 10} %</text>')
    columns = _columns(panel, len(names))
    for x, name in zip(columns, names, strict=True):
        text = name.removesuffix(" dB")
        parts.append(f'  <text x="{x:.1f}" y="{_BOTTOM + 18}" text-anchor="middle" '
                     f'fill="{_GREY}">{escape(text)}</text>')
    if len(names) > 1:
        middle = (panel.left + panel.right) / 2
        parts.append(f'  <text x="{middle:.1f}" y="{_BOTTOM + 36}" text-anchor="middle" '
                     f'fill="{_GREY}">speech over noise, dB</text>')
    looks = {system: _LOOKS[number % len(_LOOKS)] for number, system in enumerate(shares)}
    for number, (system, of_system) in enumerate(shares.items()):
        # Side by side, so that no interval hides another.
        shift = 3 * (number - (len(shares) - 1) / 2)
        parts += _line(panel, of_system, [x + shift for x in columns], looks[system])
    if named:
        parts += _names(panel, shares, titles, looks)
    return parts


def _columns(panel: _Panel, count: int) -> list[float]:
    if count == 1:
        return [(panel.left + panel.right) / 2]
    margin = 16
    width = panel.right - panel.left - 2 * margin
    return [panel.left + margin + width * i / (count - 1) for i in range(count)]


def _line(panel: _Panel, shares: Sequence[Share], columns: Sequence[float], look: tuple[str, str]
          ) -> list[str]:
    colour, mark = look
    points = [(x, panel.y(share.value), share) for x, share in zip(columns, shares, strict=True)]
    way = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in points)
    parts = [f'  <path d="M{way}" fill="none" stroke="{colour}" stroke-width="2"/>']
    for x, y, share in points:
        low, high = (panel.y(edge) for edge in share.interval)
        parts.append(f'  <path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}" '
                     'stroke-opacity=".55"/>')
        parts.append(_mark(mark, x, y, colour))
    return parts


def _mark(mark: str, x: float, y: float, colour: str) -> str:
    match mark:
        case "circle":
            return f'  <circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
        case "square":
            return (f'  <rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" '
                    f'fill="{colour}"/>')
        case "triangle":
            return f'  <path d="M{x:.1f} {y - 5:.1f}l4.5 8h-9z" fill="{colour}"/>'
        case _:
            return f'  <path d="M{x:.1f} {y - 5:.1f}l5 5-5 5-5-5z" fill="{colour}"/>'


def _names(panel: _Panel, shares: Mapping[str, Sequence[Share]], titles: Mapping[str, str],
           looks: Mapping[str, tuple[str, str]]) -> list[str]:
    """Each system's name beside the end of its line, none over another."""
    ends = sorted((panel.y(of_system[-1].value), system) for system, of_system in shares.items())
    parts = []
    lowest = -1.0
    room = 16 * len(ends)
    for number, (end, system) in enumerate(ends):
        y = max(lowest, min(end, _BOTTOM - room + 16 * (number + 1)))
        lowest = y + 16
        parts.append(f'  <text x="{panel.right + 8}" y="{y + 4:.1f}" fill="{looks[system][0]}" '
                     f'font-weight="600">{escape(titles[system])}</text>')
    return parts
