"""Ways over the edges of a map: what links two nodes directly, and the shortest way from one to the other."""

from __future__ import annotations

import uuid

import numpy as np
from scipy import sparse
from scipy.sparse import csgraph

from memoryhub.associations.graph.inputs import EdgeKind, Flags, GraphInput, Ints, MergedEdges
from memoryhub.core import errors, packed

NOT_REACHED = -9999  # as scipy marks nodes that have no predecessor


def place_of(graph: GraphInput, node: uuid.UUID) -> int:
    """Index of a node of the map; raises `errors.NotFound`, as for an id that nothing has."""
    at = int(graph.positions(packed.pack([node]))[0])
    if at < 0:
        raise errors.NotFound()
    return at


def between(edges: MergedEdges, one: int, other: int) -> list[EdgeKind]:
    """The kinds of the edges that link two nodes, whichever way they point, each once."""
    there = (edges.source == one) & (edges.target == other)
    back = (edges.source == other) & (edges.target == one)
    return [EdgeKind(kind) for kind in np.unique(edges.kind[there | back]).tolist()]


def shortest(edges: MergedEdges, start: int, end: int, *, among: Flags) -> Ints | None:
    """Indices of the nodes on a shortest way, both ends included, whichever way edges point; None where there is none.

    It goes through nodes marked in `among` (one flag per node of the map) alone. The same map gives the same way.
    Breadth-first search by scipy, in time that grows with the nodes and edges (about a second for a million nodes and
    as many edges and a half): networkx would first need an object for each of them.
    """
    if not (among[start] and among[end]):
        return None
    if start == end:
        return np.array([start], np.int64)
    kept = among[edges.source] & among[edges.target]
    ends = edges.source[kept], edges.target[kept]
    both = np.concatenate(ends), np.concatenate(ends[::-1])
    links = sparse.csr_array((np.ones(len(both[0]), np.int8), both), shape=(len(among), len(among)))
    _, before = csgraph.breadth_first_order(links, start, directed=True, return_predecessors=True)
    way = [end]
    while way[-1] != start:
        way.append(int(before[way[-1]]))
        if way[-1] == NOT_REACHED:
            return None
    return np.array(way[::-1], np.int64)
