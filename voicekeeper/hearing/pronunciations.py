"""How a Vosk model takes its words to be pronounced: the lexicon inside its own graph.

graph/HCLr.fst leads from transition ids to words, and am/final.mdl tells which
phone a transition id belongs to; so every way through it from the start to a
word's end is one pronunciation. Both files are Kaldi's (OpenFst binary and
Kaldi binary, little endian).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from voicekeeper.faults import ModelFault
from voicekeeper.hearing.phones import ARPABET, NUMBER, PHONES, Reading, from_arpabet

_FST_MAGIC = struct.pack("<i", 2125659606)
_STATE = np.dtype([("final", "<f4"), ("first", "<u4"), ("arcs", "<u4"), ("_", "<u4", 2)])
_ARC = np.dtype([("input", "<i4"), ("output", "<i4"), ("cost", "<f4"), ("target", "<i4")])
_TUPLE = np.dtype([(name, kind) for n in range(4) for name, kind in
                   ((f"size{n}", "i1"), (f"value{n}", "<i4"))])

# Kaldi's phones depend on their place in the word, and silence and noise come
# first, in five forms each: with 39 more in four forms it is ARPAbet.
_BEFORE = 10
_BEGIN, _END, _INSIDE, _ALONE = range(4)
_LONGEST = 24


@dataclass(frozen=True)
class Pronunciations:
    """Every pronunciation of every word.

    words: word ids, int32 (N), in order; phones: numbers of phones (phones.py),
    int8 (N, longest), -1 after the end.
    """

    words: np.ndarray
    phones: np.ndarray

    @classmethod
    def of(cls, spoken: Iterable[tuple[int, Reading]]) -> Pronunciations:
        """From word ids with their readings."""
        rows = sorted({(word, tuple(NUMBER[phone] for phone in said)) for word, said in spoken})
        phones = np.full((len(rows), max((len(said) for _, said in rows), default=0)), -1, np.int8)
        for row, (_, said) in enumerate(rows):
            phones[row, :len(said)] = said
        return cls(np.array([word for word, _ in rows], np.int32), phones)

    def readings(self, word: int) -> tuple[Reading, ...]:
        """How a word is pronounced, by its id; none where that is not known."""
        start, end = np.searchsorted(self.words, [word, word + 1])
        return tuple(tuple(PHONES[number] for number in row if number >= 0)
                     for row in self.phones[start:end].tolist())

    def said_like(self, words: Iterable[int]) -> frozenset[int]:
        """These words (by id) and all that have a pronunciation of theirs."""
        asked, rows = set(words), self._rows
        alike = {row for word, row in rows if word in asked}
        return frozenset(word for word, row in rows if row in alike)

    @cached_property
    def by_word(self) -> Mapping[int, tuple[bytes, ...]]:
        """Each word's pronunciations as keys that are equal where they sound the same."""
        found: dict[int, tuple[bytes, ...]] = {}
        for word, row in self._rows:
            found[word] = (*found.get(word, ()), row)
        return found

    @cached_property
    def _rows(self) -> list[tuple[int, bytes]]:
        rows = np.ascontiguousarray(self.phones).view(f"S{self.phones.shape[1]}").ravel().tolist()
        return list(zip(self.words.tolist(), rows, strict=True))


def pronunciations(model: Path) -> Pronunciations | None:
    """The lexicon of a model's folder; None where its phones are not known to us.

    Raises ModelFault where the files can't be read.
    """
    try:
        phone_of = _phones_of_transitions((model / "am" / "final.mdl").read_bytes())
        places = (model / "graph" / "phones" / "word_boundary.int").read_text().split()
        states, arcs = _graph((model / "graph" / "HCLr.fst").read_bytes())
    except (OSError, struct.error, ValueError) as error:
        raise ModelFault(f"The speech model in {model} cannot be read ({error}); "
                         "run `voicekeeper setup`.") from error
    if places[1::2] != [*["nonword", "begin", "end", "internal", "singleton"] * 2,
                        *["begin", "end", "internal", "singleton"] * len(ARPABET)]:
        return None
    return _walk(states, arcs, phone_of)


