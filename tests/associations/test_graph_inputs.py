"""The input of a map: edges are merged, counted and never lead out of it."""

from dataclasses import replace

import numpy as np
import pytest

from memoryhub.associations.graph.inputs import EdgeKind
from memoryhub.core import packed
from tests.associations.graph_cast import graph, node_id


def test_equal_edges_are_one_edge_with_a_count() -> None:
    merged = graph(3, [(0, 1, EdgeKind.EXTENDS), (0, 1, EdgeKind.EXTENDS), (1, 0, EdgeKind.EXTENDS)]).merged_edges()
    assert list(zip(merged.source, merged.target, merged.kind, merged.count, strict=True)) == [
        (0, 1, 1, 2),
        (1, 0, 1, 1),
    ]


def test_edges_of_different_kinds_between_the_same_nodes_stay_apart() -> None:
    merged = graph(2, [(0, 1, kind) for kind in EdgeKind]).merged_edges()
    assert merged.kind.tolist() == [0, 1, 2, 3, 4]
    assert merged.count.tolist() == [1] * 5


def test_shared_keys_have_no_direction() -> None:
    merged = graph(2, [(1, 0, EdgeKind.KEY), (0, 1, EdgeKind.KEY)]).merged_edges()
    assert (merged.source.tolist(), merged.target.tolist(), merged.count.tolist()) == ([0], [1], [2])


def test_an_edge_with_an_end_outside_the_map_is_dropped() -> None:
    assert len(graph(2, [(0, -1, EdgeKind.EXTENDS), (2, 1, EdgeKind.EXTENDS)]).merged_edges()) == 0


def test_a_self_link_stays_but_counts_for_no_degree() -> None:
    merged = graph(2, [(0, 0, EdgeKind.EXTENDS), (0, 1, EdgeKind.EXTENDS)]).merged_edges()
    assert merged.is_self_link.tolist() == [True, False]
    assert merged.degrees(2).tolist() == [1, 1]


def test_a_node_is_found_by_its_id() -> None:
    found = graph(3, first=1).positions(packed.pack([node_id(3), node_id(9), node_id(1)]))
    assert found.tolist() == [2, -1, 0]


def test_the_edges_of_a_node_are_those_that_end_there() -> None:
    links = [(2, 0, EdgeKind.EXTENDS), (0, 1, EdgeKind.SOURCE), (1, 1, EdgeKind.DERIVES), (0, 2, EdgeKind.KEY)]
    merged = graph(4, links).merged_edges()
    assert [merged.of(node).tolist() for node in range(4)] == [[0, 1, 3], [0, 2], [1, 3], []]


def test_some_nodes_are_a_map_of_their_own() -> None:
    links = [(0, 1, EdgeKind.EXTENDS), (1, 2, EdgeKind.EXTENDS), (2, 2, EdgeKind.DERIVES), (3, -1, EdgeKind.SOURCE)]
    whole = graph(4, links, keys=[(0, "tea", 1.0), (2, "rent", 0.5), (3, "rent", 0.4)])
    some = whole.among(np.array([False, True, True, True]))
    assert packed.unpack(some.ids) == [node_id(1), node_id(2), node_id(3)]
    assert some.edges.tolist() == [[0, 1], [1, 1]]
    assert some.edge_kinds.tolist() == [EdgeKind.EXTENDS, EdgeKind.DERIVES]
    assert (some.keys.texts, some.keys.node.tolist(), some.keys.key.tolist()) == (("rent",), [1, 2], [0, 0])
    assert whole.among(np.ones(4, bool)) is whole


def test_columns_of_unequal_length_are_refused() -> None:
    with pytest.raises(ValueError, match="one value per id"):
        replace(graph(2), states=np.zeros(1, np.uint8))


def test_a_creation_time_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        replace(graph(1), created=np.array([np.nan]))
