"""The acoustic model adapted to a table: what is changed in a stock model's files.

A stock model was taught on clean speech for the most part. An adaptation says
how its numbers are changed so that what it makes of speech in noise, in a room
or by a child is nearer to what it makes of the same speech clean. It was
learnt by scripts/adapt_model.py (teacher and student: the teacher hears the
clean speech, the student the noisy; docs/hearing.md), and holds for the very
files that it was learnt from: any other model is used as it is.

An adaptation is an .npz beside the catalogue, models/NAME.adapted.npz:

    files             the paths below the model's folder that are changed
    sha256            of each of these, stock
    places            int64 [n, 4]: which file, offset in bytes, rows, columns of
                      little-endian float32
    delta_I, step_I   for place I: int8 [rows, columns] and float32 [rows]; what
                      is added is delta * step
    blocks            int64 [k, 5]: which file, offset of the first block of
                      little-endian float64, how many blocks, bytes from the
                      beginning of one to that of the next, numbers in one
    factors           float64 [k]: what these are multiplied by
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache as remembered
from pathlib import Path

import numpy as np
import numpy.typing as npt

from voicekeeper import resources
from voicekeeper.faults import DataFault


@dataclass(frozen=True)
class Adaptation:
    """An adaptation as it lies in its file; `key` tells it from others."""

    path: Path
    key: str


def adaptation_for(model: Path) -> Adaptation | None:
    """The adaptation that was learnt for a stock model's folder; None where there is none."""
    for path in sorted(resources.catalogue().parent.glob("*.adapted.npz")):
        with np.load(path) as kept:
            sums = zip(kept["files"], kept["sha256"], strict=True)
            if all(_sum(model / str(name)) == str(sha256) for name, sha256 in sums):
                return Adaptation(path, _sum(path)[:16])
    return None


def adapted_files(adaptation: Adaptation, model: Path, cache: Path) -> Mapping[str, Path]:
    """The changed files by their place in the model's folder, made below `cache` or found there.

    Raises DataFault where `cache` can't be written.
    """
    folder = cache / f"acoustic-{adaptation.key}"
    with np.load(adaptation.path) as kept:
        names = [str(name) for name in kept["files"]]
        made = {name: folder / name.replace("/", "-") for name in names}
        if not all(path.is_file() for path in made.values()):
            contents = [bytearray((model / name).read_bytes()) for name in names]
            for number, (file, *place) in enumerate(kept["places"].tolist()):
                _add(contents[file], place, kept[f"delta_{number}"], kept[f"step_{number}"])
            for (file, *place), factor in zip(kept["blocks"].tolist(), kept["factors"].tolist(),
                                              strict=True):
                _scale(contents[file], place, factor)
            try:
                folder.mkdir(parents=True, exist_ok=True)
                for path, content in zip(made.values(), contents, strict=True):
                    _write_whole(path, content)
            except OSError as error:
                raise DataFault(
                    f"The folder {cache} cannot be written: {error.strerror}.") from error
    return made


def _add(content: bytearray, place: Sequence[int], delta: npt.NDArray[np.int8],
         step: npt.NDArray[np.float32]) -> None:
    offset, rows, columns = place
    numbers = np.frombuffer(content, "<f4", rows * columns, offset).reshape(rows, columns)
    numbers += delta * step[:, None]


def _scale(content: bytearray, place: Sequence[int], factor: float) -> None:
    offset, count, stride, size = place
    for start in range(offset, offset + count * stride, stride):
        block = np.frombuffer(content, "<f8", size, start)
        block *= factor


def _write_whole(path: Path, content: bytes | bytearray) -> None:
    """Writes a file so that it is there whole or not at all."""
    number, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


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
