"""Packing of many discs: even water between them, linked ones near, large and small ones mixed."""

from __future__ import annotations

import numpy as np
from scipy.spatial import cKDTree

from .forces import GOLDEN_ANGLE, GOLDEN_SHARE, Places, scatter
from .inputs import Floats, Ints
from .islands import flattened, stretched
from .links import Links

LOOSE = 1.3  # area of the first arrangement over that of its discs
PULL, GRAVITY = 0.02, 0.004  # share of the way to the linked discs, and to the middle, in the first round
DRAWN, CLEARED = 300, 1_000  # rounds of being drawn together, and at most of making way
MOST_MOVES = 600_000  # discs times rounds of making way: very many discs get fewer rounds
ENOUGH = 0.002  # overlap, as a share of the distance, that is left to enlarging the whole picture


def mixed(radius: Floats, turn: float) -> Places:
    """Where discs stand before they are packed: a sunflower in which each takes its area, sizes mixed all over.

    ``turn`` in radians. The order is that of the multiples of the golden ratio, so that any run of similar sizes is
    spread evenly from the middle to the rim.
    """
    order = np.argsort(np.arange(len(radius)) * GOLDEN_SHARE % 1.0, kind="stable")
    area = radius[order] ** 2
    places = np.empty(len(radius), np.complex128)
    distance = np.sqrt(LOOSE * (np.cumsum(area) - 0.5 * area))
    places[order] = distance * np.exp(1j * (GOLDEN_ANGLE * np.arange(len(radius)) + turn))
    return stretched(places)


def pack(radius: Floats, bridges: Links, start: Places, *, strength: float = 1.0) -> Places:
    """Centres of discs that do not overlap, drawn to the middle and to those they are linked with more than by chance.

    ``strength`` scales the pull: with 0 discs only make way for each other.
    """
    count, centres = len(start), start
    load = bridges.load(count)
    excess = bridges.weight - load[bridges.source] * load[bridges.target] / max(load.sum(), 1e-9)
    links = bridges.where(excess > 0)
    weight = excess[excess > 0]
    cleared = int(np.clip(MOST_MOVES // count, 20, CLEARED))
    drawn = min(DRAWN, cleared) if strength else 0
    # Small discs slip inward between large ones; the large are pulled more, so that all sizes stay mixed.
    gravity = GRAVITY * np.sqrt(radius / np.sqrt(np.mean(radius**2)))
    for step in range(drawn):
        heat = strength * (1.0 - step / drawn)
        stretch = weight * (centres[links.target] - centres[links.source])
        pull = scatter(links.source, stretch, count) - scatter(links.target, stretch, count)
        centres = centres + heat * flattened(PULL * pull / np.maximum(load, 1e-9) - gravity * centres)
        centres, _ = _apart(centres, radius)
    for _ in range(cleared):
        centres, overlap = _apart(centres, radius)
        if overlap < ENOUGH:
            break
    return _cleared(centres, radius)


def near_pairs(centres: Places, radius: Floats) -> tuple[Ints, Ints]:
    """Pairs of discs that overlap or nearly do, by halves of the size: about as many as there are discs."""
    points = np.column_stack([centres.real, centres.imag])
    octave = np.floor(np.log2(radius)).astype(np.int64)
    found = []
    for each in np.unique(octave).tolist():
        larger, smaller = np.flatnonzero(octave == each), np.flatnonzero(octave <= each)
        near = cKDTree(points[larger]).sparse_distance_matrix(
            cKDTree(points[smaller]), 2.0 ** (each + 2), output_type="coo_matrix"
        )
        one, other = larger[near.row], smaller[near.col]
        # Of two in the same octave each pair is found twice.
        kept = (octave[other] < each) | (one < other)
        kept &= np.abs(centres[one] - centres[other]) < radius[one] + radius[other]
        found.append(np.column_stack([one[kept], other[kept]]))
    pairs = np.concatenate(found)
    pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
    return pairs[:, 0], pairs[:, 1]


def _apart(centres: Places, radius: Floats) -> tuple[Places, float]:
    """Overlapping discs moved apart by most of what is missing, the smaller one farther; and the overlap there was."""
    one, other = near_pairs(centres, radius)
    offset = centres[other] - centres[one]
    distance = np.maximum(np.abs(offset), 1e-9)
    missing = (radius[one] + radius[other]) / distance - 1.0
    share = radius[one] ** 2 / (radius[one] ** 2 + radius[other] ** 2)
    step, count = 0.7 * missing * offset, len(centres)
    moved: Places = centres + scatter(other, step * share, count) - scatter(one, step * (1 - share), count)
    return moved, float(missing.max(initial=0.0))


def _cleared(centres: Places, radius: Floats) -> Places:
    """The same picture, as much larger as it takes for no two discs to overlap."""
    one, other = near_pairs(centres, radius)
    distance = np.maximum(np.abs(centres[other] - centres[one]), 1e-9)
    return centres * float(((radius[one] + radius[other]) / distance).max(initial=1.0))
