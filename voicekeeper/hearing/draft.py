"""A rule's automaton in the making: what is written, one part after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from math import inf, log

import numpy as np

from voicekeeper.hearing.columns import Columns
from voicekeeper.hearing.jsgf import (
    Alternatives,
    Lexicon,
    Network,
    Node,
    Optional,
    Reference,
    Repeat,
    Sequence,
    Tagged,
    Word,
)

# Stands before each turn of a loop. As a label of its own it keeps loops
# deterministic (so determinisation always ends, however ambiguous the names)
# and small; it becomes an epsilon in the end. It stands before long lists too:
# without it each of the ways that lead to one would get a copy.
AGAIN = "{}"
_LONG = 1000


class Labels:
    """The labels of one grammar's automata, numbered from 1 as they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, label: str) -> int:
        """The number of a label; a new one gets the next."""
        return self._numbers.setdefault(label, len(self._numbers) + 1)

    def in_order(self) -> tuple[str, ...]:
        """All labels, label n at place n - 1."""
        return tuple(self._numbers)


class Draft:
    """An automaton in the making, with epsilon arcs as they come; it begins with state 0.

    `rule` gives what a rule's name stands for: what is made of it already, or how it is
    written. `tags`, `known` and `emphasis` are build_automaton's.
    """

    def __init__(self, rule: Callable[[str], Columns | Node], labels: Labels, tags: bool,
                 known: Collection[str] | None, emphasis: float) -> None:
        self._states = 1
        self._sources: list[int] = []
        self._targets: list[int] = []
        self._numbers: list[int] = []
        self._costs: list[float] = []
        self._rule = rule
        self._labels = labels
        self._tags = tags
        self._known = known
        self._emphasis = emphasis

    def columns(self, end: int) -> Columns:
        """What has been drafted, to end in a state."""
        finals = np.full(self._states, inf, np.float32)
        finals[end] = 0.0
        labels = np.array(self._numbers, np.int32)
        return Columns(np.array(self._sources, np.int32), np.array(self._targets, np.int32),
                       labels, labels, np.array(self._costs, np.float32), finals)

    def _state(self) -> int:
        self._states += 1
        return self._states - 1

    def _arc(self, source: int, target: int, label: str | None = None, cost: float = 0.0) -> int:
        self._sources.append(source)
        self._targets.append(target)
        self._numbers.append(0 if label is None else self._labels.number(label))
        self._costs.append(cost)
        return target

    def _word(self, source: int, target: int, word: str, cost: float = 0.0) -> int:
        if self._known is None or word in self._known:
            self._arc(source, target, word, cost)
        return target

    def add(self, node: Node, source: int) -> int:
        """Appends the node after `source` and returns the state at its end."""
        match node:
            case Word(text):
                return self._word(source, self._state(), text)
            case Reference(name):
                part = self._rule(name)
                if isinstance(part, Columns):
                    return self._splice(part, source)
                return self.add(part, source)
            case Sequence(nodes):
                for each in nodes:
                    source = self.add(each, source)
                return source
            case Alternatives(branches):
                end = self._state()
                for branch in branches:
                    # A state of its own, so that a loop at a branch's head stays inside it.
                    cost = -log(branch.weight) * self._emphasis
                    head = self._arc(source, self._state(), cost=cost)
                    self._arc(self.add(branch.node, head), end)
                return end
            case Optional(inner):
                end = self._state()
                self._arc(self.add(inner, source), end)
                return self._arc(source, end)
            case Tagged(inner, tags):
                end = self.add(inner, source)
                for tag in tags if self._tags else ():
                    end = self._arc(end, self._state(), "{" + tag + "}")
                return end
            case Repeat(inner, least):
                return self._repeat(inner, least, source)
            case Lexicon(entries):
                if len(entries) > _LONG:
                    source = self._arc(source, self._state(), AGAIN)
                return self._lexicon(entries, source)
            case Network(arcs, finals):
                return self._network(arcs, finals, source)

    def _repeat(self, inner: Node, least: int, source: int) -> int:
        end = self._state()
        if least == 0:
            self._arc(source, end)
        head = self._arc(source, self._state(), AGAIN)
        tail = self.add(inner, head)
        self._arc(tail, head, AGAIN)
        return self._arc(tail, end)

    def _lexicon(self, entries: Iterable[tuple[tuple[str, ...], float]], source: int) -> int:
        end = self._state()
        nodes: dict[tuple[str, ...], int] = {(): source}
        for words, cost in entries:
            at = source
            for length, word in enumerate(words[:-1], start=1):
                stem = words[:length]
                if stem not in nodes:
                    nodes[stem] = self._word(at, self._state(), word)
                at = nodes[stem]
            self._word(at, end, words[-1], cost)
        return end

    def _network(self, arcs: Iterable[tuple[int, int, Node, float]],
                 finals: Iterable[tuple[int, float]], source: int) -> int:
        own: defaultdict[int, int] = defaultdict(self._state)
        end = self._state()
        self._arc(source, own[0])
        for begin, target, node, cost in arcs:
            match node:
                case Sequence(()):
                    # Where nothing is said, the mark keeps it deterministic, as in a loop.
                    self._arc(own[begin], own[target], AGAIN, cost)
                case Word(text):
                    self._word(own[begin], own[target], text, cost)
                case _:
                    head = self._arc(own[begin], self._state(), cost=cost)
                    self._arc(self.add(node, head), own[target])
        for state, cost in finals:
            self._arc(own[state], end, cost=cost)
        return end

    def _splice(self, part: Columns, source: int) -> int:
        first = self._states
        self._states += part.states
        end = self._state()
        if part.states:
            self._arc(source, first)
        self._sources += (part.sources + first).tolist()
        self._targets += (part.targets + first).tolist()
        self._numbers += part.inputs.tolist()
        self._costs += part.costs.tolist()
        for state in np.flatnonzero(part.finals < inf).tolist():
            self._arc(first + state, end, cost=float(part.finals[state]))
        return end
