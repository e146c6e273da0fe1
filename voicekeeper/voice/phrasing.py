"""Sentences cut into phrases: what the voice makes and keeps in one piece.

A phrase is soon spoken and takes little memory, where a long sentence lets the
table wait for all of it and needs 30 MB for each second of sound. Cuts are where
a speaker breathes anyway: between sentences, at commas, colons, semicolons, and
before an "and" with a name behind it, in the first phrase or a long one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from babel import Locale, UnknownLocaleError
from babel.lists import format_list

_BREATH = re.compile(r"(?<=[,;:])\s+")

# In letters. The first phrase may be short, so that speech begins early; each next one is
# made while the one before is spoken, so they grow by doubling, up to what takes little memory.
_FIRST = 8
_FULL = 24
# A sentence up to this length is soon made whole, and sounds best so.
_WHOLE = 30
# Before an "and" a breath is as good as none: a first phrase is parted there sooner, so
# that speech begins early, and another one where making it takes much memory.
_WHOLE_LIST = 20
_LONGEST = 36
_FIRST_ITEM = 6

_SENTENCE_PAUSE = 0.22  # seconds
_BREATH_PAUSE = 0.12  # shorter than Piper's own 0.3 s at a comma: scores are read briskly
_JOINT_PAUSE = 0.03  # before an "and" nobody breathes


@dataclass(frozen=True)
class Phrase:
    """A sentence or a part of one, and the quiet after it in seconds."""

    text: str
    pause: float


def phrases(sentences: Sequence[str], language: str = "en") -> tuple[Phrase, ...]:
    """The phrases of a reply in speaking order; none follows the last, so it has no pause.

    `language` is the sentences' code, perhaps with more ("en-us").
    """
    found: list[Phrase] = []
    shortest = _FIRST
    for sentence in sentences:
        for part in _cut(sentence, shortest):
            most = _LONGEST if found else _WHOLE_LIST
            *early, last = _parted(part, _and(language)) if len(part) > most else [part]
            found += [Phrase(text, _JOINT_PAUSE) for text in early]
            found.append(Phrase(last, _BREATH_PAUSE))
        found[-1] = Phrase(found[-1].text, _SENTENCE_PAUSE)
        shortest = _FULL
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
            held, shortest = "", min(2 * shortest, _FULL)
    # A short rest goes with what stands before it: a stump would sound cut off.
    if held and parts:
        parts[-1] = f"{parts[-1]} {held}"
    elif held:
        parts.append(held)
    return parts


def _parted(text: str, joint: str) -> list[str]:
    """A text without a breath, parted before the first "and" that begins with a name."""
    if joint:
        for found in re.finditer(rf" (?={re.escape(joint)} \w)", text):
            before, after = text[:found.start()], text[found.end():]
            # Not "treinta y dos", nor "Ana and Leo have five".
            last = before.split()[-1:]
            clauses = after[len(joint) + 1].isupper() and not "".join(last)[:1].isupper()
            if clauses and len(before.strip()) >= _FIRST_ITEM:
                # The comma keeps the voice up, as in a longer list.
                return [f"{before.rstrip(',;:')},", after]
    return [text]


@cache
def _and(language: str) -> str:
    """The word between the last two of a list; "" where it is not known."""
    try:
        return format_list(["", ""], locale=Locale.parse(language.split("-")[0])).strip()
    except (UnknownLocaleError, ValueError):
        return ""
