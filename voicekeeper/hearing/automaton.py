"""From a grammar's tree to a small finite automaton over words and tags.

The same rules become the recogniser's language model (compiler.py, words
only) and the parser's transducer (parser.py, words and tags), so what can be
heard can be understood. Each rule is determinised and minimised by itself
before it is put into those that name it: a number stands in a hundred places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

import kaldifst
import numpy as np

from voicekeeper.hearing.columns import Columns
from voicekeeper.hearing.draft import AGAIN, Draft, Labels
from voicekeeper.hearing.jsgf import Grammar, Lexicon, Node, references

Given = Mapping[str, Node]

@dataclass(frozen=True)
class Arc:
    """From state to state by a label: a word, a tag in braces, or nothing (None)."""

    source: int
    target: int
    label: str | None
    cost: float = 0.0


@dataclass(frozen=True, eq=False)
class Automaton:
    """A finite automaton whose start is state 0; label n of its columns is labels[n - 1].

    `labels` may hold more than stand on its arcs. Costs are negative natural logarithms.
    """

    columns: Columns
    labels: Sequence[str]

    @property
    def states(self) -> int:
        """How many states there are."""
        return self.columns.states

    @property
    def finals(self) -> tuple[tuple[int, float], ...]:
        """The states that an utterance may end in, and what that costs."""
        costs = self.columns.finals
        return tuple((int(state), float(costs[state])) for state in np.flatnonzero(costs < inf))

    def arcs(self) -> Iterator[Arc]:
        """Its arcs one by one."""
        columns = self.columns
        for source, target, label, cost in zip(
                columns.sources.tolist(), columns.targets.tolist(), columns.inputs.tolist(),
                columns.costs.tolist(), strict=True):
            yield Arc(source, target, self.labels[label - 1] if label else None, cost)

    def words(self) -> set[str]:
        """All words that stand on an arc."""
        return {label for label in self._used() if not is_tag(label)}

    def tags(self) -> set[str]:
        """All tags that stand on an arc, in braces."""
        return {label for label in self._used() if is_tag(label) and label != AGAIN}

    def _used(self) -> Iterator[str]:
        return (self.labels[n - 1] for n in np.unique(self.columns.inputs).tolist() if n)


def is_tag(label: str) -> bool:
    """Whether an arc's label is a tag and not a word."""
    return label.startswith("{")


def lexicon(entries: Iterable[tuple[str, float]]) -> Lexicon:
    """A lexicon from texts (words parted by spaces) and their costs."""
    return Lexicon(tuple((tuple(text.split()), cost) for text, cost in entries))


def build_automaton(grammar: Grammar, rule: str, given: Given, *, tags: bool,
                    known: Collection[str] | None = None, emphasis: float = 1.0) -> Automaton:
    """The automaton of one public rule.

    `given` holds the rules that the program supplies (players, numbers).
    Without `tags` it holds words only. `known`: other words than these are
    left out, with all that can be said only through them.

    A branch of weight w costs -ln(w), times `emphasis`. Weights stand for themselves and are not
    normalised, so that an alternative without one is free however many
    siblings it has.
    """
    return _Rules(grammar, given, tags, known, emphasis).automaton(rule)


class _Rules:
    """The rules of one grammar, each made once."""

    def __init__(self, grammar: Grammar, given: Given, tags: bool,
                 known: Collection[str] | None, emphasis: float) -> None:
        self._nodes = {**given, **grammar.rules}
        self._uses = Counter(reference for node in self._nodes.values()
                             for reference in references(node))
        self._made: dict[str, Columns] = {}
        self._labels = Labels()
        self._tags = tags
        self._known = known
        self._emphasis = emphasis

    def automaton(self, rule: str) -> Automaton:
        """The automaton of a rule."""
        return Automaton(self._columns(rule), self._labels.in_order())

    def part(self, rule: str) -> Columns | Node:
        """A rule as others take it in: made, or as it is written where it stands but once."""
        return self._columns(rule) if self._uses[rule] > 1 else self._nodes[rule]

    def _columns(self, rule: str) -> Columns:
        if rule not in self._made:
            draft = Draft(self.part, self._labels, self._tags, self._known, self._emphasis)
            end = draft.add(self._nodes[rule], 0)
            self._made[rule] = _minimal(draft.columns(end))
        return self._made[rule]


def _minimal(columns: Columns) -> Columns:
    fst = columns.fst()
    kaldifst.connect(fst)
    kaldifst.rmepsilon(fst)
    fst = kaldifst.determinize(fst)
    kaldifst.minimize(fst)
    return Columns.of(fst).from_start()


def to_fst(automaton: Automaton, pair: Callable[[str], tuple[int, int]]) -> kaldifst.StdVectorFst:
    """The automaton as an FST; `pair` gives the input and output label of a word or tag."""
    columns = automaton.columns
    pairs = np.zeros((len(automaton.labels) + 1, 2), np.int32)
    for number in np.unique(columns.inputs).tolist():
        label = automaton.labels[number - 1] if number else AGAIN
        if label != AGAIN:
            pairs[number] = pair(label)
    inputs, outputs = pairs[columns.inputs].T
    fst = replace(columns, inputs=inputs, outputs=outputs).fst()
    kaldifst.connect(fst)
    return fst
