"""Clusters of a map: Louvain communities, with what is too small for an island set aside in a field."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import networkx as nx
import numpy as np

from .inputs import EdgeKind, Ints, MergedEdges

# Versions of one fact belong together most; a shared key is only a hint.
EDGE_WEIGHT = {
    EdgeKind.UPDATES: 3.0,
    EdgeKind.EXTENDS: 2.0,
    EdgeKind.DERIVES: 1.5,
    EdgeKind.SOURCE: 1.0,
    EdgeKind.KEY: 0.6,
}
FEWEST_ON_AN_ISLAND, MOST_IN_THE_FIELD = 4, 32


class Role(StrEnum):
    """How a cluster appears: an island has a name of its own, the two fields gather what is too small for one."""

    ISLAND = "island"
    SMALL = "small"  # linked groups below the size of an island
    ISOLATED = "isolated"  # nodes without any relation


@dataclass(frozen=True, slots=True)
class Clusters:
    """Cluster of every node. Islands come first, the largest first, then the fields (if there are any).

    ``fine`` is a finer grouping nested in ``label``; ``component`` the connected component of every node.
    """

    label: Ints
    fine: Ints
    component: Ints
    roles: tuple[Role, ...]

    @property
    def islands(self) -> int:
        return sum(role is Role.ISLAND for role in self.roles)

    @property
    def counts(self) -> Ints:
        return np.bincount(self.label, minlength=len(self.roles))


def island_size(nodes: int) -> int:
    """Fewest members of an island in a map of that many nodes, so that a large map is not crumbs all over."""
    return int(np.clip(round(np.sqrt(nodes) / 2.5), FEWEST_ON_AN_ISLAND, MOST_IN_THE_FIELD))


def weighted_graph(nodes: int, edges: MergedEdges) -> nx.Graph[int]:
    """The undirected graph that clusters are found in: weights of parallel edges add up, self links are left out."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(nodes))
    weight = np.array([EDGE_WEIGHT[kind] for kind in EdgeKind])[edges.kind]
    for source, target, value in zip(edges.source.tolist(), edges.target.tolist(), weight.tolist(), strict=True):
        if source == target:
            continue
        if graph.has_edge(source, target):
            graph[source][target]["weight"] += value
        else:
            graph.add_edge(source, target, weight=value)
    return graph


def find(nodes: int, edges: MergedEdges, *, seed: int = 1) -> Clusters:
    """Clusters of a map; the same input and seed give the same answer.

    Method: Louvain (Blondel et al. 2008) as in networkx; its first level is the fine grouping.
    """
    graph = weighted_graph(nodes, edges)
    component = _labels(nx.connected_components(graph), nodes)
    fine, top = _louvain(graph, nodes, seed)
    size = np.bincount(component, minlength=1)[component]
    smallest = island_size(nodes)
    top = _absorb_crumbs(graph, np.where(size >= smallest, top, -1), smallest)
    field = np.where(size > 1, Role.SMALL, Role.ISOLATED)
    label, roles = _in_order(top, field)
    return Clusters(label, _renumber(label * (int(fine.max(initial=0)) + 1) + fine), component, roles)


def match(new: Ints, old: Ints) -> dict[int, int]:
    """For each new cluster the old one it continues: greedily by the number of common members, each used once.

    Both are labels of the same nodes; a negative label stands for "was not there".
    """
    both = (new >= 0) & (old >= 0)
    pairs, common = np.unique(np.column_stack([new[both], old[both]]), axis=0, return_counts=True)
    found: dict[int, int] = {}
    taken: set[int] = set()
    for index in np.argsort(-common, kind="stable").tolist():
        current, former = pairs[index].tolist()
        if current not in found and former not in taken:
            found[current] = former
            taken.add(former)
    return found


def _louvain(graph: nx.Graph[int], nodes: int, seed: int) -> tuple[Ints, Ints]:
    """Labels of the first and of the best Louvain level."""
    levels = list(nx.community.louvain_partitions(graph, weight="weight", seed=seed))
    return _labels(levels[0], nodes), _labels(levels[-1], nodes)


def _labels(groups: Iterable[set[int]], nodes: int) -> Ints:
    """Label of every node for disjoint sets of nodes."""
    label = np.zeros(nodes, np.int64)
    for index, members in enumerate(groups):
        label[list(members)] = index
    return _renumber(label)


def _renumber(label: Ints) -> Ints:
    """The same grouping, numbered 0, 1, ... in the order of first appearance."""
    _, first, inverse = np.unique(label, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse]


def _absorb_crumbs(graph: nx.Graph[int], label: Ints, smallest: int) -> Ints:
    """Join each community below the size of an island to the one it is linked with most; negative labels stay."""
    members = {group: np.flatnonzero(label == group).tolist() for group in np.unique(label[label >= 0]).tolist()}
    for group in sorted(members, key=lambda each: (len(members[each]), each)):
        if len(members[group]) >= smallest:
            continue
        pull: dict[int, float] = {}
        for node in members[group]:
            for neighbour, data in graph[node].items():
                other = int(label[neighbour])
                if other != group:
                    pull[other] = pull.get(other, 0.0) + data["weight"]
        if pull:
            into = min(pull, key=lambda each: (-pull[each], each))
            label[members[group]] = into
            members[into] += members.pop(group)
    return label


def _in_order(top: Ints, field: np.ndarray) -> tuple[Ints, tuple[Role, ...]]:
    """Number the islands by size and append the fields; ``top`` is negative for members of a field."""
    label = np.zeros(len(top), np.int64)
    roles: list[Role] = []
    groups, first, counts = np.unique(top, return_index=True, return_counts=True)
    for index in np.lexsort((first, -counts)).tolist():
        if groups[index] >= 0:
            label[top == groups[index]] = len(roles)
            roles.append(Role.ISLAND)
    for role in (Role.SMALL, Role.ISOLATED):
        here = (top < 0) & (field == role)
        if here.any():
            label[here] = len(roles)
            roles.append(role)
    return label, tuple(roles)
