"""Weighted links: parallel edges are one, groups see sums, and nothing pulls on itself."""

import numpy as np

from memoryhub.associations.graph import links
from memoryhub.associations.graph.inputs import EdgeKind
from memoryhub.associations.graph.links import Links
from tests.associations.graph_cast import graph

ROW = Links(np.array([0, 1, 2, 3]), np.array([1, 2, 3, 4]), np.array([1.0, 2.0, 4.0, 8.0]))


def rows(found: Links) -> list[tuple[int, int, float]]:
    return list(zip(found.source.tolist(), found.target.tolist(), found.weight.tolist(), strict=True))


def test_weights_of_parallel_edges_add_up() -> None:
    edges = graph(2, [(0, 1, EdgeKind.UPDATES), (1, 0, EdgeKind.SOURCE)]).merged_edges()
    assert rows(links.weighted(edges)) == [(0, 1, 4.0)]


def test_a_self_link_does_not_pull() -> None:
    assert len(links.weighted(graph(1, [(0, 0, EdgeKind.EXTENDS)]).merged_edges())) == 0


def test_links_between_groups_are_summed_and_those_inside_left_out() -> None:
    assert rows(ROW.between(np.array([1, 1, 0, 0, 1]))) == [(0, 1, 10.0)]


def test_links_among_some_nodes_are_renumbered() -> None:
    assert rows(ROW.among(np.array([False, True, True, False, True]))) == [(0, 1, 2.0)]


def test_the_load_of_a_node_is_the_weight_of_its_links() -> None:
    assert ROW.load(6).tolist() == [1.0, 3.0, 6.0, 12.0, 8.0, 0.0]
    assert Links(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)).load(2).dtype == np.float64


def test_components_are_numbered_by_their_first_nodes() -> None:
    assert Links(np.array([1, 0]), np.array([4, 3]), np.ones(2)).components(5).tolist() == [0, 1, 2, 0, 1]
