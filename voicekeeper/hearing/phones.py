"""Phones, and how far apart two pronunciations are.

A phone is an IPA letter (the affricates of "church" and "judge" count as one, a
diphthong is a vowel and an off-glide); a reading is a tuple of them. The distance of two readings
is a weighted edit distance: 0 is the same sound, a voiced for a voiceless stop
costs 0.25, a vowel too many 0.55, a consonant too many 0.8. Phones are placed
by what they are (IPA chart, 2020); the weights were chosen so that names that a
recogniser confuses are at most 0.6 apart.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from math import inf

import numpy as np

Reading = tuple[str, ...]

# (height 0 close .. 1 open, backness 0 front .. 1 back, rounded)
_VOWELS: dict[str, tuple[float, float, int]] = {
    "i": (0.0, 0.0, 0), "y": (0.0, 0.0, 1), "ɨ": (0.0, 0.5, 0), "ʉ": (0.0, 0.5, 1),
    "ɯ": (0.0, 1.0, 0), "u": (0.0, 1.0, 1), "ɪ": (0.2, 0.2, 0), "ʏ": (0.2, 0.2, 1),
    "ʊ": (0.2, 0.8, 1), "e": (0.33, 0.05, 0), "ø": (0.33, 0.05, 1), "ɘ": (0.33, 0.5, 0),
    "ɵ": (0.33, 0.5, 1), "ɤ": (0.33, 1.0, 0), "o": (0.33, 1.0, 1), "ə": (0.5, 0.5, 0),
    "ɛ": (0.6, 0.1, 0), "œ": (0.6, 0.1, 1), "ɜ": (0.6, 0.5, 0), "ɞ": (0.6, 0.5, 1),
    "ʌ": (0.62, 0.75, 0), "ɔ": (0.65, 0.95, 1), "æ": (0.85, 0.15, 0), "ɐ": (0.8, 0.5, 0),
    "a": (1.0, 0.4, 0), "ɶ": (1.0, 0.3, 1), "ɑ": (1.0, 0.85, 0), "ɒ": (0.95, 0.95, 1),
}

# (place from the lips back, manner, voiced)
_CONSONANTS: dict[str, tuple[float, str, int]] = {
    "p": (0, "stop", 0), "b": (0, "stop", 1), "t": (2, "stop", 0), "d": (2, "stop", 1),
    "ʈ": (2.5, "stop", 0), "ɖ": (2.5, "stop", 1), "c": (4, "stop", 0), "ɟ": (4, "stop", 1),
    "k": (5, "stop", 0), "g": (5, "stop", 1), "q": (6, "stop", 0), "ɢ": (6, "stop", 1),
    "ʔ": (8, "stop", 0),
    "tʃ": (3.5, "affricate", 0), "dʒ": (3.5, "affricate", 1),
    "tɕ": (3.7, "affricate", 0), "dʑ": (3.7, "affricate", 1),
    "tʂ": (3.2, "affricate", 0), "dʐ": (3.2, "affricate", 1),
    "ɸ": (0, "fricative", 0), "β": (0, "fricative", 1), "f": (0.5, "fricative", 0),
    "v": (0.5, "fricative", 1), "θ": (1.3, "fricative", 0), "ð": (1.3, "fricative", 1),
    "s": (2, "fricative", 0), "z": (2, "fricative", 1), "ɬ": (2.2, "fricative", 0),
    "ʃ": (3.5, "fricative", 0), "ʒ": (3.5, "fricative", 1), "ɕ": (3.7, "fricative", 0),
    "ʑ": (3.7, "fricative", 1), "ʂ": (3.2, "fricative", 0), "ʐ": (3.2, "fricative", 1),
    "ç": (4.3, "fricative", 0), "ʝ": (4.3, "fricative", 1), "x": (5.3, "fricative", 0),
    "ɣ": (5.3, "fricative", 1), "χ": (6, "fricative", 0), "ʁ": (6, "fricative", 1),
    "ħ": (7, "fricative", 0), "ʕ": (7, "fricative", 1), "h": (7, "fricative", 0),
    "ɦ": (7, "fricative", 1),
    "m": (0, "nasal", 1), "ɱ": (0.5, "nasal", 1), "n": (2, "nasal", 1), "ɳ": (2.5, "nasal", 1),
    "ɲ": (4, "nasal", 1), "ŋ": (5, "nasal", 1), "ɴ": (6, "nasal", 1),
    "ɾ": (2, "tap", 1), "ɽ": (2.5, "tap", 1), "r": (2, "trill", 1), "ʀ": (6, "trill", 1),
    "ʋ": (0.5, "approximant", 1), "ɹ": (2.2, "approximant", 1), "ɻ": (2.7, "approximant", 1),
    "j": (4, "approximant", 1), "ɥ": (4, "approximant", 1), "w": (5, "approximant", 1),
    "ɰ": (5, "approximant", 1),
    "l": (2, "lateral", 1), "ɫ": (3, "lateral", 1), "ɭ": (2.5, "lateral", 1),
    "ʎ": (4, "lateral", 1),
}

_MANNERS = {
    ("affricate", "stop"): 0.35, ("affricate", "fricative"): 0.35, ("fricative", "stop"): 0.55,
    ("nasal", "stop"): 0.6, ("stop", "tap"): 0.35, ("tap", "trill"): 0.1,
    ("approximant", "trill"): 0.2, ("approximant", "tap"): 0.25, ("approximant", "lateral"): 0.4,
    ("lateral", "tap"): 0.35, ("lateral", "trill"): 0.4, ("lateral", "nasal"): 0.6,
    ("approximant", "fricative"): 0.5, ("fricative", "trill"): 0.5,
}
_OTHER_MANNER = 0.75

# What the chart alone puts too far apart, or too near together.
_SPECIAL = {
    ("s", "ʃ"): 0.4, ("z", "ʒ"): 0.4, ("s", "ɕ"): 0.4,
    ("s", "ʂ"): 0.3, ("z", "ʑ"): 0.4, ("z", "ʐ"): 0.3, ("ç", "ʃ"): 0.3, ("ç", "h"): 0.3,
    ("x", "h"): 0.2, ("χ", "h"): 0.2, ("χ", "x"): 0.05, ("x", "k"): 0.35, ("χ", "k"): 0.4,
    ("ħ", "h"): 0.1, ("θ", "f"): 0.25, ("θ", "s"): 0.3, ("θ", "t"): 0.4, ("ð", "d"): 0.3,
    ("ð", "z"): 0.3, ("ð", "v"): 0.25, ("v", "w"): 0.35, ("v", "b"): 0.4, ("β", "b"): 0.25,
    ("β", "v"): 0.1, ("ɣ", "g"): 0.2, ("ʁ", "ɹ"): 0.3, ("ʁ", "r"): 0.25, ("ʁ", "ɾ"): 0.3,
    ("ʁ", "ʀ"): 0.05, ("ʀ", "r"): 0.1, ("ʀ", "ɹ"): 0.3, ("ʁ", "h"): 0.4, ("ʎ", "j"): 0.2,
    ("ʝ", "j"): 0.15, ("ʝ", "dʒ"): 0.25, ("j", "dʒ"): 0.45, ("n", "ŋ"): 0.3, ("n", "ɲ"): 0.25,
    ("ʋ", "v"): 0.1, ("ʋ", "w"): 0.25, ("ɬ", "l"): 0.35, ("ɫ", "l"): 0.05, ("w", "g"): 0.6,
    ("ɥ", "w"): 0.2, ("ɾ", "d"): 0.25, ("ɾ", "t"): 0.3, ("c", "tʃ"): 0.25, ("ɟ", "dʒ"): 0.25,
    ("c", "k"): 0.2, ("ɟ", "g"): 0.25, ("ʔ", "t"): 0.5, ("tʃ", "dʒ"): 0.3,
    # Glides and vowels.
    ("j", "i"): 0.2, ("j", "ɪ"): 0.3, ("w", "u"): 0.2, ("w", "ʊ"): 0.3, ("ɥ", "y"): 0.2,
    ("ɹ", "ə"): 0.5, ("ɹ", "ɐ"): 0.55, ("ɫ", "ʊ"): 0.4, ("ɫ", "w"): 0.3, ("l", "ʊ"): 0.5,
}

# An off-glide and a vowel's nasality are slight things: "e" and "eɪ" are near.
_SLIGHT = {"I": ("j", "i", "ɪ"), "U": ("w", "u", "ʊ"), "N": ("n", "m", "ŋ", "ɲ")}
_SLIGHT_TO_FULL = 0.15

_INDEL = {"h": 0.35, "ɦ": 0.35, "ʔ": 0.15, "j": 0.4, "w": 0.5, "ɥ": 0.4, "I": 0.2, "U": 0.2,
          "N": 0.3, "ə": 0.4, "ɐ": 0.5, "ɪ": 0.5, "ɨ": 0.5, "ɹ": 0.6}
_VOWEL_INDEL, _CONSONANT_INDEL = 0.55, 0.8

PHONES: tuple[str, ...] = (*_VOWELS, *_CONSONANTS, *_SLIGHT)
"""Every phone; a phone's number is its place in here."""
NUMBER = {phone: number for number, phone in enumerate(PHONES)}

