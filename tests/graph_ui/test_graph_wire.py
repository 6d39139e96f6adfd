"""A map in the order of the wire: along the curve, by index and by id, packed once."""

import gzip
from dataclasses import replace

import numpy as np
import pytest

from graph_ui.graph.wire import IDS_PER_BATCH, WireMap, morton_order, wire_of
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph.inputs import EdgeKind
from memoryhub.associations.graph.levels import Levels
from memoryhub.core import ids
from tests.associations.graph_cast import graph, node_id


def square(side: int) -> Levels:
    """Nodes on a square raster, row by row."""
    rows, columns = np.divmod(np.arange(side * side), side)
    return Levels(columns.astype(float), rows.astype(float), np.zeros(side * side, np.int64), (), ())


def map_of(side: int, *, version: str = "made-up") -> WireMap:
    nodes = side * side
    return WireMap(Atlas(graph(nodes, [(0, nodes - 1, EdgeKind.EXTENDS)]), square(side), nodes, 3, version))


def test_nodes_come_quarter_by_quarter() -> None:
    assert morton_order(square(4)).tolist() == [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15]


def test_nodes_of_one_spot_come_in_their_own_order() -> None:
    heap = Levels(np.zeros(4), np.zeros(4), np.zeros(4, np.int64), (), ())
    assert morton_order(heap).tolist() == [0, 1, 2, 3]


def test_a_node_is_named_by_its_place_and_found_by_its_id() -> None:
    wire = map_of(4)
    assert [wire.id_at(index) for index in (0, 3, 4)] == [ids.encode(node_id(node)) for node in (0, 5, 2)]
    assert [wire.index_of(ids.encode(node_id(node))) for node in (0, 5, 2)] == [0, 3, 4]


@pytest.mark.parametrize("unknown", ["", "nonsense", ids.encode(node_id(16)), "z" * ids.WIRE_LENGTH])
def test_an_id_that_is_not_on_the_map_stands_nowhere(unknown: str) -> None:
    assert map_of(4).index_of(unknown) is None
    assert map_of(0).index_of(unknown) is None


def test_ids_come_in_batches_that_say_where_to_go_on() -> None:
    wire = map_of(45)
    first, second, third = (wire.ids_from(offset) for offset in (0, IDS_PER_BATCH, 3 * IDS_PER_BATCH))
    assert (len(first["ids"]), first["next"], len(second["ids"]), second["next"]) == (2_000, 2_000, 25, None)
    assert (third["ids"], third["next"], third["version"]) == ([], None, "made-up")


def test_a_map_is_packed_once_and_kept_by_its_version() -> None:
    atlas = map_of(4, version="kept").atlas
    wire = wire_of(atlas)
    assert wire.nodes is wire_of(replace(atlas, total=99)).nodes
    assert gzip.decompress(wire.nodes)[:4] == b"MHG2"
    assert wire_of(replace(atlas, version="another")) is not wire


def test_the_ids_of_a_map_are_a_sequence_that_is_never_written_as_a_whole() -> None:
    names = map_of(4).names
    told = [ids.encode(node_id(node)) for node in range(16)]
    assert (names[5], names[2:4], len(names)) == (told[5], told[2:4], 16)
    assert (names.index(told[7]), told[7] in names, "nonsense" in names) == (7, True, False)
    with pytest.raises(ValueError, match="not on the map"):
        names.index(told[7], 8)
