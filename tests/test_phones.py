"""How far readings are apart, whichever way that is worked out."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voicekeeper.hearing.phones import NUMBER, PHONES, Reading, distance, indel, substitution

readings = st.lists(st.sampled_from(PHONES), max_size=7).map(tuple)


def by_the_book(one: Reading, other: Reading) -> float:
    """The weighted edit distance, from its definition."""
    if not one or not other:
        return sum(float(indel()[NUMBER[phone]]) for phone in one or other)
    first, second = NUMBER[one[-1]], NUMBER[other[-1]]
    return min(by_the_book(one[:-1], other[:-1]) + float(substitution()[first, second]),
               by_the_book(one[:-1], other) + float(indel()[first]),
               by_the_book(one, other[:-1]) + float(indel()[second]))


short = st.lists(st.sampled_from(PHONES), max_size=4).map(tuple)


@given(short, short)
def test_it_is_an_edit_distance(one: Reading, other: Reading) -> None:
    assert distance(one, other) == pytest.approx(by_the_book(one, other))


@given(readings, readings, st.floats(0, 6))
def test_a_limit_changes_nothing_below_it(one: Reading, other: Reading, limit: float) -> None:
    whole = distance(one, other)
    assert distance(one, other, limit) == (whole if whole <= limit else inf)