_ALIKE = {"ɚ": ("ə", "ɹ"), "ɝ": ("ɜ", "ɹ"), "ᵻ": ("ɪ",), "ɡ": ("g",), "ɺ": ("ɾ",), "ɧ": ("ʃ",),
          "ʍ": ("w",), "ɓ": ("b",), "ɗ": ("d",), "ɠ": ("g",), "ʄ": ("dʒ",), "ɮ": ("l",),
          "ʦ": ("t", "s"), "ʣ": ("d", "z"), "ʧ": ("tʃ",), "ʤ": ("dʒ",), "ʨ": ("tɕ",), "ʥ": ("dʑ",),
          "ʟ": ("l",), "˞": ("ɹ",), "ʙ": ("b",), "ǀ": ("t",), "ǃ": ("k",),
          "ǁ": ("k",)}
_NASAL, _NOT_SYLLABIC = "\u0303", "\u032f"

_ARPABET = {
    "AA": "ɑ", "AE": "æ", "AH": "ə", "AO": "ɔ", "AW": "a U", "AY": "a I", "B": "b", "CH": "tʃ",
    "D": "d", "DH": "ð", "EH": "ɛ", "ER": "ɜ ɹ", "EY": "e I", "F": "f", "G": "g", "HH": "h",
    "IH": "ɪ", "IY": "i", "JH": "dʒ", "K": "k", "L": "l", "M": "m", "N": "n", "NG": "ŋ",
    "OW": "o U", "OY": "ɔ I", "P": "p", "R": "ɹ", "S": "s", "SH": "ʃ", "T": "t", "TH": "θ",
    "UH": "ʊ", "UW": "u", "V": "v", "W": "w", "Y": "j", "Z": "z", "ZH": "ʒ",
}
ARPABET: tuple[str, ...] = tuple(sorted(_ARPABET))
"""The 39 phones of American English as its dictionaries write them, in their usual order."""


