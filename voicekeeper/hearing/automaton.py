"""From a grammar's tree to a small finite automaton over words and tags.

The same rules become the recogniser's language model (compiler.py, words
only) and the parser's transducer (parser.py, words and tags), so what can be
heard can be understood. Each rule is determinised and minimised by itself
before it is put into those that name it: a number stands in a hundred places.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from math import inf, log

import kaldifst

from voicekeeper.hearing.jsgf import (
    Alternatives,
    Grammar,
    Lexicon,
    Network,
    Node,
    Optional,
    Reference,
    Repeat,
    Sequence,
    Tagged,
    Word,
    references,
)

Given = Mapping[str, Node]

# Stands before each turn of a loop. As a label of its own it keeps loops
# deterministic (so determinisation always ends, however ambiguous the names)
# and small; it becomes an epsilon in the end. It stands before long lists too:
# without it each of the ways that lead to one would get a copy.
_AGAIN = "{}"
_LONG = 1000


@dataclass(frozen=True)
class Arc:
    """From state to state by a label: a word, a tag in braces, or nothing (None)."""

    source: int
    target: int
    label: str | None
    cost: float = 0.0


@dataclass(frozen=True)
class Automaton:
    """States 0 (the start) to `states` - 1; `finals` are states and their costs.

    Costs are negative natural logarithms.
    """

    arcs: tuple[Arc, ...]
    states: int
    finals: tuple[tuple[int, float], ...]

    def words(self) -> set[str]:
        """All words that stand on an arc."""
        return {a.label for a in self.arcs if a.label is not None and not is_tag(a.label)}


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
        self._made: dict[str, Automaton] = {}
        self._tags = tags
        self._known = known
        self._emphasis = emphasis

    def automaton(self, rule: str) -> Automaton:
        if rule not in self._made:
            draft = _Draft(self.part, self._tags, self._known, self._emphasis)
            end = draft.add(self._nodes[rule], 0)
            self._made[rule] = _minimal(Automaton(tuple(draft.arcs), draft.states, ((end, 0.0),)))
        return self._made[rule]


    def part(self, rule: str) -> Automaton | Node:
        """A rule as others take it in: made, or as it is written where it stands but once."""
        return self.automaton(rule) if self._uses[rule] > 1 else self._nodes[rule]


class _Draft:
    """An automaton in the making, with epsilon arcs as they come."""

    def __init__(self, rule: Callable[[str], Automaton | Node], tags: bool,
                 known: Collection[str] | None, emphasis: float) -> None:
        self.arcs: list[Arc] = []
        self.states = 1
        self._rule = rule
        self._tags = tags
        self._known = known
        self._emphasis = emphasis

    def state(self) -> int:
        self.states += 1
        return self.states - 1

    def arc(self, source: int, target: int, label: str | None = None, cost: float = 0.0) -> int:
        self.arcs.append(Arc(source, target, label, cost))
        return target

    def word(self, source: int, target: int, word: str, cost: float = 0.0) -> int:
        if self._known is None or word in self._known:
            self.arc(source, target, word, cost)
        return target

    def add(self, node: Node, source: int) -> int:
        """Appends the node after `source` and returns the state at its end."""
        match node:
            case Word(text):
                return self.word(source, self.state(), text)
            case Reference(name):
                part = self._rule(name)
                if isinstance(part, Automaton):
                    return self._splice(part, source)
                return self.add(part, source)
            case Sequence(nodes):
                for each in nodes:
                    source = self.add(each, source)
                return source
            case Alternatives(branches):
                end = self.state()
                for branch in branches:
                    # A state of its own, so that a loop at a branch's head stays inside it.
                    head = self.arc(source, self.state(), cost=-log(branch.weight) * self._emphasis)
                    self.arc(self.add(branch.node, head), end)
                return end
            case Optional(inner):
                end = self.state()
                self.arc(self.add(inner, source), end)
                return self.arc(source, end)
            case Tagged(inner, tags):
                end = self.add(inner, source)
                for tag in tags if self._tags else ():
                    end = self.arc(end, self.state(), "{" + tag + "}")
                return end
            case Repeat(inner, least):
                return self._repeat(inner, least, source)
            case Lexicon(entries):
                if len(entries) > _LONG:
                    source = self.arc(source, self.state(), _AGAIN)
                return self._lexicon(entries, source)
            case Network(arcs, finals):
                return self._network(arcs, finals, source)

    def _repeat(self, inner: Node, least: int, source: int) -> int:
        end = self.state()
        if least == 0:
            self.arc(source, end)
        head = self.arc(source, self.state(), _AGAIN)
        tail = self.add(inner, head)
        self.arc(tail, head, _AGAIN)
        return self.arc(tail, end)

    def _lexicon(self, entries: Iterable[tuple[tuple[str, ...], float]], source: int) -> int:
        end = self.state()
        nodes: dict[tuple[str, ...], int] = {(): source}
        for words, cost in entries:
            at = source
            for length, word in enumerate(words[:-1], start=1):
                stem = words[:length]
                if stem not in nodes:
                    nodes[stem] = self.word(at, self.state(), word)
                at = nodes[stem]
            self.word(at, end, words[-1], cost)
        return end

    def _network(self, arcs: Iterable[tuple[int, int, Node, float]],
                 finals: Iterable[tuple[int, float]], source: int) -> int:
        own: defaultdict[int, int] = defaultdict(self.state)
        end = self.state()
        self.arc(source, own[0])
        for begin, target, node, cost in arcs:
            match node:
                case Sequence(()):
                    # Where nothing is said, the mark keeps it deterministic, as in a loop.
                    self.arc(own[begin], own[target], _AGAIN, cost)
                case Word(text):
                    self.word(own[begin], own[target], text, cost)
                case _:
                    head = self.arc(own[begin], self.state(), cost=cost)
                    self.arc(self.add(node, head), own[target])
        for state, cost in finals:
            self.arc(own[state], end, cost=cost)
        return end

    def _splice(self, part: Automaton, source: int) -> int:
        own = [self.state() for _ in range(part.states)]
        end = self.state()
        if part.states:
            self.arc(source, own[0])
        for a in part.arcs:
            self.arc(own[a.source], own[a.target], a.label, a.cost)
        for state, cost in part.finals:
            self.arc(own[state], end, cost=cost)
        return end


def _minimal(automaton: Automaton) -> Automaton:
    labels, fst = _acceptor(automaton)
    kaldifst.rmepsilon(fst)
    fst = kaldifst.determinize(fst)
    kaldifst.minimize(fst)
    return _automaton(fst, labels)


def _acceptor(automaton: Automaton) -> tuple[list[str], kaldifst.StdVectorFst]:
    labels = sorted({a.label for a in automaton.arcs if a.label is not None})
    numbers = {label: number for number, label in enumerate(labels, start=1)}
    return labels, _fst(automaton, lambda label: (numbers[label], numbers[label]))


def to_fst(automaton: Automaton, pair: Callable[[str], tuple[int, int]]) -> kaldifst.StdVectorFst:
    """The automaton as an FST; `pair` gives the input and output label of a word or tag."""
    return _fst(automaton, lambda label: (0, 0) if label == _AGAIN else pair(label))


def _fst(automaton: Automaton, pair: Callable[[str], tuple[int, int]]) -> kaldifst.StdVectorFst:
    fst = kaldifst.StdVectorFst()
    for _ in range(automaton.states):
        fst.add_state()
    if automaton.states:
        fst.start = 0
    for a in automaton.arcs:
        taken, given = (0, 0) if a.label is None else pair(a.label)
        fst.add_arc(a.source, kaldifst.StdArc(taken, given, a.cost, a.target))
    for state, cost in automaton.finals:
        fst.set_final(state, cost)
    kaldifst.connect(fst)
    return fst


def _automaton(fst: kaldifst.StdVectorFst, labels: list[str]) -> Automaton:
    if fst.start < 0:
        return Automaton((), 0, ())
    # The start is to be state 0, whatever number it had.
    order = [fst.start, *(s for s in range(fst.num_states) if s != fst.start)]
    number = {state: n for n, state in enumerate(order)}
    arcs = tuple(
        Arc(number[s], number[a.nextstate], labels[a.ilabel - 1] if a.ilabel else None,
            a.weight.value)
        for s in order for a in kaldifst.ArcIterator(fst, s)
    )
    finals = tuple((number[s], fst.final(s).value) for s in order if fst.final(s).value != inf)
    return Automaton(arcs, len(order), finals)
