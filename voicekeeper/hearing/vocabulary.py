"""The recogniser's vocabulary: the words that a Vosk model can hear, and the filler words.

The words come from the symbol table inside the model's own graph/Gr.fst
(OpenFst binary, little endian); the filler words from wordfreq.
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


@lru_cache(maxsize=2)
def model_words(model: Path) -> Mapping[str, int]:
    """Word ids of a model folder. Raises ModelFault where the graph can't be read."""
    path = model / "graph" / "Gr.fst"
    try:
        data = path.read_bytes()
        return _symbols(data)
    except (OSError, struct.error, ValueError) as error:
        raise ModelFault(
            f"The speech model's {path} cannot be read ({error}); run `voicekeeper setup`."
        ) from error


def _symbols(data: bytes) -> dict[str, int]:
    at = 0

    def number(form: str) -> int:
        nonlocal at
        (value,) = struct.unpack_from(form, data, at)
        at += struct.calcsize(form)
        return int(value)

    def text() -> str:
        nonlocal at
        size = number("<i")
        at += size
        return data[at - size:at].decode("utf-8", "replace")

    if number("<i") != _FST_MAGIC:
        raise ValueError("not an OpenFst file")
    text(), text()  # the kinds of FST and of arc
    number("<i")  # version
    if not number("<i") & 1:
        raise ValueError("no symbol table inside")
    at += 8 + 24  # properties; start, states, arcs
    if number("<i") != _SYMBOLS_MAGIC:
        raise ValueError("no symbol table inside")
    text()
    number("<q")
    size = number("<q")
    words: dict[str, int] = {}
    # Spelt out rather than by the helpers above: there are 150,000 of these.
    length_of, id_of = struct.Struct("<i").unpack_from, struct.Struct("<q").unpack_from
    for _ in range(size):
        (length,) = length_of(data, at)
        at += 4 + length
        word = data[at - length:at].decode("utf-8", "replace")
        (words[word],) = id_of(data, at)
        at += 8
    return words


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
