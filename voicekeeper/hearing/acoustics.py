"""The acoustic model adapted to a table: what is changed in a stock model's files.

A stock model was taught on clean speech for the most part. An adaptation says
how its numbers are changed so that what it makes of speech in noise, in a room
or by a child is nearer to what it makes of the same speech clean. It was
learnt by scripts/adapt_model.py (teacher and student: the teacher hears the
clean speech, the student the noisy; docs/hearing.md), and holds for the very
file that it was learnt from: any other model is used as it is. What hears is
the stock network and the changed one together (hearing/ensemble.py).

An adaptation is an .npz beside the catalogue, models/NAME.adapted.npz:

    sha256            of the stock model's am/final.mdl
    places            int64 [n, 3]: offset in bytes, rows, columns of
                      little-endian float32 in that file
    delta_I, step_I   for place I: int8 [rows, columns] and float32 [rows]; what
                      is added is delta * step
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache as remembered
from pathlib import Path

import numpy as np

from voicekeeper import resources
from voicekeeper.faults import DataFault
from voicekeeper.hearing.ensemble import averaged
from voicekeeper.hearing.seal import is_whole, seal
from voicekeeper.wholefile import write_whole

NETWORK = "am/final.mdl"
"""The file that is changed, by its place in the model's folder."""


@dataclass(frozen=True)
class Adaptation:
    """An adaptation as it lies in its file; `key` tells it from others."""

    path: Path
    key: str


def adaptation_for(model: Path) -> Adaptation | None:
    """The adaptation that was learnt for a stock model's folder; None where there is none."""
    for path in adaptations():
        if is_sound(path):
            with np.load(path) as kept:
                if _sum(model / NETWORK) == str(kept["sha256"]):
                    return Adaptation(path, _sum(path)[:16])
    return None


def adaptations() -> list[Path]:
    """The files of all adaptations there are, for whatever model."""
    return sorted(resources.catalogue().parent.glob("*.adapted.npz"))


def is_sound(path: Path) -> bool:
    """Is an adaptation's file undamaged? With one that is not, the stock model is used alone."""
    try:
        stat = path.stat()
        return _is_sound(path, stat.st_size, stat.st_mtime_ns)
    except OSError:
        return False


def adapted_files(adaptation: Adaptation, model: Path, cache: Path) -> Mapping[str, Path]:
    """The changed files by their place in the model's folder, made below `cache` or found there.

    Raises DataFault where `cache` can't be written.
    """
    made = cache / f"acoustic-{adaptation.key}" / NETWORK.replace("/", "-")
    if not (made.is_file() and is_whole(made.parent)):
        stock = (model / NETWORK).read_bytes()
        try:
            made.parent.mkdir(parents=True, exist_ok=True)
            write_whole(made, averaged(stock, _changed(stock, adaptation)))
            seal(made.parent)
        except OSError as error:
            raise DataFault(f"The folder {cache} cannot be written: {error.strerror}.") from error
    return {NETWORK: made}


def _changed(stock: bytes, adaptation: Adaptation) -> bytes:
    content = bytearray(stock)
    with np.load(adaptation.path) as kept:
        for number, (offset, rows, columns) in enumerate(kept["places"].tolist()):
            numbers = np.frombuffer(content, "<f4", rows * columns, offset)
            numbers.shape = rows, columns
            numbers += kept[f"delta_{number}"] * kept[f"step_{number}"][:, None]
    return bytes(content)


@remembered
def _is_sound(path: Path, size: int, changed_at: int) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.testzip() is None
    # What damage comes to in a zip file is of many kinds.
    except (OSError, EOFError, ValueError, NotImplementedError, zipfile.BadZipFile, zlib.error):
        return False


def _sum(path: Path) -> str:
    if not path.is_file():
        return ""
    stat = path.stat()
    return _sum_of(path, stat.st_size, stat.st_mtime_ns)


@remembered
def _sum_of(path: Path, size: int, changed_at: int) -> str:
    """Asked for at each table; a model's 24 MB are read once."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
