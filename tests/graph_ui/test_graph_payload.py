"""The wire form of a map: exact bytes (shared with tests/js), honest counts, and an overview that stays small."""

import base64
import gzip
import json
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
from django.utils.html import json_script

from graph_ui.graph import payload
from graph_ui.graph.wire import WireMap
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, GraphInput, NodeState
from memoryhub.associations.graph.levels import Bridge, Cluster, Levels, Part
from tests.associations.graph_cast import graph, library, towns

GOLDEN = Path(__file__).parents[1] / "data" / "graph.json"
TITLES = {Role.SMALL: "Small groups", Role.ISOLATED: "Without relations"}


def golden_map() -> tuple[GraphInput, Levels]:
    """Three nodes on a line with every kind of edge, a doubled one, a self link and one that leads out."""
    links = [
        (0, 1, EdgeKind.SOURCE),
        (1, 2, EdgeKind.UPDATES),
        (1, 2, EdgeKind.UPDATES),
        (2, 1, EdgeKind.KEY),
        (2, 2, EdgeKind.EXTENDS),
        (1, -1, EdgeKind.DERIVES),
    ]
    built = graph(3, links, documents=[0])
    built = replace(
        built,
        states=np.array([NodeState.CURRENT, NodeState.PENDING, NodeState.SUPERSEDED], np.uint8),
        is_static=np.array([False, True, True]),
        is_inferred=np.array([False, True, False]),
    )
    cluster = Cluster(Role.ISLAND, "tea", 1, 3, 0.0, 1.0, 20.0, 20.0)
    return built, Levels(np.array([-10.0, 0.0, 10.0]), np.array([0.0, 1.0, 2.0]), np.zeros(3, np.int64), (cluster,), ())


def blocks(graph: GraphInput, arranged: Levels, *, total: int | None = None) -> tuple[bytes, bytes]:
    """Both blocks of a map, unpacked."""
    wire = WireMap(Atlas(graph, arranged, len(graph) if total is None else total, 41, "made-up"))
    return gzip.decompress(wire.nodes), gzip.decompress(wire.edges)


def test_the_blocks_have_exactly_these_bytes() -> None:
    golden = json.loads(GOLDEN.read_text())
    for name, block in zip(("nodes", "edges"), blocks(*golden_map(), total=9), strict=True):
        assert base64.b64encode(block).decode() == golden[name]


def test_the_header_says_how_much_is_shown() -> None:
    header = struct.unpack_from("<4sIIHHQIIfffI", blocks(*golden_map(), total=9)[0])
    assert header[:8] == (b"MHG2", 3, 4, 1, payload.TRUNCATED, 41, 9, 0)
    assert blocks(*golden_map())[0][14] == 0


def test_an_empty_map_is_headers_only() -> None:
    empty = graph(0)
    sizes = [len(block) for block in blocks(empty, levels.build(empty))]
    assert sizes == [payload.HEADER.size, payload.EDGES_HEADER.size]


def test_edges_say_by_how_much_their_target_lies_off() -> None:
    built = graph(3, [(0, 2, EdgeKind.EXTENDS), (2, 0, EdgeKind.EXTENDS), (1, 1, EdgeKind.DERIVES)])
    rank = np.arange(3)
    block = payload.encode_edges(built.merged_edges(), rank, revision=7)
    assert struct.unpack_from("<4sIIIQ", block) == (b"MHE2", 3, 3, 0, 7)
    assert list(block[24 : 24 + 12]) == [1, 1, 1, *[0] * 9]
    assert list(block[36 : 36 + 12]) == [4, 0, 3, *[0] * 9]
    assert list(block[48:]) == [1, 2 | payload.SELF_LINK, 1, 0, 1, 1, 1, 0]


def test_a_column_of_wide_values_is_written_byte_by_byte() -> None:
    cluster = Cluster(Role.ISLAND, "tea", 1, 3, 0.0, 0.0, 1.0, 1.0)
    arranged = Levels(np.array([0.0, 1.0, 65_535.0]), np.zeros(3), np.array([0, 258, 513]), (cluster,), ())
    block = blocks(graph(3), arranged)[0][payload.HEADER.size :]
    assert list(block[:8]) == [0, 1, 255, 0, 0, 255, 0, 0]
    assert list(block[16:24]) == [0, 2, 1, 0, 1, 2, 0, 0]


