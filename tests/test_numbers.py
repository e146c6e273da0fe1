"""Ordinals in words, as CLDR has them."""

from __future__ import annotations

import pytest

from voicekeeper import numbers


@pytest.mark.parametrize(("language", "said"), [
    ("en", "fourth"), ("de", "vierten"), ("it", "quarta"), ("es", "cuarto"), ("fr", "quatrième"),
])
def test_ordinals_in_every_gender_and_case(language: str, said: str) -> None:
    assert numbers.ordinals(language, 40)[said] == 4
    assert set(numbers.ordinals(language, 40).values()) == set(range(1, 41))


def test_a_language_without_ordinals_in_cldr_has_none() -> None:
    assert numbers.ordinals("pl", 40) == {}
