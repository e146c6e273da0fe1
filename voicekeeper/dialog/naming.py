"""What is said about players' names that will not be heard well."""

from __future__ import annotations

from collections.abc import Iterable

from voicekeeper.dialog.reply import Sentence, say
from voicekeeper.hearing.likeness import Concern

# More would be a lecture; `voicekeeper names` tells all.
_MOST = 2


def advice(concerns: Iterable[Concern]) -> tuple[Sentence, ...]:
    """The worst of what speaks against some names, each with what to do about it."""
    return tuple(_advice(concern) for concern, _ in zip(concerns, range(_MOST), strict=False))


def _advice(concern: Concern) -> Sentence:
    match concern.kind:
        case "order":
            return say("name_is_order", player=concern.name)
        case "same":
            return say("names_same", one=concern.name, other=concern.other)
        case "alike":
            return say("names_alike", one=concern.name, other=concern.other)
