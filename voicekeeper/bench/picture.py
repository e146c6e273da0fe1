"""Accuracy over noise as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from voicekeeper.bench.conditions import Condition
from voicekeeper.bench.figures import ALL, Share, Tally
from voicekeeper.pictures.svg import GRID, INK, LOOKS, Look, apart, head, line, mark, text

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
    parts = [head(_WIDTH, _HEIGHT, "Hearing over noise", caption),
             text(20, _HEIGHT - 14, caption, size=11)]
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


def _panel(panel: _Panel, shares: Mapping[str, Sequence[Share]], names: Sequence[str],
           titles: Mapping[str, str], *, named: bool) -> list[str]:
    parts = [text(panel.left, 58, panel.title, INK)]
    tenths = range(round(panel.lowest * 10), round(panel.highest * 10) + 1)
    every = 2 if len(tenths) > 7 else 1
    for tenth in tenths[::every]:
        y = panel.y(tenth / 10)
        parts.append(f'  <path d="M{panel.left} {y:.1f}H{panel.right}" stroke="{GRID}"/>')
        parts.append(text(panel.left - 6, y + 4, f"{tenth * 10} %", anchor="end"))
    columns = _columns(panel, len(names))
    for x, name in zip(columns, names, strict=True):
        parts.append(text(x, _BOTTOM + 18, name.removesuffix(" dB"), anchor="middle"))
    if len(names) > 1:
        middle = (panel.left + panel.right) / 2
        parts.append(text(middle, _BOTTOM + 36, "speech over noise, dB", anchor="middle"))
    looks = {system: LOOKS[number % len(LOOKS)] for number, system in enumerate(shares)}
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


def _line(panel: _Panel, shares: Sequence[Share], columns: Sequence[float], look: Look
          ) -> list[str]:
    points = [(x, panel.y(share.value)) for x, share in zip(columns, shares, strict=True)]
    parts = [line(points, look)]
    for (x, y), share in zip(points, shares, strict=True):
        low, high = (panel.y(edge) for edge in share.interval)
        parts.append(f'  <path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{look.colour}" '
                     'stroke-opacity=".55"/>')
        parts.append(mark(look, x, y))
    return parts


def _names(panel: _Panel, shares: Mapping[str, Sequence[Share]], titles: Mapping[str, str],
           looks: Mapping[str, Look]) -> list[str]:
    """Each system's name beside the end of its line, none over another."""
    places = apart([panel.y(of_system[-1].value) for of_system in shares.values()], _BOTTOM)
    return [text(panel.right + 8, place + 4, titles[system], looks[system].colour, bold=True)
            for system, place in zip(shares, places, strict=True)]
