"""Typed or recognised text to the grammar's words, each with its place in the text.

Reads case, punctuation, hyphens, minus signs and digits as a person would.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Set
from dataclasses import dataclass, replace

from voicekeeper.numbers import ordinal_endings, words

# Stands for a number typed in digits that has no words in the grammar.
BIG_NUMBER = "#number"
# The highest number with words in the parser's grammar; no score comes near it.
HIGHEST_SPELT = 299
# The highest of a round that has an ordinal in the grammar ("the fourth round").
MOST_ORDINAL = 40
# But a game may go to one of these.
LIMITS_BEYOND = range(300, 1001, 50)

# Longer ones are no numbers that anybody means, and cost time to read.
_MOST_DIGITS = 1000

_MINUS = "\u2212"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\ufe63\uff0d-"
_TOKEN = re.compile(
    r"(?P<decimal>\d+[.,]\d+(?:[.,]\d+)*(?!\d))|(?P<ordinal>\d+[^\W\d_]{1,3}(?![^\W\d_]))|(?P<digits>\d+)"
    r"|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)|(?P<sign>[-+\u2212])|(?P<other>\S)"
)
_POSSESSOR = re.compile(r"[^\s']'$")
_UNSEEN = {"Mn", "Me", "Cf"}
_SILENT = set(".,;:!?¿¡\"'()[]{}…«»“”„‚‘*/&_")


@dataclass(frozen=True)
class Token:
    """A word of the grammar; `start` and `end` are its place in the text as given."""

    word: str
    start: int
    end: int
    value: int | None = None


@dataclass(frozen=True)
class Reading:
    """One way to read a text. `guess` counts the unlikely choices made for it."""

    tokens: tuple[Token, ...]
    guess: int = 0


def read_words(text: str, language: str, minus: str, symbols: Set[str] = frozenset()
               ) -> tuple[Reading, ...]:
    """The ways to read a text, the likeliest first; usually one.

    `minus` is the language's word for a minus sign. A dash before a number may
    be a sign or a mere dash ("Ana - 3"): both readings are given where a
    person could not tell. A text with a decimal number, or with broken
    bytes in it, has no reading. `symbols` are those that stand for words, as
    in a name that is an emoji; all others are silent.
    """
    if "\ufffd" in text:
        return ()  # bytes that were no text: nobody knows what was typed
    flat, places = _flatten(text)
    readings: list[list[Token]] = [[]]
    for match in _TOKEN.finditer(flat):
        kind, found = match.lastgroup, match.group()
        start, end = places[match.start()], places[match.end() - 1] + 1
        if kind == "decimal":
            parts = re.split("[.,]", found)
            if "." in found or (len(parts) == 2 and len(parts[1]) == 3):
                return ()
            made = [[t for p in parts for t in _number(p, start, end, language)]]
        elif kind == "digits" and len(found) > _MOST_DIGITS:
            return ()
        elif kind == "digits":
            made = [_number(found, start, end, language)]
        elif kind == "ordinal":
            made = [_ordinal(found, start, end, language)]
        elif kind == "word" and _POSSESSOR.search(flat, 0, match.start()) and found == "s":
            # "J. D.'s", "Player 1's": the s belongs to what is before it.
            readings = [[*old[:-1], replace(old[-1], word=f"{old[-1].word}'s", end=end)]
                        for old in readings if old]
            continue
        elif kind == "word":
            made = [[Token(found, start, end)]]
        elif kind == "sign":
            made = _sign(flat, match, Token(minus, start, end))
        elif found in symbols:
            made = [[Token(found, start, end)]]
        elif found in _SILENT or _is_silent(found):
            # An ampersand is read aloud; every other mark is silent.
            made = [[Token("&", start, end)]] if found == "&" else [[]]
        else:
            made = [[Token(found, start, end)]]
        readings = [old + new for old in readings for new in made][:8]
    return tuple(Reading(tuple(r)) for r in readings)


def plain_words(text: str, language: str, minus: str) -> tuple[str, ...]:
    """The words of the likeliest reading: for names and other fixed texts.

    Of a text without words, its pictures: somebody may be called by an emoji.
    """
    for symbols in (frozenset(), frozenset(filter(is_picture, text))):
        for reading in read_words(text, language, minus, symbols)[:1]:
            if reading.tokens:
                return tuple(token.word for token in reading.tokens)
    return ()


def is_picture(char: str) -> bool:
    """Whether a character is a symbol that can be a name, as an emoji."""
    return unicodedata.category(char) == "So"


def _is_silent(char: str) -> bool:
    # Marks and format characters are what makes of two emoji one, or colours it.
    return unicodedata.category(char)[0] in "PS" or unicodedata.category(char) in _UNSEEN


def without_accents(word: str) -> str:
    """The word in the bare letters that a recogniser's vocabulary has: José -> jose."""
    special = str.maketrans({"ø": "o", "ł": "l", "ß": "ss", "đ": "d", "ð": "d", "þ": "th",
                             "æ": "ae", "œ": "oe", "ı": "i"})
    parts = unicodedata.normalize("NFKD", word.lower().translate(special))
    return "".join(c for c in parts if not unicodedata.combining(c))


def _flatten(text: str) -> tuple[str, list[int]]:
    """Compatibility characters, case, dashes and apostrophes made even; and where each was."""
    out: list[str] = []
    places: list[int] = []
    # Normalised by cluster, so that every character knows the place it came from.
    for match in re.finditer(r".[\u0300-\u036f]*", text, re.DOTALL):
        cluster = unicodedata.normalize("NFKC", match.group()).casefold()
        cluster = unicodedata.normalize("NFC", cluster)
        for char in cluster:
            out.append("-" if char in _DASHES else "'" if char in "’ʼ`´" else char)
            places.append(match.start())
    return "".join(out), places


def _number(digits: str, start: int, end: int, language: str) -> list[Token]:
    value = int(digits)
    if value > HIGHEST_SPELT:
        return [Token(BIG_NUMBER, start, end, value)]
    spelt = words(value, language).replace("\xad", "").replace("-", " ").lower()
    return [Token(word, start, end) for word in spelt.split()]


def _ordinal(found: str, start: int, end: int, language: str) -> list[Token]:
    """Digits with letters at once behind them: "4th", or a number and a word ("5points")."""
    digits = re.match(r"\d+", found)
    if digits is None or len(digits.group()) > _MOST_DIGITS:
        return [Token(found, start, end)]
    value, ending = int(digits.group()), found[digits.end():]
    if ending not in ordinal_endings(language) or value not in range(1, MOST_ORDINAL + 1):
        middle = start + digits.end()
        return [*_number(digits.group(), start, middle, language), Token(ending, middle, end)]
    spelt = words(value, language, "ordinal").replace("-", " ").lower()
    return [Token(word, start, end) for word in spelt.split()]


def _sign(flat: str, match: re.Match[str], minus: Token) -> list[list[Token]]:
    """A dash is a minus sign, a mere dash, or (as far as one can tell) either."""
    before, after = flat[:match.start()], flat[match.end():]
    if match.group() == "+" or not re.match(r"\s*\d", after):
        return [[]]
    if match.group() == _MINUS and not re.search(r"\d\s*$", before):
        return [[minus]]
    attached = bool(re.match(r"\d", after))
    apart = not before.strip() or before[-1].isspace() or before[-1] in ",;:(=."
    if attached and apart:
        return [[minus]]
    if re.search(r"\d\s*$", before) and not (apart and attached):
        return [[]]  # "5-3": a list
    return [[minus], []]
