"""Somebody who only listens: the totals as the keeper tells them, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from voicekeeper import numbers

_NAUGHT = ("New game.", "everyone is at zero", "without a finished round")
_BEGINS = re.compile(r"plays from round [a-z -]+ on and begins with ([a-z -]+?) points?\.")
_WINS = re.compile(r"(.*) (?:wins|share the win) with ([a-z -]+)\.")


@cache
def _values() -> dict[str, int]:
    return {numbers.words(n, "en"): n for n in range(-300, 2500)}


class Listener:
    """Keeps the last total that was said of each player."""

    def __init__(self, totals: dict[str, int]) -> None:
        """`totals` are those known before."""
        self.totals = totals

    def hear(self, said: str, names: Iterable[str]) -> None:
        """A whole reply; `names` are all that may be in it."""
        who = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        for sentence in re.split(r"(?<=[.?]) (?=[A-Z])", said):
            if any(sign in sentence for sign in _NAUGHT):
                self.totals = dict.fromkeys(self.totals, 0)
            elif sentence.startswith(("Totals: ", "Then ")):
                self._listed(sentence.rstrip(".").split(" ", 1)[1], who)
            elif won := _WINS.fullmatch(sentence):
                self.totals |= dict.fromkeys(re.findall(who, won[1]), _values()[won[2]])
            elif begins := _BEGINS.search(sentence):
                self.totals |= dict.fromkeys(re.findall(who, sentence), _values()[begins[1]])

    def _listed(self, items: str, who: str) -> None:
        """"Ana five, Leo second with nine, and Zoe twelve": each one's points."""
        for item in re.split(r", and | and |, ", items):
            if match := re.fullmatch(rf"({who}) (?:[a-z-]+ with )?([a-z -]+)", item):
                self.totals[match[1]] = _values()[match[2]]
