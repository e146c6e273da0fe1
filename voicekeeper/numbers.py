"""Whole numbers in words: as the voice says them and in every way people say them.

The words come from CLDR's rule-based number formats (unicode-rbnf); `spellings`
adds the spoken variants that CLDR does not list.
"""

from __future__ import annotations

from functools import lru_cache

from unicode_rbnf import RbnfEngine

_BELOW_TEN = range(1, 10)


def words(number: int, language: str) -> str:
    """The number as the voice says it: 21 -> "twenty-one"."""
    return _engine(language).format_number(number).text


@lru_cache(maxsize=8192)
def spellings(number: int, language: str) -> tuple[str, ...]:
    """Every way to say a number from 0 up, lower case, hyphens as spaces.

    All of CLDR's cases and genders are among them, and so are the everyday
    variants of the language ("a hundred and five", "one oh five").
    Raises ValueError for a negative number: how "minus" is said is the grammar's.
    """
    if number < 0:
        raise ValueError("spellings are of numbers from 0 up")
    said = _engine(language).format_number(number)
    found = {_plain(said.text), *(_plain(text) for text in said.text_by_ruleset.values())}
    if language == "en":
        found |= _english(number)
    return tuple(sorted(found))


@lru_cache(maxsize=8)
def _engine(language: str) -> RbnfEngine:
    return RbnfEngine.for_language(language)


def _plain(text: str) -> str:
    return " ".join(text.replace("\xad", "").replace("-", " ").lower().split())


def _english(number: int) -> set[str]:
    """Spoken English beyond CLDR: "and", "a hundred", "one oh five", "one forty"."""
    if number == 0:
        return {"oh", "nil", "nought"}
    if not 100 <= number < 1000:
        return set()
    hundreds, rest = divmod(number, 100)
    digit = words(hundreds, "en")
    heads = [f"{digit} hundred"] + (["a hundred", "hundred"] if hundreds == 1 else [])
    if rest == 0:
        return set(heads)
    tail = _plain(words(rest, "en"))
    found = {f"{head} {joint}{tail}" for head in heads for joint in ("", "and ")}
    if rest in _BELOW_TEN:
        found |= {f"{digit} oh {tail}", f"{digit} o {tail}", f"{digit} zero {tail}"}
    else:
        found.add(f"{digit} {tail}")
        # Digit by digit ("one one two") is how people read a sum from paper.
        found.add(" ".join(words(int(d), "en") for d in str(number)))
    return found
