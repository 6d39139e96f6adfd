"""Inside the islands: from the coarsest groups down to nodes, in batches that fit a processor's cache."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from . import field, forces, islands
from .forces import GOLDEN_ANGLE, Bodies, Places
from .inputs import Floats, Ints
from .islands import GAP, SPACING, node_radius
from .links import Links, summed

BATCH = 1 << 16  # nodes arranged at a time
GROUP_STEPS, NODE_STEPS = (80, 40), (70, 22)  # on a map of few and of many nodes
ROUNDS = (40, 3)  # of moving nodes that touch apart
STIFFNESS = (1.0, 8.0)  # of links; what many nodes make of that is spread over their disc in the end
BETWEEN = 0.15  # pull of a link between islands, against one inside as long as the spacing


def batches(counts: Ints) -> Iterator[tuple[int, int]]:
    """Runs (first, last + 1) of islands with about BATCH members each; an island is never divided."""
    first = members = 0
    for island, count in enumerate(counts.tolist()):
        if members and members + count > BATCH:
            yield first, island
            first, members = island, 0
        members += count
    if members:
        yield first, len(counts)


def members(
    levels: tuple[Ints, ...],
    links: Links,
    lean: Places,
    load: Floats,
    radius: Floats,
    degrees: Ints,
    *,
    many: bool,
    former: Places | None = None,
) -> Places:
    """Place of every node from the middle of its island.

    ``levels`` are groupings of the nodes from fine to coarse, the islands last; ``links`` those inside islands,
    ``lean`` and ``load`` what ``leaning`` gives, ``radius`` that of every island. ``former`` places, also from the
    middle and NaN for new nodes, are worked over gently.
    """
    island = levels[-1]
    # In this order a batch is one run, and neighbours are near each other in memory.
    order = np.argsort(island * (int(levels[0].max()) + 1) + levels[0], kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    linked = summed(rank[links.source], rank[links.target], links.weight)
    begin = np.concatenate([[0], np.cumsum(np.bincount(island))])
    places = np.empty(len(order), np.complex128)
    for first, last in batches(np.diff(begin)):
        low, high = int(begin[first]), int(begin[last])
        here = order[low:high]
        run = slice(*np.searchsorted(linked.source, [low, high]).tolist())
        inside = Links(linked.source[run] - low, linked.target[run] - low, linked.weight[run])
        groups = tuple(np.unique(level[here], return_inverse=True)[1] for level in levels)
        if former is None:
            settled = settle(groups, inside, lean[here], load[here], many=many)
        else:
            settled = resettle(groups[-1], inside, lean[here], load[here], former[here], many=many)
        home = _tiles(2 * radius[first:last] + forces.REACH * SPACING)
        land = radius[first:last] - 0.5 * SPACING
        settled = islands.fill_disc(settled + home[groups[-1]], groups[-1], home, land)
        settled = forces.without_overlaps(settled, node_radius(degrees[here]), gap=GAP, rounds=ROUNDS[many])
        places[here] = islands.kept_in(settled - home[groups[-1]], radius[island[here]])
    return places


def leaning(crossing: Links, island: Ints, centres: Places) -> tuple[Places, Floats]:
    """Pull of the links between islands on every node: toward the other coast, however far that is; and its weight."""
    toward = centres[island[crossing.target]] - centres[island[crossing.source]]
    pull = BETWEEN * crossing.weight * toward / np.maximum(np.abs(toward), 1e-9)
    count = len(island)
    lean = forces.scatter(crossing.source, pull, count) - forces.scatter(crossing.target, pull, count)
    return lean, crossing.load(count)


def settle(levels: tuple[Ints, ...], links: Links, lean: Places, load: Floats, *, many: bool) -> Places:
    """Places of nodes around the middles of their islands, each island on its own.

    ``levels`` are groupings of the nodes from fine to coarse, the islands last, each numbered without gaps;
    ``links`` those inside islands. Every level starts on sunflowers where its parents stand, and settles.
    """
    island = levels[-1]
    nodes = len(island)
    above, parents = island, np.zeros(int(island.max()) + 1, np.complex128)
    for labels in (*reversed(levels[:-1]), np.arange(nodes)):
        count = int(labels.max()) + 1
        size = np.bincount(labels, minlength=count).astype(np.float64)
        parent, home = np.empty(count, np.int64), np.empty(count, np.int64)
        parent[labels], home[labels] = above, island
        around = forces.sunflower(forces.rank_within(parent, -size), np.bincount(parent)[parent])
        start = parents[parent] + 0.5 * SPACING * np.sqrt(np.bincount(parent, size))[parent] * around
        final = count == nodes
        joined = links if final else links.between(labels)
        parents = _relaxed(
            start,
            size,
            home,
            joined,
            lean if final else forces.scatter(labels, lean, count),
            load if final else np.bincount(labels, load, count).astype(np.float64),
            steps=(NODE_STEPS if final else GROUP_STEPS)[many],
            heat=1.0,
            stiffness=STIFFNESS[many],
        )
        above = labels
    return parents


def resettle(island: Ints, links: Links, lean: Places, load: Floats, former: Places, *, many: bool) -> Places:
    """A gentle rearrangement around the middles of islands: ``former`` are the places there, NaN for new nodes.

    Old nodes keep their place, new ones start beside their neighbours.
    """
    known = ~np.isnan(former)
    source = np.concatenate([links.source, links.target])
    target = np.concatenate([links.target, links.source])
    use = known[target]
    total = np.bincount(source[use], minlength=len(former))
    near = forces.scatter(source[use], former[target[use]], len(former)) / np.maximum(total, 1)
    offset = SPACING * np.exp(1j * GOLDEN_ANGLE * np.arange(len(former)))
    start = np.where(known, former, near + offset)
    size = np.ones(len(island))
    return _relaxed(start, size, island, links, lean, load, steps=20, heat=0.2, stiffness=STIFFNESS[many])


def _relaxed(
    start: Places,
    size: Floats,
    island: Ints,
    links: Links,
    lean: Places,
    load: Floats,
    *,
    steps: int,
    heat: float,
    stiffness: float,
) -> Places:
    """Settle bodies around the middles of their islands, which are set so far apart that they do not meet."""
    spacing = SPACING * float(np.sqrt(size.mean()))
    reach = np.zeros(int(island.max()) + 1)
    np.maximum.at(reach, island, np.abs(start))
    home = _tiles(2 * reach + forces.REACH * spacing)
    bodies = Bodies(size / size.mean(), lean, load, island, home)
    places = forces.relax(
        start + home[island], bodies, links, spacing=spacing, steps=steps, heat=heat, stiffness=stiffness
    )
    return places - home[island]


def _tiles(side: Floats) -> Places:
    """Middles of squares, set in rows that are about as wide as all of them are high."""
    return field.shelves(side, np.arange(len(side)), float(np.sqrt((side**2).sum())))
