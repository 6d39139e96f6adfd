"""The input of a map: edges are merged, counted and never lead out of it."""

import numpy as np
import pytest

from memoryhub.associations.graph.inputs import EdgeKind, index_edges
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


def test_index_edges_marks_ends_that_are_not_in_the_map() -> None:
    ids = [node_id(1), node_id(2)]
    assert index_edges(ids, [(node_id(1), node_id(2)), (node_id(2), node_id(9))]).tolist() == [[0, 1], [1, -1]]
    assert index_edges(ids, []).shape == (0, 2)


def test_columns_of_unequal_length_are_refused() -> None:
    with pytest.raises(ValueError, match="one value per id"):
        graph(2, labels=["only one"])


def test_a_creation_time_that_is_no_number_is_refused() -> None:
    from dataclasses import replace

    with pytest.raises(ValueError, match="finite"):
        replace(graph(1), created=np.array([np.nan]))
