"""Places for new nodes on a map that otherwise stays as it is."""

from __future__ import annotations

import numpy as np

from . import links
from .forces import GOLDEN_ANGLE, Places, rank_within, scatter
from .inputs import Floats, Ints, MergedEdges
from .islands import GAP, SPACING, node_radius

MOST_COMPARISONS = 20_000_000  # of new nodes with placed ones; past it, free ground is not looked for


def place_new(places: Places, label: Ints, edges: MergedEdges, degrees: Ints) -> None:
    """Give new nodes (NaN in ``places``, negative in ``label``) a place and a cluster, in place; nothing else moves.

    A new node goes to the weighted mean of its placed neighbours in the cluster it is linked with most, plus a
    golden-angle offset: to the nearest free ground, or round those that came to the same spot where very many came to
    a very large map. Nodes that reach no placed node stay NaN, for the field.
    """
    missing = np.isnan(places)
    touching = links.weighted(edges.where(missing[edges.source] | missing[edges.target]))
    source = np.concatenate([touching.source, touching.target])
    target = np.concatenate([touching.target, touching.source])
    weight = np.concatenate([touching.weight, touching.weight])
    exact = int(missing.sum()) * len(places) <= MOST_COMPARISONS
    while True:
        ready = np.isnan(places[source]) & ~np.isnan(places[target])
        if not ready.any():
            return
        waiting, node = np.unique(source[ready], return_inverse=True)
        near, pull = target[ready], weight[ready]
        label[waiting] = _most_linked(node, label[near], pull)
        pull = np.where(label[near] == label[waiting][node], pull, 0.0)
        wanted = scatter(node, places[near] * pull, len(waiting)) / np.bincount(node, pull)
        if exact:
            radius = node_radius(degrees)
            for each, spot in zip(waiting.tolist(), wanted.tolist(), strict=True):
                places[each] = _free_ground(places, radius, spot, float(radius[each]))
        else:
            places[waiting] = _side_by_side(wanted)


def _most_linked(node: Ints, cluster: Ints, pull: Floats) -> Ints:
    """The cluster that pulls most on each node 0, 1, ...; of equals the first."""
    width = int(cluster.max()) + 1
    pair, where = np.unique(node * width + cluster, return_inverse=True)
    order = np.lexsort((pair, -np.bincount(where, pull), pair // width))
    best = order[np.diff(pair[order] // width, prepend=-1) > 0]
    chosen: Ints = pair[best] % width
    return chosen


def _side_by_side(wanted: Places) -> Places:
    """A golden-angle offset from each wanted spot, the farther the more of the others want the same one."""
    spot = np.unique(wanted, return_inverse=True)[1]
    distance = 0.5 * SPACING * np.sqrt(1.0 + rank_within(spot, np.arange(len(wanted))))
    moved: Places = wanted + distance * np.exp(1j * GOLDEN_ANGLE * np.arange(len(wanted)))
    return moved


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
