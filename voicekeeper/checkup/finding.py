"""One part of the program or of its machine, as it was found."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from voicekeeper.faults import Fault

# A name in quotes and a reason in brackets may hold anything; the ' of "can't" begins none.
_QUOTED = r"(?<!\w)'[^']*'"
_BRACKETS = r"\((?:[^()]|\([^()]*\))*\)"
_SETTINGS = re.compile(r"(?<=\bin )config\.yaml\b|(?<=\binto )config\.yaml\b")
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

    def naming(self, settings: Path | None) -> Finding:
        """The same, with the file of settings that is in use where it speaks of config.yaml."""
        if settings is None or settings.resolve() == Path("config.yaml").resolve():
            return self
        found, do = (_SETTINGS.sub(lambda _: str(settings), text) for text in (self.found, self.do))
        return replace(self, found=found, do=do)


def as_finding(part: str, fault: Fault, do: str = "See README.md.") -> Finding:
    """A fault's sentence told apart: what was found, and what it says to do, else `do`."""
    sentence = " ".join(str(fault).split())
    parted = _APART.fullmatch(sentence)
    if parted is None:
        return Finding(part, False, sentence.rstrip("."), do)
    found, advice = parted.groups()
    return Finding(part, False, found, advice[0].upper() + advice[1:])
