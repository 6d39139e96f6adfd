"""Forces between the nodes of a map: short-ranged repulsion on a grid, springs along edges, and no overlaps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import fft
from scipy.spatial import cKDTree

from .inputs import Floats, Ints
from .links import Links

Places = NDArray[np.complex128]  # x + iy in map units

GOLDEN_ANGLE = np.pi * (3.0 - np.sqrt(5.0))
GOLDEN_SHARE = (np.sqrt(5.0) - 1.0) / 2.0  # its multiples, without their whole parts, fill 0..1 evenly
REACH = 4.0  # cells of the repulsion that matter: it fades as exp(-distance / (REACH * spacing))


@dataclass(frozen=True, slots=True)
class Bodies:
    """What settles on islands: nodes, or groups of them.

    ``mass`` is the number of nodes a body stands for over the mean, ``home`` the centre of every island. ``lean`` is
    the constant pull of links to other islands, and ``leaning`` their weight.
    """

    mass: Floats
    lean: Places
    leaning: Floats
    island: Ints
    home: Places


def sunflower(rank: Ints, count: Ints | int, turn: float = 0.0) -> Places:
    """Even points in the unit disc on a golden-angle spiral (Vogel 1979)."""
    spiral: Places = np.sqrt((rank + 0.5) / count) * np.exp(1j * (rank * GOLDEN_ANGLE + turn))
    return spiral


def scatter(index: Ints, values: Places, size: int) -> Places:
    """Sum of the values that fall on each index."""
    return np.bincount(index, values.real, size) + 1j * np.bincount(index, values.imag, size)


def group_means(group: Ints, values: Places, size: int, weight: Floats | None = None) -> Places:
    """Mean of each group's values, 0 for an empty one."""
    share = np.ones(len(group)) if weight is None else weight
    total = np.bincount(group, share, size)
    return scatter(group, values * share, size) / np.where(total > 0, total, 1.0)


def rank_within(group: Ints, order_by: Floats | Ints) -> Ints:
    """Position of every item among the items of its group, by ascending ``order_by``."""
    order = np.lexsort((order_by, group))
    counts = np.bincount(group)
    rank = np.empty(len(group), np.int64)
    rank[order] = np.arange(len(group)) - np.repeat(np.cumsum(counts) - counts, counts)
    return rank


def grid_repulsion(places: Places, spacing: float, cells: int) -> Callable[[Places, Floats], Places]:
    """A function (places, mass) -> push on each, for places that stay about where they are now.

    Masses are spread on a square grid, convolved with a repulsion 1 / distance that fades within a few ``spacing``,
    and read back (bilinear both ways): O(nodes + cells^2 log cells) instead of O(nodes^2).
    """
    margin = 3 * REACH * spacing
    corner = places.real.min() - margin + 1j * (places.imag.min() - margin)
    extent = max(np.ptp(places.real), np.ptp(places.imag)) + 2 * margin
    scale = (cells - 2) / extent
    step = fft.fftfreq(cells, 1.0 / cells) / scale
    offset = step[None, :] + 1j * step[:, None]
    distance = np.abs(offset)
    softened = distance**2 + (0.5 / scale) ** 2
    kernel = fft.fft2(offset / softened * np.exp(-distance / (REACH * spacing)))

    def push(now: Places, mass: Floats) -> Places:
        at = (now - corner) * scale
        column = np.clip(at.real, 0, cells - 2.001)
        row = np.clip(at.imag, 0, cells - 2.001)
        left, low = column.astype(np.int64), row.astype(np.int64)
        u, v = column - left, row - low
        cell = low * cells + left
        shares = ((0, (1 - u) * (1 - v)), (1, u * (1 - v)), (cells, (1 - u) * v), (cells + 1, u * v))
        density = np.zeros(cells * cells)
        for shift, share in shares:
            density += np.bincount(cell + shift, mass * share, cells * cells)
        field = fft.ifft2(fft.fft2(density.reshape(cells, cells)) * kernel).ravel()
        return sum((share * field[cell + shift] for shift, share in shares), np.zeros(len(now), np.complex128))

    return push


def relax(
    start: Places, bodies: Bodies, links: Links, *, spacing: float, steps: int, heat: float, stiffness: float = 1.0
) -> Places:
    """Let bodies settle inside their islands; every island's centre stays at its home.

    ``heat`` is the longest first move in units of ``spacing``; moves shrink linearly, so the picture comes to rest
    (Fruchterman and Reingold 1991). ``links`` are those inside an island; they pull with their length, their
    weight and ``stiffness``.
    """
    places = start.copy()
    repulsion = grid_repulsion(start, spacing, _cells(start, spacing))
    count, island, home = len(start), bodies.island, bodies.home
    strength = stiffness * links.weight / spacing
    yields = 1.0 / np.sqrt(1.0 + links.load(count) + bodies.leaning)
    lean = bodies.lean * yields
    total = np.bincount(island, bodies.mass, len(home))
    for step in range(steps):
        force = spacing * repulsion(places, bodies.mass) - (0.12 / spacing) * (places - home[island]) + lean
        pull = (places[links.target] - places[links.source]) * strength
        force += (scatter(links.source, pull, count) - scatter(links.target, pull, count)) * yields
        size = np.maximum(np.abs(force), 1e-9)
        longest = spacing * heat * (1.0 - 0.95 * step / steps)
        places += force * np.minimum(spacing * 0.1, longest / size)
        places -= (scatter(island, places * bodies.mass, len(home)) / total - home)[island]
    return places


def _cells(places: Places, spacing: float) -> int:
    """Side of the grid: cells a little smaller than the spacing, as far as the time allows."""
    extent = max(np.ptp(places.real), np.ptp(places.imag)) + 6 * REACH * spacing
    return int(fft.next_fast_len(int(np.clip(1.25 * extent / spacing, 64, 640))))


def without_overlaps(places: Places, radius: Floats, *, gap: float, rounds: int = 40) -> Places:
    """Push discs apart until none overlaps (or the rounds are used up); discs that are clear do not move."""
    places = _unshared(places, gap)
    for _ in range(rounds):
        pairs = cKDTree(np.column_stack([places.real, places.imag])).query_pairs(
            2 * radius.max() + gap, output_type="ndarray"
        )
        pairs = pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
        a, b = pairs[:, 0], pairs[:, 1]
        offset = places[b] - places[a]
        distance = np.abs(offset)
        overlap = radius[a] + radius[b] + gap - distance
        hit = overlap > 0.01 * gap
        if not hit.any():
            break
        a, b = a[hit], b[hit]
        move = 0.5 * overlap[hit] * offset[hit] / np.maximum(distance[hit], 1e-9)
        shift = scatter(b, move, len(places)) - scatter(a, move, len(places))
        hits = np.bincount(a, minlength=len(places)) + np.bincount(b, minlength=len(places))
        places = places + shift / np.maximum(np.sqrt(hits), 1)
    return places


def _unshared(places: Places, gap: float) -> Places:
    """Nodes that stand exactly on one spot are set around it on a small sunflower."""
    cells = np.round(np.column_stack([places.real, places.imag]) / (0.01 * gap))
    spot = np.unique(cells, axis=0, return_inverse=True)[1].ravel()
    crowd = np.bincount(spot)[spot]
    around = sunflower(rank_within(spot, np.arange(len(places))), crowd) * gap * np.sqrt(crowd)
    return np.where(crowd > 1, places + around, places)
