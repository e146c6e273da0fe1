"""One part of the program or of its machine, as it was found."""

from __future__ import annotations

import re
from dataclasses import dataclass

from voicekeeper.faults import Fault

# A name in quotes and a reason in brackets may hold anything; the ' of "can't" begins none.
_QUOTED = r"(?<!\w)'[^']*'"
_BRACKETS = r"\((?:[^()]|\([^()]*\))*\)"
_APART = re.compile(rf"((?:{_QUOTED}|{_BRACKETS}|[^'(]|(?<=\w)')+?)[.:;] (.+)")


@dataclass(frozen=True)
class Finding:
    """One part: whether it is ok, what was found, and what to do ("" for nothing).

    A part that is ok may have something to do: what to look at should it not work.
    """

    part: str
    ok: bool
    found: str
    do: str = ""


def as_finding(part: str, fault: Fault, do: str = "See README.md.") -> Finding:
    """A fault's sentence told apart: what was found, and what it says to do, else `do`."""
    sentence = " ".join(str(fault).split())
    parted = _APART.fullmatch(sentence)
    if parted is None:
        return Finding(part, False, sentence.rstrip("."), do)
    found, advice = parted.groups()
    return Finding(part, False, found, advice[0].upper() + advice[1:])