def from_ipa(text: str) -> Reading:
    """The phones of a text in IPA; stress, length, tone and what is no phone are left out."""
    found: list[str] = []
    for letter in unicodedata.normalize("NFD", text.replace("ç", "\ue000")):
        if letter == "\ue000":
            letter = "ç"
        last = found[-1] if found else ""
        if letter == _NASAL and last in _VOWELS:
            found.append("N")
        elif letter == _NOT_SYLLABIC and last in ("i", "ɪ", "u", "ʊ"):
            found[-1] = "I" if last in "iɪ" else "U"
        elif last and last + letter in _CONSONANTS:
            found[-1] = last + letter
        elif letter in NUMBER and letter not in _SLIGHT:
            # English diphthongs: the second part is but a glide.
            glide = {"ɪ": "I", "ʊ": "U"}.get(letter)
            found.append(glide if glide and last in ("a", "e", "ɔ", "o", "ə") else letter)
        elif letter in _ALIKE:
            found.extend(_ALIKE[letter])
    return tuple(found)


def from_arpabet(symbols: Sequence[str]) -> Reading:
    """The phones of a pronunciation in ARPAbet, without stress marks."""
    return tuple(phone for symbol in symbols for phone in _ARPABET[symbol].split())


@lru_cache(maxsize=1)
def substitution() -> np.ndarray:
    """What it costs to take one phone for another: float32, by the phones' numbers."""
    costs = [[_difference(one, other) for other in PHONES] for one in PHONES]
    return np.array(costs, np.float32)


@lru_cache(maxsize=1)
def indel() -> np.ndarray:
    """What a phone costs that is not in the other reading: float32, by the phones' numbers."""
    return np.array([_INDEL.get(p, _VOWEL_INDEL if p in _VOWELS else _CONSONANT_INDEL)
                     for p in PHONES], np.float32)


@lru_cache(maxsize=1)
def _costs() -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """`substitution` and `indel` by the phones themselves."""
    sub = {one: dict(zip(PHONES, costs, strict=True))
           for one, costs in zip(PHONES, substitution().tolist(), strict=True)}
    return sub, dict(zip(PHONES, indel().tolist(), strict=True))


def distance(one: Reading, other: Reading, limit: float = inf) -> float:
    """How far two readings are apart; 0 for the same, inf for more than `limit`."""
    sub, gap = _costs()
    gaps = [gap[phone] for phone in other]
    row = [0.0]
    for each in gaps:
        row.append(row[-1] + each)
    for phone in one:
        instead, without = sub[phone], gap[phone]
        above = row
        last = above[0] + without
        row = [last]
        for at, against in enumerate(other):
            last = min(above[at] + instead[against], above[at + 1] + without, last + gaps[at])
            row.append(last)
        # From here on it only gets farther.
        if limit < inf and min(row) > limit:
            return inf
    return row[-1] if row[-1] <= limit else inf


def _difference(one: str, other: str) -> float:
    if one == other:
        return 0.0
    for slight, full in _SLIGHT.items():
        for this, that in ((one, other), (other, one)):
            if this == slight:
                return _SLIGHT_TO_FULL if that in full else 0.5 if that in _VOWELS else 1.0
    special = _SPECIAL.get((one, other), _SPECIAL.get((other, one)))
    if special is not None:
        return special
    if one in _VOWELS and other in _VOWELS:
        (height, back, rounded), (height2, back2, rounded2) = _VOWELS[one], _VOWELS[other]
        apart = float(np.hypot(0.85 * (height - height2), 0.65 * (back - back2)))
        return apart + 0.1 * abs(rounded - rounded2)
    if one in _CONSONANTS and other in _CONSONANTS:
        (place, manner, voiced), (place2, manner2, voiced2) = _CONSONANTS[one], _CONSONANTS[other]
        first, second = sorted((manner, manner2))
        how = 0.0 if first == second else _MANNERS.get((first, second), _OTHER_MANNER)
        return min(1.0, min(0.5, 0.2 * abs(place - place2)) + how + 0.25 * abs(voiced - voiced2))
    return 1.1
