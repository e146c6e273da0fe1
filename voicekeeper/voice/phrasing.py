"""Sentences cut into phrases: what the voice makes and keeps in one piece.

A phrase is soon spoken and takes little memory, where a long sentence lets the
table wait for all of it and needs 30 MB for each second of sound. Cuts are where
a speaker breathes anyway: between sentences, and at commas, colons, semicolons.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_BREATH = re.compile(r"(?<=[,;:])\s+")

# In letters. The first phrase may be short, so that speech begins early; the next
# ones are long enough to be made while the one before is spoken, on small machines too.
_FIRST = 8
_NEXT = 40
# A sentence up to this length is soon made whole, and sounds best so.
_WHOLE = 30

_SENTENCE_PAUSE = 0.22  # seconds
_BREATH_PAUSE = 0.12  # shorter than Piper's own 0.3 s at a comma: scores are read briskly


@dataclass(frozen=True)
class Phrase:
    """A sentence or a part of one, and the quiet after it in seconds."""

    text: str
    pause: float


def phrases(sentences: Sequence[str]) -> tuple[Phrase, ...]:
    """The phrases of a reply in speaking order; none follows the last, so it has no pause."""
    found: list[Phrase] = []
    for sentence in sentences:
        *early, last = _cut(sentence, _NEXT if found else _FIRST)
        found += [Phrase(text, _BREATH_PAUSE) for text in early]
        found.append(Phrase(last, _SENTENCE_PAUSE))
    if found:
        found[-1] = Phrase(found[-1].text, 0.0)
    return tuple(found)


def _cut(sentence: str, shortest: int) -> list[str]:
    if len(sentence) <= _WHOLE:
        return [sentence]
    parts: list[str] = []
    held = ""
    for piece in _BREATH.split(sentence):
        held = f"{held} {piece}" if held else piece
        if len(held) >= shortest:
            parts.append(held)
            held, shortest = "", _NEXT
    if held:
        # A short rest would be a stump: it goes with what stands before it, unless that is
        # the short first phrase, which is to stay short.
        if len(parts) > 1:
            held = f"{parts.pop()} {held}"
        parts.append(held)
    return parts
