"""Garbage is collected at quiet moments, also of what was there from the start."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from voicekeeper.memory import Tidying, stay_as_it_is


class Ring:
    """Refers to itself: only a collection frees it."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_has_come_to_be_garbage_goes_at_the_next_quiet_moment() -> None:
    stay_as_it_is()
    tidying, gone = Tidying(), weakref.ref(Ring())
    tidying.now()
    assert gone() is None


def test_what_was_to_stay_and_does_not_goes_in_the_end() -> None:
    ring = Ring()
    stay_as_it_is()
    tidying, gone = Tidying(), weakref.ref(ring)
    del ring
    for _ in range(100):
        tidying.now()
    assert gone() is None
