"""First names that need no looking into: the recogniser knows them as people say them."""

from __future__ import annotations

from functools import lru_cache

from voicekeeper.hearing.language import first_names
from voicekeeper.resources import grammars

MISREAD = "misread_names.txt"
"""The file, in a language's folder, of first names that its model pronounces in no usual way."""


@lru_cache(maxsize=8)
def well_known_names(language: str) -> frozenset[str]:
    """The common first names of a language without those that are misread."""
    path = grammars(language) / MISREAD
    misread = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return frozenset(first_names(language)) - {line.strip() for line in misread}
