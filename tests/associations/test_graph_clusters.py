"""Clusters: planted groups are found, crumbs join a neighbour, what is too small goes to a field."""

import numpy as np

from memoryhub.associations.graph import clusters, links
from memoryhub.associations.graph.clusters import Clusters, Role
from memoryhub.associations.graph.inputs import EdgeKind, GraphInput
from memoryhub.associations.graph.links import Links
from tests.associations.graph_cast import graph, library, town_of, towns

SIZES = (60, 40, 30, 25)


def found_in(town: GraphInput, seed: int = 1) -> Clusters:
    return clusters.find(len(town), links.weighted(town.merged_edges()), seed=seed)


def test_planted_groups_are_found_largest_first() -> None:
    town = towns(SIZES, loose=5)
    found = found_in(town)
    assert found.roles == (Role.ISLAND,) * 4 + (Role.ISOLATED,)
    assert found.counts.tolist() == [60, 40, 30, 25, 5]
    assert found.label.tolist() == np.where(town_of(SIZES, 5) < 0, 4, town_of(SIZES, 5)).tolist()


def test_the_same_input_gives_the_same_clusters() -> None:
    town = towns(SIZES, roads=8)
    first, second = (found_in(town, seed=3) for _ in range(2))
    assert first.label.tolist() == second.label.tolist()
    assert [each.tolist() for each in first.finer] == [each.tolist() for each in second.finer]


def test_the_fine_grouping_is_nested_in_the_clusters() -> None:
    found = found_in(library(60))
    fine = found.finer[0]
    assert all(len(set(found.label[fine == group])) == 1 for group in range(fine.max() + 1))
    assert fine.max() > 2 * found.islands


def test_a_small_component_is_no_island_and_a_single_node_is_isolated() -> None:
    pair = graph(43, [*((0, at, EdgeKind.SOURCE) for at in range(1, 40)), (40, 41, EdgeKind.EXTENDS)])
    found = found_in(pair)
    assert found.roles == (Role.ISLAND, Role.SMALL, Role.ISOLATED)
    assert found.counts.tolist() == [40, 2, 1]


def test_a_self_link_does_not_make_a_node_linked() -> None:
    found = found_in(graph(1, [(0, 0, EdgeKind.EXTENDS)]))
    assert found.roles == (Role.ISOLATED,)


def test_no_island_is_below_the_least_size() -> None:
    chain = graph(400, [(at, at + 1, EdgeKind.EXTENDS) for at in range(399)])
    found = found_in(chain)
    assert set(found.roles) == {Role.ISLAND}
    assert found.counts.min() >= clusters.island_size(400) == 8


def test_an_empty_map_has_no_clusters() -> None:
    found = found_in(graph(0))
    assert (found.roles, len(found.label), found.islands) == ((), 0, 0)


def test_a_crumb_joins_the_community_it_is_linked_with_most() -> None:
    pairs = Links(np.array([0, 1, 2, 3]), np.array([1, 2, 3, 4]), np.array([9.0, 9.0, 1.0, 2.0]))
    assert clusters.absorb_crumbs(pairs, np.array([0, 0, 0, 1, 2]), 2).tolist() == [0, 0, 0, 1, 1]
    assert clusters.absorb_crumbs(pairs, np.array([0, 0, 0, 1, 2]), 3).tolist() == [0, 0, 0, 0, 0]


def test_a_row_of_crumbs_does_not_become_one_island() -> None:
    row = Links(np.arange(29), np.arange(1, 30), np.ones(29))
    assert np.bincount(clusters.absorb_crumbs(row, np.arange(30), 3)).max() < 10


def test_a_crumb_without_links_stays() -> None:
    none = Links(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
    assert clusters.absorb_crumbs(none, np.array([0, 0, 1]), 2).tolist() == [0, 0, 1]


def test_clusters_are_matched_with_their_former_selves_by_common_members() -> None:
    new = np.array([0, 0, 0, 1, 1, 1, 2])
    old = np.array([5, 5, 7, 7, 7, -1, -1])
    assert clusters.match(new, old) == {0: 5, 1: 7}
