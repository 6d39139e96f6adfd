"""Where every node of a map stands: islands side by side, members spread inside them, the unlinked in a tidy field."""

from __future__ import annotations

import numpy as np

from . import field, forces, islands
from .clusters import EDGE_WEIGHT, Clusters, Role
from .forces import GOLDEN_ANGLE, Places, Springs
from .inputs import EdgeKind, Floats, Ints, MergedEdges
from .islands import SEA, SPACING

GAP = 1.6  # map units of free ground between two nodes


def node_radius(degrees: Ints) -> Floats:
    """Drawn radius of a node in map units, by its number of relations."""
    return 2.1 + 0.72 * np.sqrt(np.minimum(degrees, 100))


def arrange(
    clusters: Clusters, edges: MergedEdges, created: Floats, *, seed: int = 1, start: Places | None = None
) -> Places:
    """Place of every node (x + iy in map units, y grows downward): finite, and no two nodes share one.

    The same input and seed give the same places. ``start`` holds former places (NaN for new nodes): the map is then
    worked over gently and turned back onto them, so that it stays recognisable.
    """
    nodes = len(clusters.label)
    degrees = edges.degrees(nodes)
    places = np.zeros(nodes, np.complex128)
    at_home = clusters.label < clusters.islands
    if at_home.any():
        index = np.cumsum(at_home) - 1
        inner = springs(edges, at_home, index)
        former = None if start is None else start[at_home]
        places[at_home] = _islands(clusters, at_home, inner, degrees[at_home], seed, former)
    if not at_home.all():
        _lay_field(places, clusters, created, degrees)
    return places


def springs(edges: MergedEdges, kept: np.ndarray, index: Ints) -> Springs:
    """Springs between the kept nodes, renumbered by ``index``; self links do not pull."""
    use = kept[edges.source] & kept[edges.target] & ~edges.is_self_link
    weight = np.array([EDGE_WEIGHT[kind] for kind in EdgeKind])[edges.kind[use]]
    return Springs(index[edges.source[use]], index[edges.target[use]], weight)


def align(places: Places, former: Places) -> Places:
    """Turn, mirror and shift a map onto its former self, without scaling (orthogonal Procrustes; Schönemann 1966).

    ``former`` is NaN where a node was not there. With fewer than two common nodes the map is returned as it is.
    """
    both = ~np.isnan(former)
    if both.sum() < 2:
        return places
    centre, target = places[both].mean(), former[both].mean()
    now, then = places[both] - centre, former[both] - target
    straight, mirrored = np.vdot(now, then), np.vdot(now.conj(), then)
    mirror = abs(mirrored) > abs(straight) * (1 + 1e-9)
    turn = mirrored if mirror else straight
    if abs(turn) < 1e-9:
        return places
    moved = (places - centre).conj() if mirror else places - centre
    turned: Places = moved * turn / abs(turn) + target
    return turned


def place_new(places: Places, label: Ints, edges: MergedEdges, degrees: Ints) -> None:
    """Give new nodes (NaN in ``places``, negative in ``label``) a place and a cluster, in place; nothing else moves.

    A new node goes to the weighted mean of its placed neighbours in the cluster it is linked with most, plus a
    golden-angle offset to the nearest free ground. Nodes that reach no placed node stay NaN, for the field.
    """
    link = springs(edges, np.ones(len(places), bool), np.arange(len(places)))
    source = np.concatenate([link.source, link.target])
    target = np.concatenate([link.target, link.source])
    weight = np.concatenate([link.weight, link.weight])
    radius = node_radius(degrees)
    while True:
        ready = np.isnan(places[source]) & ~np.isnan(places[target])
        waiting = np.unique(source[ready])
        if not len(waiting):
            return
        for node in waiting.tolist():
            mine = ready & (source == node)
            near, pull = target[mine], weight[mine]
            label[node] = np.argmax(np.bincount(label[near], pull))
            same = label[near] == label[node]
            wanted = (places[near[same]] * pull[same]).sum() / pull[same].sum()
            places[node] = _free_ground(places, radius, wanted, float(radius[node]))


def _free_ground(places: Places, radius: Floats, wanted: complex, own: float) -> complex:
    """The first spot on a golden-angle spiral around ``wanted`` where a disc of radius ``own`` touches no other."""
    known = np.flatnonzero(~np.isnan(places))
    distance = np.abs(places[known] - wanted)
    for turn in range(len(known) + 1):  # 64 spots a turn: each node can take only a few of them
        step = 64 * turn + np.arange(64)
        spots = wanted + 0.5 * SPACING * np.sqrt(step) * np.exp(1j * step * GOLDEN_ANGLE)
        near = known[distance < abs(spots[-1] - wanted) + 3 * SPACING]
        room = np.abs(spots[:, None] - places[near][None, :]) - radius[near][None, :] - own - GAP
        free = np.flatnonzero((room >= 0).all(axis=1))
        if len(free):
            return complex(spots[free[0]])
    raise AssertionError("a spiral that outgrows all nodes has free spots")


