"""Ways over a map: found in both directions, the shortest, the same each time, and never through what is left out."""

import numpy as np

from memoryhub.associations import paths
from memoryhub.associations.graph.inputs import EdgeKind, MergedEdges
from tests.associations.graph_cast import graph

E, D, K = EdgeKind.EXTENDS, EdgeKind.DERIVES, EdgeKind.KEY
RING = [(0, 1, E), (1, 2, E), (2, 3, E), (3, 4, E), (4, 0, D), (5, 5, E)]


def way(edges: MergedEdges, start: int, end: int, without: tuple[int, ...] = ()) -> list[int] | None:
    among = np.ones(6, np.bool_)
    among[list(without)] = False
    found = paths.shortest(edges, start, end, among=among)
    return None if found is None else found.tolist()


def test_the_shortest_way_goes_along_edges_and_against_them() -> None:
    edges = graph(6, RING).merged_edges()
    assert way(edges, 0, 3) == [0, 4, 3]
    assert way(edges, 3, 0) == [3, 4, 0]
    assert way(edges, 0, 2) == [0, 1, 2]
    assert way(edges, 2, 2) == [2]


def test_what_is_left_out_is_no_bridge_and_no_end() -> None:
    edges = graph(6, RING).merged_edges()
    assert way(edges, 0, 3, without=(4,)) == [0, 1, 2, 3]
    assert way(edges, 0, 3, without=(1, 4)) is None
    assert way(edges, 0, 3, without=(3,)) is None


def test_there_may_be_no_way() -> None:
    edges = graph(6, RING).merged_edges()
    assert way(edges, 0, 5) is None
    assert way(graph(6).merged_edges(), 0, 1) is None


def test_edges_between_two_nodes_are_named_once_whichever_way_they_point() -> None:
    edges = graph(3, [(0, 1, K), (1, 0, K), (1, 0, E), (0, 1, E), (1, 2, D)]).merged_edges()
    assert paths.between(edges, 0, 1) == paths.between(edges, 1, 0) == [E, K]
    assert paths.between(edges, 0, 2) == []
