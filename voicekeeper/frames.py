"""Frames on a pipe between the program and a process of its own: coprocess.py.

A frame is one byte that says what, the payload's length as a little-endian
32-bit number, the payload.
"""

from __future__ import annotations

import struct
from typing import Protocol

_HEADER = struct.Struct("<cI")


class Sink(Protocol):
    """Where frames go: a binary file open for writing, or the like."""

    def write(self, payload: bytes, /) -> int:
        """Takes all of it."""

    def flush(self) -> None:
        """Sends it off."""


class Source(Protocol):
    """Where frames come from."""

    def read(self, size: int, /) -> bytes:
        """So many bytes, or fewer at the end."""


def write_frame(to: Sink, kind: bytes, payload: bytes = b"") -> None:
    """Writes one frame and flushes."""
    to.write(_HEADER.pack(kind, len(payload)) + payload)
    to.flush()


def read_frame(source: Source) -> tuple[bytes, bytes] | None:
    """The next frame, or None at the end of the stream (also in mid-frame)."""
    header = source.read(_HEADER.size)
    if len(header) < _HEADER.size:
        return None
    kind, size = _HEADER.unpack(header)
    payload = source.read(size)
    return (kind, payload) if len(payload) == size else None
