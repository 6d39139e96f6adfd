"""The wire form of a map: exact bytes (shared with tests/js), honest counts, and an overview that stays small."""

import base64
import json
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
from django.utils.html import json_script

from graph_ui.graph import payload
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, GraphInput, NodeState
from memoryhub.associations.graph.levels import Bridge, Cluster, Levels
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


def test_the_binary_block_has_exactly_these_bytes() -> None:
    built, arranged = golden_map()
    block = payload.encode(built, arranged, revision=41, total=9)
    assert base64.b64encode(block).decode() == json.loads(GOLDEN.read_text())["block"]


def test_the_header_says_how_much_is_shown() -> None:
    built, arranged = golden_map()
    header = struct.unpack_from("<4sIIHHQIIfffI", payload.encode(built, arranged, revision=41, total=9))
    assert header[:8] == (b"MHG1", 3, 4, 1, payload.TRUNCATED, 41, 9, 0)
    assert payload.encode(built, arranged, revision=41, total=3)[14] == 0


def test_an_empty_map_is_a_header_only() -> None:
    empty = graph(0)
    assert len(payload.encode(empty, levels.build(empty), revision=0, total=0)) == payload.HEADER.size


def test_places_of_a_large_map_stay_apart_on_the_grid_of_the_wire() -> None:
    large = library(700)
    built = levels.build(large)
    block = payload.encode(large, built, revision=1, total=len(large))
    padded = len(large) + len(large) % 2
    x = np.frombuffer(block, "<u2", len(large), 48)
    y = np.frombuffer(block, "<u2", len(large), 48 + 2 * padded)
    assert len(np.unique(np.column_stack([x, y]), axis=0)) == len(large)


def test_the_overview_names_fields_in_the_readers_language() -> None:
    data = payload.overview(levels.build(towns((40, 30), loose=3)), revision=7, total=80, titles=TITLES)
    assert [(each["id"], each["name"], each["count"], each["hue"]) for each in data["clusters"]] == [
        (0, "town 0", 40, 1),
        (1, "town 1", 30, 2),
        (2, "Without relations", 3, 0),
    ]
    assert data["bridges"] == [[0, 1, 1]]
    assert (data["shown"], data["total"], data["omitted"]) == (73, 80, {"clusters": 0, "bridges": 0})


def test_the_overview_stays_under_its_size_whatever_the_names_are() -> None:
    name = "<&>设计评审设计评审设计评审"
    many = tuple(Cluster(Role.ISLAND, f"{name}{at}", 0, 30, 1.0, 2.0, 30.0, 30.0) for at in range(150))
    bridges = tuple(Bridge(at, at + 1, 200 - at) for at in range(149))
    full = Levels(np.zeros(0), np.zeros(0), np.zeros(0, np.int64), many, bridges)
    data = payload.overview(full, revision=1, total=0, titles=TITLES)
    assert len(str(json_script(data, "map-overview"))) < payload.OVERVIEW_BYTES
    assert 0 < data["omitted"]["clusters"] < 150
    assert data["omitted"]["clusters"] + len(data["clusters"]) == 150


def test_an_overview_with_room_to_spare_leaves_out_weak_bridges_only() -> None:
    many = tuple(Cluster(Role.ISLAND, f"island {at}", 0, 30, 1.0, 2.0, 30.0, 30.0) for at in range(60))
    bridges = tuple(Bridge(low, high, 9_999 - low) for low in range(60) for high in range(low + 1, 60))
    data = payload.overview(
        Levels(np.zeros(0), np.zeros(0), np.zeros(0, np.int64), many, bridges), revision=1, total=0, titles=TITLES
    )
    assert data["omitted"]["clusters"] == 0
    assert data["omitted"]["bridges"] + len(data["bridges"]) == len(bridges)
    assert data["bridges"][0] == [0, 1, 9_999]


def test_ids_come_in_batches_that_say_where_to_go_on() -> None:
    ids = [str(at) for at in range(2_001)]
    first, second = (payload.ids_batch(ids, offset=offset, revision=3) for offset in (0, 2_000))
    assert (len(first["ids"]), first["next"], second["ids"], second["next"]) == (2_000, 2_000, ["2000"], None)
