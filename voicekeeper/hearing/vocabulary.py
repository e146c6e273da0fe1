"""The recogniser's vocabulary: the words that a Vosk model can hear, and the filler words.

The words come from the symbol table inside the model's own graph/Gr.fst
(OpenFst binary, little endian), or from graph/words.txt where there is none in
it, as Vosk itself reads them; the filler words from wordfreq.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import lru_cache
from math import log
from pathlib import Path

from voicekeeper.faults import ModelFault

_FST_MAGIC = 2125659606
_SYMBOLS_MAGIC = 2125658996
_INPUT_SYMBOLS, _OUTPUT_SYMBOLS = 1, 2  # flags of an FST's header


@lru_cache(maxsize=2)
def model_words(model: Path) -> Mapping[str, int]:
    """Word ids of a model folder. Raises ModelFault where the graph can't be read."""
    path = model / "graph" / "Gr.fst"
    try:
        words = _symbols(path.read_bytes())
        if words is None:
            path = path.with_name("words.txt")
            words = _listed(path.read_text(encoding="utf-8"))
        return words
    except (OSError, struct.error, ValueError) as error:
        raise ModelFault(
            f"The speech model's {path} cannot be read ({error}); run `voicekeeper setup`."
        ) from error


def _listed(text: str) -> dict[str, int]:
    """The words of a words.txt: a word and its id on each line."""
    pairs = (line.split() for line in text.splitlines() if line.strip())
    return {word: int(number) for word, number in pairs}


def _symbols(data: bytes) -> dict[str, int] | None:
    """The symbol table of an FST's output labels, the one that Vosk takes; None without."""
    header = struct.Struct("<iiQqqq")  # version, flags, properties, start, states, arcs
    if struct.unpack_from("<i", data)[0] != _FST_MAGIC:
        raise ValueError("not an OpenFst file")
    at = 4
    for _ in ("the kind of FST", "the kind of arc"):
        at = _after_text(data, at)
    flags = header.unpack_from(data, at)[1]
    at += header.size
    if not flags & _OUTPUT_SYMBOLS:
        return None
    length_of, id_of = struct.Struct("<i").unpack_from, struct.Struct("<q").unpack_from
    # Spelt out rather than by helpers: there are hundreds of thousands of words.
    if flags & _INPUT_SYMBOLS:
        size, at = _table(data, at)
        for _ in range(size):
            at += 12 + length_of(data, at)[0]
    words: dict[str, int] = {}
    size, at = _table(data, at)
    for _ in range(size):
        (length,) = length_of(data, at)
        at += 4 + length
        word = data[at - length:at].decode("utf-8", "replace")
        (words[word],) = id_of(data, at)
        at += 8
    return words


def _table(data: bytes, at: int) -> tuple[int, int]:
    """How many words a symbol table has, and where the first is."""
    if struct.unpack_from("<i", data, at)[0] != _SYMBOLS_MAGIC:
        raise ValueError("a damaged symbol table")
    at = _after_text(data, at + 4)
    return int(struct.unpack_from("<q", data, at + 8)[0]), at + 16


def _after_text(data: bytes, at: int) -> int:
    return at + 4 + int(struct.unpack_from("<i", data, at)[0])


@lru_cache(maxsize=4)
def filler_words(language: str, size: int, bonus: float, least: float) -> Mapping[str, float]:
    """The commonest words of a language, each with its cost: -ln(frequency) - bonus.

    No word costs less than `least`: the shortest and commonest ("the", "a")
    would swallow a short answer. They make up the loop through which speech
    outside the grammar runs.
    """
    # Loads half a second's worth of tables: only a program that compiles pays for it.
    from wordfreq import get_frequency_dict

    wordlist = "small"  # holds far more words than any filler needs
    common = sorted(get_frequency_dict(language, wordlist).items(), key=lambda f: -f[1])
    return {word: max(least, -log(frequency) - bonus) for word, frequency in common[:size]}


def word_rarity(word: str, language: str) -> float:
    """How rare a word is: 0 for the commonest thousand, and 1 more for each power of ten.

    Never more than 3: beyond that the word lists know nothing.
    """
    from wordfreq import zipf_frequency  # as above, it takes a while to load

    return min(3.0, max(0.0, 6.0 - zipf_frequency(word, language, wordlist="small")))
