"""The acoustic network of a small model in JAX: a TDNN-F of Kaldi's nnet3, forward only.

The time offsets come from the model's file; the layers are those of the small
English model (delta features, one TDNN layer, factorised layers with a bypass
of 0.75, chain output). Its i-vector is zero, which means nobody in particular.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from adaptation.stockmodel import Component

LEFT, RIGHT = 26, 14
"""Frames that an output sees to either side of its own."""
EVERY = 3
"""There is an output for each third frame."""
FEATURES = 40
_IVECTOR = 30
_BYPASS = 0.75
_UNUSED = "xent"  # the second output, which served training only

Parameters = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Network:
    """What stays as it is: batch normalisations as (scale, shift), time offsets, layers."""

    normal: Mapping[str, tuple[Any, Any]]
    offsets: Mapping[str, tuple[int, ...]]
    layers: tuple[str, ...]


def network_of(components: Mapping[str, Component]) -> tuple[Network, Parameters]:
    """The network and its parameters (weights [out, in], bias [out]), by component."""
    used = {name: c for name, c in components.items() if _UNUSED not in name}
    normal = {}
    for name, component in used.items():
        if "mean" in component.arrays:
            mean, variance = (component.arrays[key].values[0] for key in ("mean", "variance"))
            scale = component.numbers["rms"] / np.sqrt(variance + component.numbers["epsilon"])
            normal[name] = (jnp.asarray(scale), jnp.asarray(-mean * scale))
    parameters: Parameters = {}
    for name, component in used.items():
        if "weights" in component.arrays:
            parameters[name] = {"weights": jnp.asarray(component.arrays["weights"].values)}
            if (bias := component.arrays.get("bias")) is not None and bias.values.size:
                parameters[name]["bias"] = jnp.asarray(bias.values[0])
    layers = tuple(sorted((name.removesuffix(".linear") for name in used
                           if name.startswith("tdnnf") and name.endswith(".linear")),
                          key=lambda name: int(name.removeprefix("tdnnf"))))
    return Network(normal, {name: c.offsets for name, c in used.items() if c.offsets}, layers), \
        parameters


def forward(network: Network, parameters: Parameters, features: jax.Array) -> jax.Array:
    """Outputs [batch, time / 3, states] for features [batch, LEFT + time + RIGHT, 40].

    The outputs are the chain model's: natural logarithms that are not normalised.
    """
    x = features
    x = jnp.concatenate(
        [x[:, 2:-2], x[:, 3:-1] - x[:, 1:-3], x[:, :-4] + x[:, 4:] - 2 * x[:, 2:-2]], -1)
    x = _normalised(network, "delta", x)
    x = jnp.concatenate([x, jnp.zeros((*x.shape[:2], _IVECTOR))], -1)
    x = _rectified(network, "tdnn1", _affine(parameters, "tdnn1.affine", x))
    begins, step = 2 - LEFT, 1
    for number, layer in enumerate(network.layers):
        if step == 1 and _coarse(network, network.layers[number:]):
            skipped = -begins % EVERY
            x, begins, step = x[:, skipped::EVERY], begins + skipped, EVERY
        y, later = x, begins
        for part in (f"{layer}.linear", f"{layer}.affine"):
            y = _tdnn(parameters, part, y, network.offsets[part], step)
            later -= network.offsets[part][0]
        y = _rectified(network, layer, y)
        skipped = (later - begins) // step
        x, begins = y + _BYPASS * x[:, skipped:skipped + y.shape[1]], later
    x = x[:, -begins // step:]
    x = _affine(parameters, "prefinal-l", x)
    x = jnp.maximum(_affine(parameters, "prefinal-chain.affine", x), 0)
    x = _normalised(network, "prefinal-chain.batchnorm1", x)
    x = _affine(parameters, "prefinal-chain.linear", x)
    x = _normalised(network, "prefinal-chain.batchnorm2", x)
    return _affine(parameters, "output.affine", x)


def _coarse(network: Network, layers: tuple[str, ...]) -> bool:
    """Whether these layers look at every third frame only."""
    return all(offset % EVERY == 0 for layer in layers for part in ("linear", "affine")
               for offset in network.offsets[f"{layer}.{part}"])


def _tdnn(parameters: Parameters, name: str, x: jax.Array, offsets: tuple[int, ...], step: int
          ) -> jax.Array:
    width, length = x.shape[-1], x.shape[1]
    span = (offsets[-1] - offsets[0]) // step
    weights = parameters[name]["weights"]
    y: jax.Array = jnp.zeros(())
    for number, offset in enumerate(offsets):
        start = (offset - offsets[0]) // step
        y = y + (x[:, start:length - span + start]
                 @ weights[:, number * width:(number + 1) * width].T)
    return y + parameters[name].get("bias", 0)


def _affine(parameters: Parameters, name: str, x: jax.Array) -> jax.Array:
    y: jax.Array = x @ parameters[name]["weights"].T + parameters[name].get("bias", 0)
    return y


def _rectified(network: Network, layer: str, x: jax.Array) -> jax.Array:
    return _normalised(network, f"{layer}.batchnorm", jnp.maximum(x, 0))


def _normalised(network: Network, name: str, x: jax.Array) -> jax.Array:
    scale, shift = network.normal[name]
    y: jax.Array = x * scale + shift
    return y
