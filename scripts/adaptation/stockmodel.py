"""A stock model's acoustic network, read from Kaldi's binary file.

Only what Vosk's small models have is read: affine, linear and TDNN components,
batch normalisation. Each array knows where in the file it lies, so that what
was learnt can be written as changes to the file (hearing/acoustics.py).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

_TOKENS = {"<LinearParams>": "weights", "<Params>": "weights", "<BiasParams>": "bias",
           "<StatsMean>": "mean", "<StatsVar>": "variance"}
_NUMBERS = {"<TargetRms>": "rms", "<Epsilon>": "epsilon"}


@dataclass(frozen=True)
class Array:
    """Numbers of a file: `offset` in bytes from its beginning, rows by columns."""

    offset: int
    values: Floats


@dataclass
class Component:
    """One component: its arrays, its time offsets (frames) and numbers by name."""

    arrays: dict[str, Array] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)
    offsets: tuple[int, ...] = ()


class _Reader:
    """Kaldi's binary notation: tokens, numbers with their size before them, arrays."""

    def __init__(self, content: bytes, at: int) -> None:
        self.content, self.at = content, at

    def token(self) -> str:
        end = self.content.index(b" ", self.at)
        token = self.content[self.at:end].decode()
        self.at = end + 1
        return token

    def integer(self) -> int:
        (value,) = struct.unpack_from("<i", self.content, self.at + 1)
        self.at += 5
        return int(value)

    def array(self) -> tuple[int, int, int, int]:
        """The place of an array: offset in bytes, rows, columns, width (packed: one row)."""
        kind = self.token()
        width = 8 if kind[0] == "D" else 4
        rows, columns = 1, self.integer()
        if kind[1] == "M":
            rows, columns = columns, self.integer()
        elif kind[1] == "P":
            columns = columns * (columns + 1) // 2
        start = self.at
        self.at += rows * columns * width
        return start, rows, columns, width


def read_network(path: Path) -> dict[str, Component]:
    """The components of am/final.mdl by name."""
    content = path.read_bytes()
    reader = _Reader(content, content.index(b"<NumComponents>") + len(b"<NumComponents> ") + 5)
    end = content.index(b"</Nnet3>")
    found: dict[str, Component] = {}
    component = Component()
    while reader.at < end:
        at = reader.at
        if content[at:at + 3] in (b"FM ", b"DM ", b"FV ", b"DV "):
            reader.array()
        elif content[at:at + 1] != b"<":
            # A number, its size before it; T and F are booleans of one byte.
            reader.at += 1 + (content[at] if content[at] in (4, 8) else 0)
        elif (token := reader.token()) == "<ComponentName>":
            component = found[reader.token()] = Component()
        elif token in _TOKENS:
            start, rows, columns, _ = reader.array()
            values = np.frombuffer(content, "<f4", rows * columns, start).reshape(rows, columns)
            component.arrays[_TOKENS[token]] = Array(start, values)
        elif token in _NUMBERS:
            (component.numbers[_NUMBERS[token]],) = struct.unpack_from("<f", content, reader.at + 1)
        elif token == "<TimeOffsets>":
            count = reader.integer()
            component.offsets = struct.unpack_from(f"<{count}i", content, reader.at)
            reader.at += 4 * count
    return found
