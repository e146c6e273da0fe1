"""An SVG picture as PNG, for those who can only show that."""

from __future__ import annotations

from functools import cache

import resvg_py

from voicekeeper.faults import Fault

_ZOOM = 2
_FAMILIES = ("DejaVu Sans", "Noto Sans", "Liberation Sans", "FreeSans", "Open Sans", "Roboto",
             "Ubuntu", "Cantarell", "Arial", "Helvetica", "Segoe UI", "Verdana")
_WORD = ('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">'
         '<text x="2" y="15" font-family="sans-serif" font-size="12">{word}</text></svg>')


class PictureFault(Fault):
    """A picture that cannot be made here."""


def to_png(svg: str) -> bytes:
    """The picture as PNG, two pixels to the unit. Raises PictureFault where no font is known."""
    return bytes(resvg_py.svg_to_bytes(svg, zoom=_ZOOM, sans_serif_family=_family()))


@cache
def _family() -> str:
    """A font family that is on this machine: with others all texts would be left out."""
    nothing = resvg_py.svg_to_bytes(_WORD.format(word=""))
    for family in _FAMILIES:
        if resvg_py.svg_to_bytes(_WORD.format(word="Aa"), sans_serif_family=family) != nothing:
            return family
    raise PictureFault("There is no font on this machine to write with; install one, as the "
                       "package fonts-dejavu-core, or make the picture an .svg, which needs none.")
