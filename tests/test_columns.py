"""An FST as columns of numbers and back: nothing is lost on the way."""

from __future__ import annotations

import kaldifst
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicekeeper.hearing.columns import Columns

Arc = tuple[int, int, int, int, float]  # source, target, input, output, cost


def columns(arcs: list[Arc], finals: list[float], start: int = 0) -> Columns:
    rows = list(zip(*arcs, strict=True)) or [()] * 5
    sources, targets, inputs, outputs = (np.array(row, np.int32) for row in rows[:4])
    return Columns(sources, targets, inputs, outputs, np.array(rows[4], np.float32),
                   np.array(finals, np.float32), start)


def arcs_of(fst: kaldifst.StdVectorFst) -> list[Arc]:
    """As kaldifst tells them, one at a time."""
    return [(state, a.nextstate, a.ilabel, a.olabel, a.weight.value)
            for state in range(fst.num_states) for a in kaldifst.ArcIterator(fst, state)]


@st.composite
def drawn(draw: st.DrawFn) -> tuple[list[Arc], list[float], int]:
    """Arcs in any order between up to six states, loops and twins among them."""
    states = draw(st.integers(1, 6))
    state, label = st.integers(0, states - 1), st.integers(0, 2**31 - 1)
    cost = st.floats(-100, 100, width=32)
    arcs = draw(st.lists(st.tuples(state, state, label, label, cost), max_size=12))
    finals = draw(st.lists(cost | st.just(float("inf")), min_size=states, max_size=states))
    return arcs, finals, draw(state)


@given(drawn())
def test_an_fst_of_columns_has_just_these_arcs(fst: tuple[list[Arc], list[float], int]) -> None:
    arcs, finals, start = fst
    made = columns(arcs, finals, start).fst()
    assert arcs_of(made) == sorted(arcs, key=lambda arc: arc[0])
    assert [made.final(state).value for state in range(made.num_states)] == finals
    assert made.start == start


@given(drawn())
def test_columns_come_back_from_an_fst(fst: tuple[list[Arc], list[float], int]) -> None:
    arcs, finals, start = fst
    back = Columns.of(columns(arcs, finals, start).fst())
    assert arcs_of(back.fst()) == sorted(arcs, key=lambda arc: arc[0])
    assert (back.finals.tolist(), back.start) == (finals, start)


@given(drawn())
def test_the_start_becomes_state_0_and_says_the_same(
    fst: tuple[list[Arc], list[float], int]
) -> None:
    arcs, finals, start = fst
    moved = columns(arcs, finals, start).from_start()
    others = [state for state in range(len(finals)) if state != start]
    number = {old: new for new, old in enumerate([start, *others])}
    assert moved.start == 0
    assert moved.finals.tolist() == [finals[start], *(finals[state] for state in others)]
    assert sorted(arcs_of(moved.fst())) == sorted(
        (number[source], number[target], *rest) for source, target, *rest in arcs)


def test_nothing_at_all_is_an_fst_without_a_start() -> None:
    empty = Columns.of(kaldifst.StdVectorFst())
    assert (empty.states, empty.start, len(empty.sources)) == (0, -1, 0)
    assert empty.from_start().fst().start == -1


def test_what_openfst_has_worked_on_is_read() -> None:
    """Determinised and minimised: two branches with a common word and a common end."""
    fst = columns([(0, 1, 7, 7, 0.5), (0, 2, 7, 7, 1.0), (1, 3, 8, 8, 0.0), (2, 3, 9, 9, 0.0)],
                  [float("inf")] * 3 + [0.0]).fst()
    fst = kaldifst.determinize(fst)
    kaldifst.minimize(fst)
    read = Columns.of(fst)
    assert sorted(read.inputs.tolist()) == [7, 8, 9]
    assert read.costs.sum() + read.finals[np.isfinite(read.finals)].sum() == pytest.approx(1.0)


def test_symbols_are_not_lost_silently() -> None:
    fst = columns([(0, 0, 1, 1, 0.0)], [0.0]).fst()
    table = kaldifst.SymbolTable("words")
    table.add_symbol("<eps>", 0)
    fst.input_symbols = table
    with pytest.raises(ValueError, match="symbols"):
        Columns.of(fst)
