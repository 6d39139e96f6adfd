"""Clusters: planted groups are found, crumbs join a neighbour, what is too small goes to a field."""

import numpy as np

from memoryhub.associations.graph import clusters
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind
from tests.associations.graph_cast import graph, town_of, towns

SIZES = (60, 40, 30, 25)


def test_planted_groups_are_found_largest_first() -> None:
    town = towns(SIZES, loose=5)
    found = clusters.find(len(town), town.merged_edges())
    assert found.roles == (Role.ISLAND,) * 4 + (Role.ISOLATED,)
    assert found.counts.tolist() == [60, 40, 30, 25, 5]
    assert found.label.tolist() == np.where(town_of(SIZES, 5) < 0, 4, town_of(SIZES, 5)).tolist()


def test_the_same_input_gives_the_same_clusters() -> None:
    town = towns(SIZES, roads=8)
    first, second = (clusters.find(len(town), town.merged_edges(), seed=3) for _ in range(2))
    assert first.label.tolist() == second.label.tolist()
    assert first.fine.tolist() == second.fine.tolist()


def test_the_fine_grouping_is_nested_in_the_clusters() -> None:
    town = towns(SIZES, roads=8)
    found = clusters.find(len(town), town.merged_edges())
    assert all(len(set(found.label[found.fine == group])) == 1 for group in range(found.fine.max() + 1))


def test_a_small_component_is_no_island_and_a_single_node_is_isolated() -> None:
    pair = graph(43, [*((0, at, EdgeKind.SOURCE) for at in range(1, 40)), (40, 41, EdgeKind.EXTENDS)])
    found = clusters.find(43, pair.merged_edges())
    assert found.roles == (Role.ISLAND, Role.SMALL, Role.ISOLATED)
    assert found.counts.tolist() == [40, 2, 1]


def test_a_self_link_does_not_make_a_node_linked() -> None:
    found = clusters.find(1, graph(1, [(0, 0, EdgeKind.EXTENDS)]).merged_edges())
    assert found.roles == (Role.ISOLATED,)


def test_no_island_is_below_the_least_size() -> None:
    chain = graph(400, [(at, at + 1, EdgeKind.EXTENDS) for at in range(399)])
    found = clusters.find(400, chain.merged_edges())
    assert set(found.roles) == {Role.ISLAND}
    assert found.counts.min() >= clusters.island_size(400) == 8


def test_an_empty_map_has_no_clusters() -> None:
    found = clusters.find(0, graph(0).merged_edges())
    assert (found.roles, len(found.label), found.islands) == ((), 0, 0)


def test_weights_of_parallel_edges_add_up() -> None:
    weighted = clusters.weighted_graph(2, graph(2, [(0, 1, EdgeKind.UPDATES), (1, 0, EdgeKind.SOURCE)]).merged_edges())
    assert weighted[0][1]["weight"] == 4.0


def test_clusters_are_matched_with_their_former_selves_by_common_members() -> None:
    new = np.array([0, 0, 0, 1, 1, 1, 2])
    old = np.array([5, 5, 7, 7, 7, -1, -1])
    assert clusters.match(new, old) == {0: 5, 1: 7}
