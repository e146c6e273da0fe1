"""Writes what was learnt as an adaptation (voicekeeper/hearing/acoustics.py says how it looks)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from adaptation.network import Parameters
from adaptation.stockmodel import Component, read_precisions

NETWORK, IVECTOR = "am/final.mdl", "ivector/final.ie"
_NOBODY = 0.001  # so little that the i-vector stays where it begins


def load(path: Path, stock: Parameters) -> Parameters:
    """The parameters that `save` wrote as an adaptation of the stock ones."""
    learnt: Parameters = {}
    with np.load(path) as kept:
        number = 0
        for name, parts in sorted(stock.items()):
            learnt[name] = {}
            for part, values in sorted(parts.items()):
                change = kept[f"delta_{number}"] * kept[f"step_{number}"][:, None]
                learnt[name][part] = values + change.reshape(values.shape)
                number += 1
    return learnt


def save(path: Path, model: Path, components: Mapping[str, Component], learnt: Parameters) -> None:
    """Writes the differences between the stock components and what was learnt, 8 bits each."""
    places: list[tuple[int, int, int, int]] = []
    arrays: dict[str, npt.NDArray[np.generic]] = {}
    for name, parts in sorted(learnt.items()):
        for part, values in sorted(parts.items()):
            stock = components[name].arrays[part]
            change = np.asarray(values, np.float32).reshape(stock.values.shape) - stock.values
            step = np.abs(change).max(axis=1) / 127
            step[step == 0] = 1
            number = len(places)
            places.append((0, stock.offset, *stock.values.shape))
            arrays[f"delta_{number}"] = np.round(change / step[:, None]).astype(np.int8)
            arrays[f"step_{number}"] = step.astype(np.float32)
    blocks = read_precisions(model / IVECTOR)
    files = (NETWORK, IVECTOR)
    sums = [hashlib.sha256((model / file).read_bytes()).hexdigest() for file in files]
    np.savez_compressed(
        path, files=np.array(files), sha256=np.array(sums), places=np.array(places, np.int64),
        blocks=np.array([[1, blocks.offset, blocks.count, blocks.stride, blocks.size]], np.int64),
        factors=np.array([_NOBODY]), allow_pickle=False, **arrays)
