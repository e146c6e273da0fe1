"""The players' names: how they compare, and who may play together."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

FEWEST = 2
MOST = 8

# Control characters, the ends of lines and paragraphs, halves of characters.
_NO_TEXT = {"Cc", "Zl", "Zp", "Cs"}


def fold(name: str) -> str:
    """The name as it is compared: NFC, case folded. "ANA" and "Ana" are one player."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def can_be_said(name: str) -> bool:
    """Whether a name has something to say, be it an emoji, and nothing that is no text."""
    kinds = {unicodedata.category(letter) for letter in name}
    return not kinds & _NO_TEXT and any(kind[0] in "LN" or kind == "So" for kind in kinds)


def problem_with_players(names: Sequence[str]) -> str | None:
    """Why these cannot be the players of one game, in a sentence; None if they can."""
    for name in names:
        if not name.strip():
            return "a player's name is empty"
        if any("\ud800" <= letter <= "\udfff" for letter in name):
            return f"a player's name is not text: {name!r}"
    if not FEWEST <= len(names) <= MOST:
        return f"Skyjo is for {FEWEST} to {MOST} players, not {len(names)}"
    seen: dict[str, str] = {}
    for name in names:
        other = seen.get(fold(name))
        if other is not None:
            same = "" if other == name else f" ({other} and {name} count as the same)"
            return f"the name {name} is given twice{same}"
        seen[fold(name)] = name
    return None
