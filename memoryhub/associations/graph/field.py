"""The field: tidy rows, in time order, for nodes that are linked to nothing or to a few others only."""

from __future__ import annotations

import numpy as np

from .forces import Places, rank_within, sunflower
from .inputs import Floats, Ints
from .islands import SPACING

BAND, BLOCK = 8.0, 1.6  # width over height of a field that is narrower than the islands, and of one that is wider


def field_width(sizes: Ints, map_width: float) -> float:
    """Width of the rows: a band below the islands, as wide as they at most; a block where it outgrows them."""
    area = float((_sides(sizes) ** 2).sum())
    band, block = (SPACING * np.ceil(np.sqrt(area * shape) / SPACING) for shape in (BAND, BLOCK))
    return float(max(min(map_width, band), _sides(sizes).max(initial=SPACING), block))


def rows(part: Ints, created: Floats, degrees: Ints, *, width: float) -> Places:
    """Places of the nodes of a field, from its upper left corner down (y grows downward).

    ``part`` is the connected component of each node: a component is a small disc that takes a square of the row,
    the best linked node in the middle. Rows are filled in the order of each component's earliest node.
    """
    part = np.unique(part, return_inverse=True)[1]
    sizes = np.bincount(part)
    earliest = np.full(len(sizes), np.inf)
    np.minimum.at(earliest, part, created)
    corners = shelves(_sides(sizes), np.argsort(earliest, kind="stable"), width)
    rank = rank_within(part, np.argsort(np.lexsort((created, -degrees))))
    around = sunflower(rank, sizes[part]) * 0.62 * SPACING * np.sqrt(sizes[part])
    return corners[part] + np.where(sizes[part] > 1, around, 0)


def next_in_row(members: Places, all_places: Places, count: int) -> Places:
    """Where ``count`` more single nodes go: from the last row of the field on, on ground that no node stands on.

    ``members`` are the nodes of the field (it begins below everything when there are none), ``all_places`` all nodes.
    """
    left = all_places.real.min(initial=0.0)
    width = field_width(
        np.ones(len(members) + count, np.int64), float(np.ptp(all_places.real)) if len(all_places) else 0.0
    )
    top = all_places.imag.max(initial=-4 * SPACING) + 4 * SPACING
    if len(members):
        left, top = members.real.min(), members.imag.max()
        width = max(width, float(np.ptp(members.real)))
    columns = int(width / SPACING) + 1
    spots = np.zeros(0, np.complex128)
    while len(spots) < count:
        row = left + np.arange(columns) * SPACING + 1j * top
        taken = all_places[np.abs(all_places.imag - top) < SPACING]
        free = (np.abs(row[:, None] - taken[None, :]) > 0.9 * SPACING).all(axis=1)
        spots, top = np.concatenate([spots, row[free]]), top + SPACING
    return spots[:count]


def _sides(sizes: Ints) -> Floats:
    """Side of the square a component of that size takes in a row."""
    return SPACING * np.where(sizes == 1, 1.0, np.ceil(1.24 * np.sqrt(sizes)) + 1)


def shelves(side: Floats, order: Ints, width: float) -> Places:
    """Middles of squares set in rows from left to right; a row is as high as its highest square."""
    if len(side) and np.ptp(side) == 0:
        columns = max(1, int(width / side[0] + 1e-6))
        grid = np.empty(len(side), np.complex128)
        row, column = np.divmod(np.arange(len(side)), columns)
        grid[order] = (column + 0.5 + 1j * (row + 0.5)) * side[0]
        return grid
    middle = np.zeros(len(side), np.complex128)
    x = y = height = 0.0
    for index in order.tolist():
        if x > 0 and x + side[index] > width + 1e-6:
            x, y, height = 0.0, y + height, 0.0
        middle[index] = x + side[index] / 2 + 1j * (y + side[index] / 2)
        x, height = x + side[index], max(height, side[index])
    return middle
