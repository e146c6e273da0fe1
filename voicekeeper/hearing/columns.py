"""An FST as columns of numbers, and back.

kaldifst hands out and takes arcs one at a time, which for a grammar's hundred
thousands takes longer than all that is done to them. So they go through OpenFst's own
file format, in memory: a header, then for each state its final cost (float32), its
number of arcs (int64), and its arcs (input and output label int32, cost float32, next
state int32).
"""

from __future__ import annotations

import os
import struct
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import kaldifst
import numpy as np
import numpy.typing as npt

_MAGIC = 2125659606
_KIND = b"".join(struct.pack("=i", len(text)) + text for text in (b"vector", b"standard"))
_HEADER = struct.Struct("=iiQqqq")  # version, flags, properties, start, states, arcs
_VERSION = 2
# What every FST of this kind is; all else OpenFst finds out where it needs it.
_EXPANDED_MUTABLE = 3
# In words of four bytes: what comes before a state's arcs, and an arc.
_STATE, _ARC = 3, 4

Numbers = npt.NDArray[np.int32]
Costs = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Columns:
    """An FST over numbered labels, 0 being none; its states are 0 to `states` - 1.

    `sources`, `targets`, `inputs`, `outputs` and `costs` have a row for each arc;
    `finals` has one for each state, infinite where nothing ends. Costs are negative
    natural logarithms. `start` is -1 where there are no states.
    """

    sources: Numbers
    targets: Numbers
    inputs: Numbers
    outputs: Numbers
    costs: Costs
    finals: Costs
    start: int = 0

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.finals)

    @classmethod
    def of(cls, fst: kaldifst.StdVectorFst) -> Columns:
        """The columns of an FST, the arcs in the order of their sources."""
        with _memory() as file:
            if not fst.write(str(file)):
                raise OSError("there is no room for an FST")
            data = file.read_bytes()
        at = 4 + len(_KIND)
        _, flags, _, start, states, _ = _HEADER.unpack_from(data, at)
        if data[4:at] != _KIND or flags:
            raise ValueError("an FST of another kind, or with symbols")
        words = np.frombuffer(data, np.int32, offset=at + _HEADER.size)
        counts, heads = _heads(words, states)
        is_head = np.zeros(len(words), bool)
        for word in range(_STATE):
            is_head[heads + word] = True
        arcs = words[~is_head].reshape(-1, _ARC)
        return cls(np.repeat(np.arange(states, dtype=np.int32), counts), arcs[:, 3], arcs[:, 0],
                   arcs[:, 1], arcs[:, 2].copy().view(np.float32),
                   words[heads].view(np.float32), start)

    def from_start(self) -> Columns:
        """The same with the start as state 0, the other states as they follow each other."""
        if self.start <= 0:
            return self
        old = np.arange(self.states, dtype=np.int32)
        order = np.concatenate([[self.start], old[old != self.start]])
        number = np.empty_like(old)
        number[order] = old
        return replace(self, sources=number[self.sources], targets=number[self.targets],
                       finals=self.finals[order], start=0)

    def fst(self) -> kaldifst.StdVectorFst:
        """The FST of these columns, each state's arcs in the order in which they stand."""
        order = np.argsort(self.sources, kind="stable")
        counts = np.bincount(self.sources, minlength=self.states)
        before = np.concatenate([[0], np.cumsum(counts)])
        heads = _STATE * np.arange(self.states) + _ARC * before[:-1]
        words = np.zeros(_STATE * self.states + _ARC * len(order), np.int32)
        words[heads] = self.finals.view(np.int32)
        words[heads + (1 if sys.byteorder == "little" else 2)] = counts
        of_arcs = _STATE * (self.sources[order].astype(np.int64) + 1) + _ARC * np.arange(len(order))
        for word, column in enumerate((self.inputs, self.outputs, self.costs.view(np.int32),
                                       self.targets)):
            words[of_arcs + word] = column[order]
        header = _HEADER.pack(_VERSION, 0, _EXPANDED_MUTABLE, self.start, self.states, len(order))
        with _memory() as file:
            file.write_bytes(struct.pack("=i", _MAGIC) + _KIND + header + words.tobytes())
            return kaldifst.StdVectorFst.read(str(file))


def _heads(words: Numbers, states: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """How many arcs each state has, and where it begins."""
    flat = words.tolist()
    counts, heads = [0] * states, [0] * states
    low = 1 if sys.byteorder == "little" else 2
    at = 0
    for state in range(states):
        heads[state] = at
        counts[state] = flat[at + low]
        at += _STATE + _ARC * counts[state]
    return np.array(counts, np.int64), np.array(heads, np.int64)


@contextmanager
def _memory() -> Iterator[Path]:
    """A file that is not on the disk, where the system has such."""
    if sys.platform == "linux":
        number = os.memfd_create("fst")
        try:
            yield Path(f"/proc/self/fd/{number}")
        finally:
            os.close(number)
    else:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder) / "fst"
