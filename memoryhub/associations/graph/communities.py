"""Communities of a graph on nested levels: networkx for small graphs, NetworKit for large ones."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx
import numpy as np

from .inputs import Floats, Ints
from .links import Links

LARGEST_SMALL = 8_000  # nodes; up to here networkx answers within two seconds
FINEST = 96  # nodes per unit of resolution on the finest level: groups of about eight
COARSER = 30  # how much lower the resolution of the next level is: groups about ten times as large
LEAST_RESOLUTION = 4.0  # below, groups are about as large as the clusters themselves
MOVE_ROUNDS = 4  # bound of each move phase of PLM; more change modularity by less than .001
FINER_ROUNDS = 2  # the same below the clusters


def nested(nodes: int, links: Links, *, seed: int = 1) -> tuple[Ints, ...]:
    """Community of every node, on nested levels from fine to coarse; the last one has the best modularity.

    Method: Louvain (Blondel et al. 2008). ``seed`` draws the order of nodes in small graphs; in large ones nothing is
    drawn. The same arguments give the same answer. Labels are 0, 1, ... without gaps; there are at least two levels.
    """
    return _louvain(nodes, links, seed) if nodes <= LARGEST_SMALL else _refined(nodes, links)


def renumber(label: Ints) -> Ints:
    """The same grouping, numbered 0, 1, ... in the order of first appearance."""
    _, first, inverse = np.unique(label, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse]


def _louvain(nodes: int, links: Links, seed: int) -> tuple[Ints, ...]:
    """The first and the best level of networkx."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_weighted_edges_from(zip(links.source.tolist(), links.target.tolist(), links.weight.tolist(), strict=True))
    levels = list(nx.community.louvain_partitions(graph, weight="weight", seed=seed))
    return _labels(levels[0], nodes), _labels(levels[-1], nodes)


def _labels(groups: Iterable[set[int]], nodes: int) -> Ints:
    """Label of every node for disjoint sets of nodes."""
    label = np.zeros(nodes, np.int64)
    for index, members in enumerate(groups):
        label[list(members)] = index
    return renumber(label)


def _refined(nodes: int, links: Links) -> tuple[Ints, ...]:
    """The best level of PLM with refinement (Staudt and Meyerhenke 2016), and finer ones found inside its groups."""
    top = _plm(nodes, links.source, links.target, links.weight, resolution=1.0, rounds=MOVE_ROUNDS, refine=True)
    inside = links.where(top[links.source] == top[links.target])
    levels: list[Ints] = []
    label, count, resolution = np.arange(nodes), nodes, nodes / FINEST
    source, target, weight = inside.source, inside.target, inside.weight
    while resolution >= LEAST_RESOLUTION:
        found = _plm(count, source, target, weight, resolution=resolution, rounds=FINER_ROUNDS, refine=False)
        # Nothing leads from one cluster to another here, but nodes without any link may have been lumped together.
        label = renumber(found[label] * nodes + top)
        levels.append(label)
        count, resolution = int(label.max()) + 1, resolution / COARSER
        source, target, weight = _quotient(inside, label, count)
    return (*levels, top)


def _quotient(links: Links, group: Ints, count: int) -> tuple[Ints, Ints, Floats]:
    """Links between groups, and those inside of each as a link of the group with itself."""
    outer = links.between(group)
    inside = links.where(group[links.source] == group[links.target])
    held = np.bincount(group[inside.source], inside.weight, count)
    own = np.flatnonzero(held)
    ends = np.concatenate([outer.source, own]), np.concatenate([outer.target, own])
    return *ends, np.concatenate([outer.weight, held[own]])


def _plm(
    nodes: int, source: Ints, target: Ints, weight: Floats, *, resolution: float, rounds: int, refine: bool
) -> Ints:
    """One run of NetworKit's parallel Louvain method, in one thread and in the order of the nodes.

    Not its ParallelLeiden, which does not return for some graphs and resolutions: its inner loop has no bound.
    """
    # A large library that small spaces do without; it would more than double the start of every process.
    import networkit

    networkit.setNumberOfThreads(1)
    graph = networkit.Graph(nodes, weighted=True)
    graph.addEdges((weight, (source.astype(np.uint64), target.astype(np.uint64))))
    found = networkit.community.PLM(graph, refine=refine, gamma=resolution, par="none", maxIter=rounds).run()
    return renumber(np.array(found.getPartition().getVector(), np.int64))
