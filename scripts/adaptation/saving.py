"""Writes what was learnt as an adaptation (voicekeeper/hearing/acoustics.py says how it looks)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from adaptation.network import Parameters
from adaptation.stockmodel import Component

NETWORK = "am/final.mdl"


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
    places: list[tuple[int, int, int]] = []
    arrays: dict[str, npt.NDArray[np.generic]] = {}
    for name, parts in sorted(learnt.items()):
        for part, values in sorted(parts.items()):
            stock = components[name].arrays[part]
            change = np.asarray(values, np.float32).reshape(stock.values.shape) - stock.values
            step = np.abs(change).max(axis=1) / 127
            step[step == 0] = 1
            number = len(places)
            places.append((stock.offset, *stock.values.shape))
            arrays[f"delta_{number}"] = np.round(change / step[:, None]).astype(np.int8)
            arrays[f"step_{number}"] = step.astype(np.float32)
    sha256 = hashlib.sha256((model / NETWORK).read_bytes()).hexdigest()
    np.savez_compressed(path, sha256=np.array(sha256), places=np.array(places, np.int64),
                        allow_pickle=False, **arrays)