def _phones_of_transitions(data: bytes) -> np.ndarray:
    """By transition id the phone, as Kaldi numbers them; two ids a tuple, from 1 on."""
    mark = b"<Tuples> \x04" if b"<Tuples> " in data else b"<Triples> \x04"
    at = data.index(mark) + len(mark)
    (count,) = struct.unpack_from("<i", data, at)
    if mark.startswith(b"<Triples>"):
        raise ValueError("an acoustic model of an old kind")
    tuples = np.frombuffer(data, _TUPLE, count, at + 4)
    return np.concatenate([[0], np.repeat(tuples["value0"], 2)])


def _graph(data: bytes) -> tuple[np.ndarray, np.ndarray]:
    """States and arcs of the constant FST within the look-ahead one."""
    at = data.index(_FST_MAGIC, 4) + 4
    kind, at = _text(data, at)
    _, at = _text(data, at)
    version, flags, _, start, states, arcs = struct.unpack_from("<iiQqqq", data, at)
    if (kind, version, flags & 3, start) != (b"const", 2, 0, 0):
        raise ValueError(f"a graph of an unknown kind ({kind.decode(errors='replace')} {version})")
    at += 40
    return (np.frombuffer(data, _STATE, states, at),
            np.frombuffer(data, _ARC, arcs, at + states * _STATE.itemsize))


def _text(data: bytes, at: int) -> tuple[bytes, int]:
    (size,) = struct.unpack_from("<i", data, at)
    return data[at + 4:at + 4 + size], at + 4 + size


def _walk(states: np.ndarray, arcs: np.ndarray, phone_of: np.ndarray) -> Pronunciations:
    """All ways from the start to the end of one word, side by side, a step at a time."""
    first, count = states["first"].astype(np.int64), states["arcs"].astype(np.int64)
    phone_of = np.concatenate([phone_of, np.zeros(max(0, arcs["input"].max() + 1 - len(phone_of)),
                                                  phone_of.dtype)])
    at, word = np.zeros(1, np.int64), np.zeros(1, np.int32)
    length, ended = np.zeros(1, np.int64), np.zeros(1, bool)
    said = np.full((1, _LONGEST), -1, np.int8)
    found: list[tuple[np.ndarray, np.ndarray]] = []
    while len(at):
        fan = count[at]
        way = np.repeat(np.arange(len(at)), fan)
        arc = first[at][way] + np.arange(len(way)) - np.repeat(np.cumsum(fan) - fan, fan)
        phone, target, output = (phone_of[arcs["input"][arc]], arcs["target"][arc],
                                 arcs["output"][arc])
        place = np.where(phone > _BEFORE, (phone - _BEFORE - 1) % 4, -1)
        begins = (place == _BEGIN) | (place == _ALONE)
        good = (target != at[way]) & ((phone == 0) | (place >= 0))  # no loops, no silence
        good &= (phone == 0) | (~ended[way] & (begins == (length[way] == 0)))
        good &= (output == 0) | (word[way] == 0)
        good &= length[way] < _LONGEST
        way, phone, place = way[good], phone[good], place[good]
        at, said, length = target[good].astype(np.int64), said[way], length[way]
        word = np.maximum(word[way], output[good])
        sounds = np.flatnonzero(phone)
        said[sounds, length[sounds]] = (phone[sounds] - _BEFORE - 1) // 4
        length[sounds] += 1
        ended = ended[way] | (place == _END) | (place == _ALONE)
        done = ended & (word > 0)
        found.append((word[done], said[done]))
        at, word, length, ended, said = (x[~done] for x in (at, word, length, ended, said))
    rows = np.unique(np.column_stack([np.concatenate([w for w, _ in found]),
                                      np.concatenate([s for _, s in found])]), axis=0)
    return Pronunciations(rows[:, 0].astype(np.int32), _spelt_out(rows[:, 1:]))


def _spelt_out(arpabet: np.ndarray) -> np.ndarray:
    """ARPAbet's numbers as our phones', of which one symbol may have two."""
    table = np.full((len(ARPABET) + 1, 2), -1, np.int8)
    for number, symbol in enumerate(ARPABET):
        phones = [NUMBER[phone] for phone in from_arpabet((symbol,))]
        table[number, :len(phones)] = phones
    both = table[arpabet].reshape(len(arpabet), -1)
    order = np.argsort(both < 0, axis=1, kind="stable")  # the gaps to the end of each row
    packed = np.take_along_axis(both, order, axis=1)
    return packed[:, :int((packed >= 0).sum(axis=1).max())]