def test_places_of_a_large_map_stay_apart_on_the_grid_of_the_wire() -> None:
    large = library(700)
    built = levels.build(large)
    at = payload.grid(built)
    steps = np.column_stack([at.steps(built.x, at.x), at.steps(built.y, at.y)])
    assert len(np.unique(steps, axis=0)) == len(large)


def test_the_overview_names_fields_in_the_readers_language() -> None:
    data = payload.overview(levels.build(towns((40, 30), loose=3)), revision=7, total=80, titles=TITLES)
    assert [each[:5] for each in data["clusters"]] == [
        [0, "town 0", 0, 40, 1],
        [1, "town 1", 0, 30, 2],
        [2, "Without relations", 2, 3, 0],
    ]
    assert [len(each) for each in data["clusters"]] == [8, 8, 9]
    assert data["bridges"] == [[0, 1, 1]]
    assert (data["shown"], data["total"], data["omitted"]) == (73, 80, {"clusters": 0, "bridges": 0, "parts": 0})


def test_the_overview_stays_under_its_size_whatever_the_names_are() -> None:
    name = "<&>设计评审设计评审设计评审"
    many = tuple(Cluster(Role.ISLAND, f"{name}{at}", 0, 30, 1.0, 2.0, 30.0, 30.0) for at in range(150))
    bridges = tuple(Bridge(at, at + 1, 200 - at) for at in range(149))
    full = Levels(np.zeros(0), np.zeros(0), np.zeros(0, np.int64), many, bridges)
    data = payload.overview(full, revision=1, total=0, titles=TITLES, most_bytes=payload.OVERVIEW_BYTES)
    assert len(str(json_script(data, "map-overview"))) < payload.OVERVIEW_BYTES
    assert 0 < data["omitted"]["clusters"] < 150
    assert data["omitted"]["clusters"] + len(data["clusters"]) == 150
    assert len(data["bridges"]) > 100
    assert payload.overview(full, revision=1, total=0, titles=TITLES)["omitted"] == {
        "clusters": 0,
        "bridges": 0,
        "parts": 0,
    }


def test_an_overview_with_room_to_spare_leaves_out_weak_bridges_only() -> None:
    many = tuple(Cluster(Role.ISLAND, f"island {at}", 0, 30, 1.0, 2.0, 30.0, 30.0) for at in range(60))
    bridges = tuple(Bridge(low, high, 9_999 - low) for low in range(60) for high in range(low + 1, 60))
    full = Levels(np.zeros(0), np.zeros(0), np.zeros(0, np.int64), many, bridges)
    data = payload.overview(full, revision=1, total=0, titles=TITLES, most_bytes=payload.OVERVIEW_BYTES)
    assert data["omitted"]["clusters"] == 0
    assert data["omitted"]["bridges"] + len(data["bridges"]) == len(bridges)
    assert data["bridges"][0] == [0, 1, 9_999]


def test_parts_of_islands_come_with_the_whole_overview_the_largest_first() -> None:
    parts = (Part(0, "hot", 12, 1.4, 2.6, 30.0), Part(0, "cold", 40, -9.5, 0.0, 55.5))
    levels_of = replace(levels.build(towns((52,))), parts=parts)
    whole = payload.overview(levels_of, revision=1, total=52, titles=TITLES)
    assert whole["parts"] == [[0, "cold", 40, -10, 0, 56], [0, "hot", 12, 1, 3, 30]]
    assert whole["omitted"]["parts"] == 0
    inline = payload.overview(levels_of, revision=1, total=52, titles=TITLES, most_bytes=payload.OVERVIEW_BYTES)
    assert (inline["parts"], inline["omitted"]["parts"]) == ([], 2)


def test_of_very_many_parts_the_smallest_are_not_named() -> None:
    parts = tuple(Part(0, "part", 12 + at, 0.0, 0.0, 30.0) for at in range(payload.MOST_PARTS + 3))
    whole = payload.overview(replace(levels.build(towns((52,))), parts=parts), revision=1, total=52, titles=TITLES)
    assert (len(whole["parts"]), whole["parts"][-1][2], whole["omitted"]["parts"]) == (payload.MOST_PARTS, 15, 0)
