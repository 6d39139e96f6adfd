"""Packed discs: none overlaps, sizes are mixed from the middle to the rim, and linked ones are near."""

from functools import cache

import numpy as np

from memoryhub.associations.graph import discs
from memoryhub.associations.graph.links import Links

NONE = Links(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
ZIPF = 300.0 * np.arange(1, 401) ** -0.4


def packed(radius: np.ndarray, bridges: Links = NONE) -> np.ndarray:
    return discs.pack(radius, bridges, discs.mixed(radius, 0.3))


@cache
def zipf() -> np.ndarray:
    return packed(ZIPF)


def test_no_two_discs_overlap() -> None:
    centres = zipf()
    gaps = np.abs(centres[:, None] - centres[None, :]) - ZIPF[:, None] - ZIPF[None, :]
    assert gaps[np.triu_indices(400, 1)].min() > -1e-6


def test_small_discs_fill_no_band_at_the_rim() -> None:
    centres = zipf()
    middle = (centres.real.max() + centres.real.min()) / 2 + 0.5j * (centres.imag.max() + centres.imag.min())
    away = centres - middle
    # The inner half of the ellipse they fill: it holds half of the small ones, and of all land.
    inner = np.abs(away.real / np.ptp(centres.real) + 1j * away.imag / np.ptp(centres.imag)) < 0.5 / np.sqrt(2)
    assert 0.4 < inner[200:].mean() < 0.65
    assert 0.4 < (ZIPF[inner] ** 2).sum() / (ZIPF**2).sum() < 0.65


def test_the_ground_is_well_used() -> None:
    centres = zipf()
    width, height = (np.ptp(axis) + 2 * ZIPF.mean() for axis in (centres.real, centres.imag))
    assert (ZIPF**2).sum() / (width * height / 4) > 0.7


def test_discs_linked_more_than_by_chance_come_near() -> None:
    radius = np.full(60, 10.0)
    pairs = Links(np.arange(0, 60, 2), np.arange(1, 60, 2), np.ones(30))
    apart, near = (packed(radius, bridges) for bridges in (NONE, pairs))
    assert np.abs(near[::2] - near[1::2]).mean() < 0.8 * np.abs(apart[::2] - apart[1::2]).mean()


def test_one_disc_stays_and_two_on_one_spot_are_told_apart() -> None:
    assert discs.pack(np.array([5.0]), NONE, np.array([1 + 2j]), strength=0.0).tolist() == [1 + 2j]
    both = discs.pack(np.array([5.0, 4.0]), NONE, np.array([0j, 1e-6 + 0j]))
    assert abs(both[0] - both[1]) >= 9.0 - 1e-9


def test_near_pairs_are_those_that_overlap_each_once() -> None:
    one, other = discs.near_pairs(np.array([0j, 3 + 0j, 100 + 0j, 0.5j]), np.array([2.0, 2.0, 50.0, 1.0]))
    assert sorted(tuple(sorted(pair)) for pair in zip(one.tolist(), other.tolist(), strict=True)) == [(0, 1), (0, 3)]
