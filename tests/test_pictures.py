"""The pictures' colours and marks: people with any kind of sight can tell the lines apart."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest

from voicekeeper.pictures.svg import LOOKS, PAPER, apart

# What is left of linear RGB, by Machado, Oliveira and Fernandes (2009), fully missing cones.
SIGHTS = {
    "all": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                 [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900]],
}


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[at:at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    to_xyz = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
                       [0.0193339, 0.1191920, 0.9503041]])
    xyz = to_xyz @ np.clip(rgb, 0, 1) / [0.95047, 1, 1.08883]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def luminance(colour: str) -> float:
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_colours_look_the_same(sight: str) -> None:
    seen = [lab(np.array(SIGHTS[sight]) @ linear(look.colour)) for look in LOOKS]
    # A difference of 2 to 3 is just seen, side by side.
    assert min(np.linalg.norm(a - b) for a, b in combinations(seen, 2)) > 15


def test_every_line_has_its_own_mark_and_stands_out_from_the_paper() -> None:
    assert len({look.mark for look in LOOKS}) == len(LOOKS) == 8
    paper = luminance(PAPER)
    assert min((paper + 0.05) / (luminance(look.colour) + 0.05) for look in LOOKS) >= 3


@pytest.mark.parametrize(
    ("wanted", "lowest"),
    [([10, 12, 11], 300), ([290, 295, 299], 300), ([5], 300), ([299] * 8, 300)],
)
def test_names_stand_apart_and_within_the_picture(wanted: list[float], lowest: float) -> None:
    places = apart(wanted, lowest)
    ranked = sorted(places)
    assert all(b - a >= 16 for a, b in pairwise(ranked))
    assert max(places) <= lowest
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    assert [places[index] for index in order] == ranked
