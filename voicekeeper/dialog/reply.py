"""What the voice will say, still without words: sentences by key, with parameters.

The words are in grammars/LANG/replies.yaml; voice/replies.py puts them in. A
parameter is a whole number (spoken in words, chooses the plural form), a text
(a player's name), another sentence (a phrase within this one), or a tuple of
these (spoken as a list with the language's "and").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Parameter = "int | str | Sentence | tuple[Parameter, ...]"


@dataclass(frozen=True)
class Sentence:
    """One sentence or phrase of replies.yaml with its parameters."""

    key: str
    params: Mapping[str, object] = field(default_factory=dict)


def say(key: str, **params: object) -> Sentence:
    """Short for Sentence(key, params)."""
    return Sentence(key, params)


@dataclass(frozen=True)
class Reply:
    """Sentences in speaking order; `asking`: the next words may answer a question."""

    sentences: tuple[Sentence, ...] = ()
    asking: bool = False
