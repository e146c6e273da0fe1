"""A text's ways through a grammar's transducer."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import kaldifst

MOST_PATHS = 64
"""So many of a text's paths are followed, the cheapest ones."""


def linear(labels: Sequence[int]) -> kaldifst.StdVectorFst:
    """The acceptor of one sequence of labels."""
    fst = kaldifst.StdVectorFst()
    fst.start = at = fst.add_state()
    for label in labels:
        to = fst.add_state()
        fst.add_arc(at, kaldifst.StdArc(label, label, 0.0, to))
        at = to
    fst.set_final(at, 0.0)
    return fst


def paths(lattice: kaldifst.StdVectorFst, tags: Sequence[str]
          ) -> list[tuple[tuple[str | None, ...], float]]:
    """The cheapest path of each different sequence of tags and words, at most MOST_PATHS.

    Paths that have passed the same are one from there on: their number stays
    small however many ways there are through a long text.
    """
    if lattice.start < 0:
        return []
    reached: dict[int, dict[tuple[str | None, ...], float]] = {lattice.start: {(): 0.0}}
    found: dict[tuple[str | None, ...], float] = {}
    for state in _in_order(lattice):
        here = sorted(reached.pop(state, {}).items(), key=lambda path: path[1])[:MOST_PATHS]
        final = lattice.final(state).value
        if final != inf:
            for passed, cost in here:
                found[passed] = min(cost + final, found.get(passed, inf))
        for arc in kaldifst.ArcIterator(lattice, state):
            step: tuple[str | None, ...] = (None,) if arc.ilabel else ()
            if arc.olabel:
                step = (*step, tags[arc.olabel - 1])
            there = reached.setdefault(arc.nextstate, {})
            for passed, cost in here:
                longer, dearer = passed + step, cost + arc.weight.value
                there[longer] = min(dearer, there.get(longer, inf))
    return sorted(found.items(), key=lambda path: path[1])[:MOST_PATHS]


def _in_order(lattice: kaldifst.StdVectorFst) -> list[int]:
    """The states, each after all that lead to it; a composition with a text has no cycles."""
    waiting = [0] * lattice.num_states
    targets = [[arc.nextstate for arc in kaldifst.ArcIterator(lattice, state)]
               for state in range(lattice.num_states)]
    for found in targets:
        for target in found:
            waiting[target] += 1
    ready = [state for state, count in enumerate(waiting) if not count]
    order = []
    while ready:
        state = ready.pop()
        order.append(state)
        for target in targets[state]:
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    return order
