#!/usr/bin/env python3
"""Adapts a small speech model to noise, rooms and children (docs/hearing.md).

    python -m venv VENV; VENV/bin/pip install -r scripts/adaptation/requirements.txt
    VENV/bin/python scripts/adapt_model.py MODEL OUT.npz --speech DIR [DIR ...]

The teacher is the stock model that hears clean speech; the student begins as
its copy, hears the same speech in noise, and learns to make of it what the
teacher does (Kullback-Leibler divergence of the outputs). No text is needed.
OUT.npz belongs beside models/catalogue.yaml as MODEL'S-NAME.adapted.npz.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax
import soundfile
import soxr
from adaptation.network import Network, Parameters, forward, network_of
from adaptation.noises import RATE, Noises, Sound
from adaptation.pairs import Pairs
from adaptation.saving import NETWORK, load, save
from adaptation.stockmodel import read_network

_BATCH = 16  # about 32 s of speech
_SHOWN = 20
_SHORTEST = 0.1  # seconds
_KEPT = 200


def main() -> None:
    options = _options()
    components = read_network(options.model / NETWORK)
    network, stock = network_of(components)
    chance = np.random.default_rng(options.seed)
    speech = _recordings(options.speech)
    print(f"{len(speech)} recordings, {sum(map(len, speech)) / RATE / 60:.0f} minutes")
    talk = [*speech, *_recordings(options.talk)]
    pairs = Pairs(speech, Noises(chance, talk, _recordings(options.noise)), chance)
    begin = load(options.begin, stock) if options.begin else stock

    def keep(learnt: Parameters) -> None:
        # Part of the way keeps what the teacher knew of quiet rooms, and loses little in noise.
        between = jax.tree.map(lambda old, new: old + options.share * (new - old), stock, learnt)
        save(options.out, options.model, components, between)

    keep(learn(network, stock, begin, pairs, options.steps, options.rate, keep))


def learn(network: Network, stock: Parameters, begin: Parameters, pairs: Pairs, steps: int,
          rate: float, keep: Callable[[Parameters], None]) -> Parameters:
    """The student's parameters after so many steps of Adam, the rate falling as a cosine.

    `keep` gets them now and then on the way.
    """
    optimiser = optax.chain(optax.clip_by_global_norm(1.0),
                            optax.adam(optax.cosine_decay_schedule(rate, steps, 0.05)))

    def loss(parameters: Parameters, noisy: jax.Array, taught: jax.Array) -> jax.Array:
        said = jax.nn.log_softmax(forward(network, parameters, noisy))
        return jnp.mean(jnp.sum(jnp.exp(taught) * (taught - said), -1))

    def step(parameters: Parameters, state: optax.OptState, clean: jax.Array, noisy: jax.Array
             ) -> tuple[Parameters, optax.OptState, jax.Array]:
        taught = jax.nn.log_softmax(forward(network, stock, clean))
        value, slope = jax.value_and_grad(loss)(parameters, noisy, taught)
        change, state = optimiser.update(slope, state)
        return optax.apply_updates(parameters, change), state, value

    step_fast = jax.jit(step)
    parameters, state = begin, optimiser.init(begin)
    losses: list[float] = []
    began = time.monotonic()
    with ThreadPoolExecutor(1) as others:
        # The next batch is made while this one is learnt from.
        coming = others.submit(pairs.batch, _BATCH)
        for number in range(1, steps + 1):
            batch = coming.result()
            coming = others.submit(pairs.batch, _BATCH)
            parameters, state, value = step_fast(parameters, state, *batch)
            losses.append(float(value))
            if number % _SHOWN == 0:
                print(f"{number}/{steps}: divergence {np.mean(losses[-_SHOWN:]):.4f},"
                      f" {time.monotonic() - began:.0f} s", flush=True)
            if number % _KEPT == 0:
                keep(parameters)
    return parameters


def _recordings(folders: Sequence[Path]) -> list[Sound]:
    found = [_mono(path) for folder in folders for path in sorted(folder.rglob("*"))
             if path.suffix in (".flac", ".wav", ".ogg")]
    # There is nothing to learn from an empty or silent file.
    return [sound for sound in found if len(sound) > _SHORTEST * RATE and np.abs(sound).max() > 0]


def _mono(path: Path) -> Sound:
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    mono = samples.mean(axis=1)
    return np.asarray(mono if rate == RATE else soxr.resample(mono, rate, RATE), np.float32)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="a small model's folder")
    parser.add_argument("out", type=Path, help="the adaptation to be written")
    parser.add_argument("--speech", type=Path, nargs="+", required=True, metavar="DIR",
                        help="folders of clean speech")
    parser.add_argument("--noise", type=Path, nargs="*", default=[], metavar="DIR",
                        help="folders of noise, beside what is made by chance")
    parser.add_argument("--talk", type=Path, nargs="*", default=[], metavar="DIR",
                        help="folders of talk in any language, for babble")
    parser.add_argument("--begin", type=Path, metavar="NPZ",
                        help="go on from this adaptation instead of from the stock model")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--share", type=float, default=0.7,
                        help="how far to go from the stock model to what was learnt")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
