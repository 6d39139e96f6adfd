"""Weighted links between nodes or groups of nodes: what clusters are found by and what pulls on the map."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from .inputs import EdgeKind, Flags, Floats, Ints, MergedEdges

# Versions of one fact belong together most; a shared key is only a hint.
EDGE_WEIGHT = {
    EdgeKind.UPDATES: 3.0,
    EdgeKind.EXTENDS: 2.0,
    EdgeKind.DERIVES: 1.5,
    EdgeKind.SOURCE: 1.0,
    EdgeKind.KEY: 0.6,
}


@dataclass(frozen=True, slots=True)
class Links:
    """Pairs of nodes, each at most once and ``source`` < ``target``, with a weight > 0."""

    source: Ints
    target: Ints
    weight: Floats

    def __len__(self) -> int:
        return len(self.source)

    def between(self, group: Ints) -> Links:
        """The same links seen between groups of nodes, summed; none inside a group."""
        apart = group[self.source] != group[self.target]
        return summed(group[self.source[apart]], group[self.target[apart]], self.weight[apart])

    def where(self, kept: Flags) -> Links:
        """Some of the links, between the same nodes."""
        return Links(self.source[kept], self.target[kept], self.weight[kept])

    def among(self, nodes: Flags) -> Links:
        """The links between the marked nodes, which are renumbered 0, 1, ... in their order."""
        index = np.cumsum(nodes) - 1
        kept = self.where(nodes[self.source] & nodes[self.target])
        return Links(index[kept.source], index[kept.target], kept.weight)

    def load(self, nodes: int) -> Floats:
        """Summed weight of the links of every node."""
        load = np.bincount(self.source, self.weight, nodes) + np.bincount(self.target, self.weight, nodes)
        return load.astype(np.float64)  # numbers without any link are counted as integers

    def components(self, nodes: int) -> Ints:
        """Connected component of every node, numbered in the order of their first nodes."""
        matrix = sparse.coo_array((np.ones(len(self), bool), (self.source, self.target)), shape=(nodes, nodes))
        found: Ints = csgraph.connected_components(matrix, directed=False)[1].astype(np.int64)
        return found


def weighted(edges: MergedEdges) -> Links:
    """Links of a map: weights of parallel edges add up, self links are left out."""
    kept = ~edges.is_self_link
    weight = np.array([EDGE_WEIGHT[kind] for kind in EdgeKind])[edges.kind[kept]]
    return summed(edges.source[kept], edges.target[kept], weight)


def summed(source: Ints, target: Ints, weight: Floats) -> Links:
    """Links without direction from pairs that may repeat, in the order of their ends."""
    count = int(max(source.max(initial=0), target.max(initial=0))) + 1
    pair = np.minimum(source, target) * count + np.maximum(source, target)
    order = np.argsort(pair, kind="stable")
    pair = pair[order]
    first = np.flatnonzero(np.diff(pair, prepend=-1))
    total = np.add.reduceat(weight[order], first) if len(first) else np.zeros(0)
    return Links(pair[first] // count, pair[first] % count, total)