def _islands(
    clusters: Clusters, at_home: np.ndarray, inner: Springs, degrees: Ints, seed: int, former: Places | None
) -> Places:
    """Places of all nodes that live on islands."""
    island, fine = clusters.label[at_home], np.unique(clusters.fine[at_home], return_inverse=True)[1]
    radius = islands.disc_radius(clusters.counts[: clusters.islands])
    bridges = inner.between(island)
    start = islands.first_centres(radius, float(np.random.default_rng(seed).uniform(0, 2 * np.pi)))
    if former is None:
        centres = islands.pack(islands.round_coast(radius), bridges, start, rounds=300)
        places = _spread(island, fine, inner, centres, radius)
    else:
        home = _former_centres(island, former, start)
        centres = islands.pack(islands.round_coast(radius), bridges, home, rounds=30, strength=0.05)
        places = _respread(island, inner, centres, former + (centres - home)[island])
    places = islands.fill_disc(places, island, centres, radius)
    places = forces.without_overlaps(places, node_radius(degrees), gap=GAP)
    reach = islands.coast(places, island, centres)
    tight = islands.pack(reach, bridges, centres, rounds=200, strength=0.6 if former is None else 0.0)
    places += (tight - centres)[island]
    return places if former is None else align(places, former)


def _former_centres(island: Ints, former: Places, fresh: Places) -> Places:
    """Where the members of each island used to be, or a fresh centre for an island of new nodes only."""
    known = ~np.isnan(former)
    seen = np.bincount(island[known], minlength=len(fresh))
    return np.where(seen > 0, forces.group_means(island[known], former[known], len(fresh)), fresh)


def _spread(island: Ints, fine: Ints, inner: Springs, centres: Places, radius: Floats) -> Places:
    """A first arrangement: fine groups settle in their island, then nodes settle around their group's place."""
    size = np.bincount(fine).astype(float)
    group_island = np.zeros(len(size), np.int64)
    group_island[fine] = island
    rank = forces.rank_within(group_island, -size)
    share = forces.sunflower(rank, np.bincount(group_island)[group_island]) * 0.8
    groups = centres[group_island] + share * radius[group_island]
    wide = SPACING * float(np.sqrt(size.mean()))
    groups = forces.relax(
        groups, size / size.mean(), inner.between(fine), centres, group_island, spacing=wide, steps=80, heat=1.0
    )
    around = forces.sunflower(forces.rank_within(fine, np.arange(len(fine))), size[fine]) * np.sqrt(size[fine])
    nodes = groups[fine] + 0.5 * SPACING * around
    return forces.relax(nodes, np.ones(len(nodes)), inner, centres, island, spacing=SPACING, steps=70, heat=1.0)


def _respread(island: Ints, inner: Springs, centres: Places, former: Places) -> Places:
    """A gentle rearrangement: old nodes keep their place within the island, new ones start beside their neighbours."""
    known = ~np.isnan(former)
    source = np.concatenate([inner.source, inner.target])
    target = np.concatenate([inner.target, inner.source])
    use = known[target] & (island[source] == island[target])
    total = np.bincount(source[use], minlength=len(former))
    near = forces.scatter(source[use], former[target[use]], len(former)) / np.maximum(total, 1)
    offset = SPACING * np.exp(1j * GOLDEN_ANGLE * np.arange(len(former)))
    places = np.where(known, former, np.where(total > 0, near, centres[island]) + offset)
    return forces.relax(places, np.ones(len(places)), inner, centres, island, spacing=SPACING, steps=20, heat=0.2)


def _lay_field(places: Places, clusters: Clusters, created: Floats, degrees: Ints) -> None:
    """Set the members of the fields below the islands, in place: small groups first, then single nodes."""
    at_home = clusters.label < clusters.islands
    left, right, bottom = -0.5, 0.5, 0.0
    if at_home.any():
        land = places[at_home]
        left, right, bottom = land.real.min(), land.real.max(), land.imag.max() + 2 * SEA + SPACING
    for index in range(clusters.islands, len(clusters.roles)):
        here = clusters.label == index
        part = clusters.component[here]
        width = field.field_width(np.unique(part, return_counts=True)[1], right - left)
        tidy = field.rows(part, created[here], degrees[here], width=width)
        shift = (left + right) / 2 - (tidy.real.min() + tidy.real.max()) / 2
        places[here] = tidy + shift + 1j * bottom
        bottom = places[here].imag.max() + 2 * SEA + (SPACING if clusters.roles[index] is Role.SMALL else 0)
