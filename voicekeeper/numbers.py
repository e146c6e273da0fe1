"""Whole numbers in words: as the voice says them and in every way people say them.

The words come from CLDR's rule-based number formats (unicode-rbnf); `spellings`
adds the spoken variants that CLDR does not list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from unicode_rbnf import RbnfEngine

_DIGITS = re.compile(r"\d+")
# CLDR has them as patterns that unicode-rbnf does not read.
_ENDINGS = {
    "en": frozenset({"st", "nd", "rd", "th"}),
    "es": frozenset({"o", "a", "er"}),
    "fr": frozenset({"er", "re", "e", "ère", "ème"}),
    "it": frozenset({"o", "a"}),
}
_MOST_DIGITS_READ = 6
"""Longer ones are read digit by digit, as a telephone number is."""


@lru_cache(maxsize=8192)
def words(number: int, language: str, form: str = "") -> str:
    """The number as the voice says it: 21 -> "twenty-one".

    `form` is "" for counting, or one of `forms(language)`: "feminine" (22 in
    Polish: "dwadzieścia dwie"), "ordinal" (3: "third"), "ordinal-feminine".
    Raises ValueError for a form that the language does not have.
    """
    if not form:
        return _unhyphenated(_engine(language).format_number(number).text)
    name = _forms(language).get(form)
    if name is None:
        raise ValueError(f"no form {form!r} of numbers in {language}")
    said = _engine(language).format_number(number, ruleset_names=[name])
    return _unhyphenated(said.text_by_ruleset[name])


def digits_as_words(text: str, language: str) -> str:
    """A text as it is read aloud: "Player 2" -> "Player two", "R2D2" -> "R two D two"."""

    def read(match: re.Match[str]) -> str:
        digits = match.group()
        known = len(digits) <= _MOST_DIGITS_READ
        said = [int(digits)] if known else [int(digit) for digit in digits]
        return f" {' '.join(words(number, language) for number in said)} "

    if not _DIGITS.search(text):
        return text
    return re.sub(r"(?<=\s) +| +$|^ +", "", _DIGITS.sub(read, text))


def forms(language: str) -> frozenset[str]:
    """The grammatical forms in which `words` can say numbers in a language."""
    return frozenset(_forms(language))


@lru_cache(maxsize=8192)
def spellings(number: int, language: str) -> Mapping[str, int]:
    """Every way to say a number from 0 up, lower case, hyphens as spaces, with its rarity.

    Rarity 0 is everyday speech, 1 is less usual, 2 is seldom said. All of
    CLDR's cases and genders are among them, and so are the spoken variants of
    the language ("a hundred and five", "one oh five").
    Raises ValueError for a negative number: how "minus" is said is the grammar's.
    """
    if number < 0:
        raise ValueError("spellings are of numbers from 0 up")
    said = _engine(language).format_number(number)
    found = {_plain(text): 1 for text in said.text_by_ruleset.values()}
    if language == "en":
        found |= _english(number)
    return found | {_plain(said.text): 0}


@lru_cache(maxsize=8)
def values(language: str, highest: int) -> Mapping[str, int]:
    """The number that each spelling stands for, 0 to `highest`."""
    return {text: n for n in range(highest + 1) for text in spellings(n, language)}


@lru_cache(maxsize=8)
def ordinals(language: str, highest: int) -> Mapping[str, int]:
    """The number from 1 to `highest` that each ordinal stands for: "fourth", "twenty first".

    All of CLDR's genders and cases, lower case, hyphens as spaces; empty for a language
    of which CLDR has no ordinals.
    """
    known = [form for form in forms(language) if form.startswith("ordinal")]
    return {_plain(words(number, language, form)): number
            for number in range(1, highest + 1) for form in known}


def ordinal_endings(language: str) -> frozenset[str]:
    """What follows digits to make an ordinal of them: 4th."""
    return _ENDINGS.get(language, frozenset())


@lru_cache(maxsize=8)
def _engine(language: str) -> RbnfEngine:
    return RbnfEngine.for_language(language)


@lru_cache(maxsize=8)
def _forms(language: str) -> dict[str, str]:
    """From a form's short name to CLDR's name of its rules."""
    names = [str(name) for name in _engine(language).rulesets]
    cardinals = {n.removeprefix("spellout-cardinal-"): n
                 for n in names if n.startswith("spellout-cardinal-")}
    ordinals = {n.removeprefix("spellout-"): n
                for n in names if n.startswith("spellout-ordinal")}
    if ordinals and "ordinal" not in ordinals:
        # CLDR has only gendered ordinals for some languages; masculine is their plain form.
        plain = ordinals.get("ordinal-masculine", min(ordinals.values()))
        ordinals["ordinal"] = plain
    return cardinals | ordinals


def _unhyphenated(text: str) -> str:
    # CLDR marks where a long word may break with soft hyphens; nobody says those.
    return text.replace("\xad", "")


def _plain(text: str) -> str:
    return " ".join(_unhyphenated(text).replace("-", " ").lower().split())


def _english(number: int) -> dict[str, int]:
    """Spoken English beyond CLDR: "and", "a hundred", "one oh five", "one forty"."""
    if number == 1000:
        return {"a thousand": 0, "thousand": 1}
    if not 100 <= number < 1000:
        return {}
    # "two fifty" for 250 is left out: no score is that high, and "ninety, eight
    # for Marco" would be read as one number.
    hundreds, rest = divmod(number, 100)
    digit = words(hundreds, "en")
    heads = [f"{digit} hundred"] + (["a hundred", "hundred"] if hundreds == 1 else [])
    if rest == 0:
        return dict.fromkeys(heads, 0)
    tail = _plain(words(rest, "en"))
    found = {f"{head} {joint}{tail}": 0 for head in heads for joint in ("", "and ")}
    if hundreds > 1:
        return found
    if rest < 10:
        return found | {f"{digit} {zero} {tail}": 1 for zero in ("oh", "o", "zero")}
    # Digit by digit ("one one two") is how people read a sum from paper.
    return found | {f"{digit} {tail}": 1, " ".join(words(int(d), "en") for d in str(number)): 2}
