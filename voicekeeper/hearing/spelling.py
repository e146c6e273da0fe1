"""How likely letters follow each other in a name that is spelled.

"B", "D", "E", "P" and "T" differ by a sound each. So where names are spelled the
recogniser weighs each letter by those before it, as in the language's first
names: a listed name is the likeliest, what is like one comes next, and any
letters can be said. The parser does without: it is told what was said.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from math import log

from voicekeeper.hearing.jsgf import (
    Alternatives,
    Branch,
    Grammar,
    Network,
    Node,
    Sequence,
    Tagged,
    words_in,
)

_LETTER, _DOUBLED = "letter", "doubled"
# A context seen less often than this tells no more than a shorter one.
_LEAST = 3
_BEGIN, _END = "^", ""
# So many letters before a letter count; more than any name has.
_MEMORY = 20

_Arc = tuple[int, int, Node, float]


def spelled_names(grammar: Grammar, names: Iterable[str], *, letter_cost: float,
                  likelihood: float) -> Network | None:
    """What may be said for the grammar's <letters>, weighed by how `names` are spelled.

    A letter costs `letter_cost` and `likelihood` times its negative logarithm.
    None where the grammar's <letter> is not one branch for each `{letter x}`, or
    where a word is part of two letters, or of one and of "double" (French "double v").
    """
    said = _words_of_letters(grammar)
    if said is None:
        return None
    model = _Letters(said, names)
    # The start comes first.
    contexts = sorted(model.contexts, key=lambda context: (context != _BEGIN, context))
    number = {context: n for n, context in enumerate(contexts)}
    twice = len(contexts)  # from here on: the same contexts after the word for "double"
    doubled = grammar.rules.get(_DOUBLED)
    arcs: list[_Arc] = []

    def spell(at: int, to: int, letter: str, cost: float) -> None:
        arcs.extend((at, to, words, cost) for words in said[letter])

    finals: list[tuple[int, float]] = []
    for context in contexts:
        at = number[context]
        following = model.following(context)
        shortest = context in ("", _BEGIN)
        for letter in sorted(following - {_END}):
            after = model.known_end(context + letter)
            likely = log(model.likelihood(letter, context))
            spell(at, number[after], letter, letter_cost - likelihood * likely)
            # Any letter may be doubled: what never was is so by the shortest context.
            if doubled is not None and (letter in model.following(after) or shortest):
                likely += log(model.likelihood(letter, after))
                again = number[model.known_end(after + letter)]
                spell(twice + at, again, letter, 2 * letter_cost - likelihood * likely)
        if doubled is not None:
            arcs.append((at, twice + at, doubled, 0.0))
        if _END in following:
            finals.append((at, -likelihood * log(model.likelihood(_END, context))))
        if not shortest:
            shorter = number[model.known_end(context[1:])]
            arcs.append((at, shorter, Sequence(()), -likelihood * log(model.unseen(context))))
    return Network(tuple(arcs), tuple(finals))


def _words_of_letters(grammar: Grammar) -> dict[str, tuple[Node, ...]] | None:
    """The ways to say each letter, without tags; None where that is not plain from the grammar."""
    rule = grammar.rules.get(_LETTER)
    if not isinstance(rule, Alternatives):
        return None
    said: defaultdict[str, tuple[Node, ...]] = defaultdict(tuple)
    for branch in rule.branches:
        match branch.node:
            case Tagged(inner, (tag,)) if tag.startswith(f"{_LETTER} ") and branch.weight == 1:
                ways = inner.branches if isinstance(inner, Alternatives) else (Branch(1, inner),)
                # A bare word makes a smaller automaton than a choice of one.
                said[tag.split()[1]] += tuple(
                    way.node if way.weight == 1 else Alternatives((way,)) for way in ways)
            case _:
                return None
    # A sequence of words that is two sequences of letters, each with costs of its own,
    # has no deterministic automaton.
    doubled = grammar.rules.get(_DOUBLED, Sequence(()))
    heard = Counter(word for node in (doubled, *map(Sequence, said.values()))
                    for word in words_in(node))
    return None if any(count > 1 for count in heard.values()) else said


class _Letters:
    """An n-gram model of letters with Witten and Bell's smoothing.

    A context is the letters before a letter, as many as have ever been seen in
    a row; `_BEGIN` stands before the first letter, `_END` after the last.
    """

    def __init__(self, letters: Collection[str], names: Iterable[str]) -> None:
        self._letters = frozenset(letters)
        self._seen: Mapping[str, Counter[str]] = defaultdict(Counter)
        for name in sorted(set(names)):
            spelled = "".join(_plain(letter, self._letters) for letter in name.casefold())
            text = _BEGIN + spelled
            for at, letter in enumerate((*spelled, _END), start=1):
                for start in range(max(0, at - _MEMORY), at + 1):
                    self._seen[text[start:at]][letter] += 1
        often = {context for context, seen in self._seen.items() if seen.total() >= _LEAST}
        self.contexts = frozenset(often) | {"", _BEGIN}

    def following(self, context: str) -> frozenset[str]:
        """What has followed a context; anything where it is none, and as the first letter."""
        if context == _BEGIN:
            return self._letters
        return frozenset(self._seen[context]) if context else self._letters | {_END}

    def known_end(self, context: str) -> str:
        """The longest end of a context that is one, too."""
        while context not in self.contexts:
            context = context[1:]
        return context

    def likelihood(self, letter: str, context: str) -> float:
        """Of a letter after a context, anything else said in other contexts, too, included."""
        below = (self.likelihood(letter, context[1:]) if context
                 else 1 / (len(self._letters) + 1))
        seen = self._seen.get(context)
        if not seen:
            return below
        return (seen[letter] + len(seen) * below) / (seen.total() + len(seen))

    def unseen(self, context: str) -> float:
        """What is left, after a context, for what has never followed it."""
        seen = self._seen[context]
        return len(seen) / (seen.total() + len(seen))


def _plain(letter: str, letters: Collection[str]) -> str:
    """A letter as one of these; none where it is a hyphen or the like."""
    if letter in letters:
        return letter
    return "".join(c for c in unicodedata.normalize("NFKD", letter) if c in letters)
