"""The map on the wire: a small overview for the page itself, and two typed binary blocks, for nodes and for edges.

Both blocks are little-endian; every column is padded with zeros to a multiple of 4 bytes. A column of more than one
byte per value is written as planes, all lowest bytes first, then all next ones: neighbours are alike in their high
bytes, so that a block packs to about half. The block of nodes (media type application/vnd.memoryhub.graph):

    offset  type     meaning
    0       4 bytes  "MHG2"
    4       u32      nodes n
    8       u32      edges m, in the block of edges
    12      u16      clusters c
    14      u16      flags, bit 0: the space has more nodes than are sent
    16      u64      revision the map was made of
    24      u32      nodes of the space, those not sent included
    28      u32      0
    32      f32 f32  x and y of the map's origin, in map units
    40      f32      map units per step of x and y
    44      u32      0

then x u16[n], y u16[n], cluster u16[n], kind u8[n], state u8[n], degree u8[n] (255 stands for more), flags u8[n]
(bit 0 static, bit 1 inferred), role u8[c] (index of ROLES), hue u8[c]. Nodes come along a Morton curve (see wire.py).
The block of edges (media type application/vnd.memoryhub.graph-edges):

    0       4 bytes  "MHE2"
    4       u32      nodes n
    8       u32      edges m
    12      u32      0
    16      u64      revision

then fan-out u32[n] (edges that leave each node), target u32[m], type u8[m] (EdgeKind; bit 7 set on a self link),
count u8[m] (equal edges, 255 stands for more). Edges stand by source, then by target; a target is told as
2d or -2d - 1 for its distance d from the source, a small number since neighbours stand near on the curve.

What is shown of a map (media type application/vnd.memoryhub.graph-mask) is one bit per node, the lowest bit of a byte
first, and when its nodes were made (application/vnd.memoryhub.graph-times) one byte per node, the bin of the timeline.
Both have no header; their ETag names the version they belong to.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import Bytes, Flags, Floats, GraphInput, Ints, MergedEdges
from memoryhub.associations.graph.levels import Cluster, Levels, Part

NODES_TYPE = "application/vnd.memoryhub.graph"
EDGES_TYPE = "application/vnd.memoryhub.graph-edges"
MASK_TYPE = "application/vnd.memoryhub.graph-mask"
TIMES_TYPE = "application/vnd.memoryhub.graph-times"
MAGIC, EDGES_MAGIC = b"MHG2", b"MHE2"
HEADER = struct.Struct("<4sIIHHQIIfffI")
EDGES_HEADER = struct.Struct("<4sIIIQ")
ROLES = (Role.ISLAND, Role.SMALL, Role.ISOLATED)
STEPS = 65_535  # steps of a u16 place
TRUNCATED = 1  # header flag
STATIC, INFERRED = 1, 2  # node flags
SELF_LINK = 0x80  # bit of an edge's type
OVERVIEW_BYTES = 20_000
MOST_PARTS = 5_000  # parts of islands that are named; of a million nodes the smallest are left out
CLUSTERS_SHARE = 0.8  # of the overview's bytes; the rest is kept for bridges
ELEMENT_BYTES = 128  # of the script element round the overview, and counts that grow


@dataclass(frozen=True, slots=True)
class Grid:
    """The raster of places on the wire: origin in map units, and map units per step."""

    x: float
    y: float
    step: float

    def steps(self, values: Floats, origin: float) -> NDArray[np.uint16]:
        """Places along one axis as steps from ``origin``, little-endian."""
        steps: NDArray[np.uint16] = np.clip(np.rint((values - origin) / self.step), 0, STEPS).astype("<u2")
        return steps


def grid(levels: Levels) -> Grid:
    """The smallest square grid of STEPS by STEPS that holds all places."""
    if not len(levels.x):
        return Grid(0.0, 0.0, 1.0)
    side = max(float(np.ptp(levels.x)), float(np.ptp(levels.y)), 1.0)
    return Grid(*(float(np.float32(each)) for each in (levels.x.min(), levels.y.min(), side / STEPS)))


def encode_nodes(
    graph: GraphInput, levels: Levels, edges: MergedEdges, order: Ints, *, revision: int, total: int
) -> bytes:
    """The block of nodes. ``order`` holds the nodes as they are sent; ``total`` counts those past the cap too."""
    at = grid(levels)
    truncated = TRUNCATED if total > len(graph) else 0
    header = HEADER.pack(
        MAGIC, len(graph), len(edges), len(levels.clusters), truncated, revision, total, 0, at.x, at.y, at.step, 0
    )
    columns = (at.steps(levels.x, at.x), at.steps(levels.y, at.y), *facts(graph, levels, edges))
    roles, hues = (np.array(each, np.uint8) for each in looks(levels))
    return header + b"".join(map(_planes, (*(column[order] for column in columns), roles, hues)))


def looks(levels: Levels) -> tuple[list[int], list[int]]:
    """Roles of the clusters, as indices of ROLES, and their hues."""
    return [ROLES.index(each.role) for each in levels.clusters], [each.hue for each in levels.clusters]


def facts(graph: GraphInput, levels: Levels, edges: MergedEdges) -> tuple[NDArray[Any], ...]:
    """What is told of every node beside its place: cluster, kind, state, degree and flags, in the order of the map."""
    flags = graph.is_static * np.uint8(STATIC) | graph.is_inferred * np.uint8(INFERRED)
    degrees = capped(edges.degrees(len(graph)))
    return levels.cluster.astype("<u2"), graph.kinds, graph.states, degrees, flags.astype(np.uint8)


def encode_edges(edges: MergedEdges, rank: Ints, *, revision: int) -> bytes:
    """The block of edges between the nodes of ``encode_nodes``; ``rank`` is the place of each node among those sent."""
    source, target = rank[edges.source], rank[edges.target]
    order = np.lexsort((edges.kind, target, source))
    source, target = source[order], target[order]
    distance = target - source
    kind = edges.kind | np.where(edges.is_self_link, SELF_LINK, 0).astype(np.uint8)
    columns = (
        np.bincount(source, minlength=len(rank)).astype("<u4"),
        np.where(distance < 0, -2 * distance - 1, 2 * distance).astype("<u4"),
        kind[order],
        capped(edges.count[order]),
    )
    header = EDGES_HEADER.pack(EDGES_MAGIC, len(rank), len(edges), 0, revision)
    return header + b"".join(map(_planes, columns))


def encode_mask(shown: Flags) -> bytes:
    """The block of a mask, in the order it is given."""
    return np.packbits(shown, bitorder="little").tobytes()


def overview(
    levels: Levels, *, revision: int, total: int, titles: Mapping[Role, str], most_bytes: int | None = None
) -> dict[str, Any]:
    """What the page draws first: clusters and the strongest bridges; with ``most_bytes`` under that as ASCII JSON.
    Without a bound the parts of islands come along.

    ``titles`` names the fields in the reader's language. A cluster is ``[id, name, role, count, hue, x, y, r]`` with
    its role as an index of ROLES and lengths in whole map units; a field is a box and has its half height as a ninth
    value. Bridges are ``[low, high, count]``, parts ``[cluster, name, count, x, y, r]``. What does not fit is left out
    from the weak end and counted in ``omitted``.
    """
    data: dict[str, Any] = {
        "revision": revision,
        "shown": len(levels.x),
        "total": total,
        "clusters": [],
        "bridges": [],
        "parts": [],
        "omitted": {"clusters": 0, "bridges": 0, "parts": 0},
    }
    room = math.inf if most_bytes is None else most_bytes - ELEMENT_BYTES - _weight(data)
    fields = [index for index, each in enumerate(levels.clusters) if each.role is not Role.ISLAND]
    islands = [index for index, each in enumerate(levels.clusters) if each.role is Role.ISLAND]
    described = [_described(index, levels.clusters[index], titles) for index in [*fields, *islands]]
    kept = _fitting(described, room * CLUSTERS_SHARE)
    data["clusters"] = sorted(described[:kept])
    room -= _weight(data["clusters"])
    here = {each[0] for each in data["clusters"]}
    bridges = [[each.low, each.high, each.count] for each in levels.bridges if {each.low, each.high} <= here]
    data["bridges"] = bridges[: _fitting(bridges, room)]
    if most_bytes is None:
        largest = sorted(levels.parts, key=lambda part: -part.count)
        data["parts"] = [_part(each) for each in largest[:MOST_PARTS]]
    data["omitted"] = {
        "clusters": len(levels.clusters) - kept,
        "bridges": len(levels.bridges) - len(data["bridges"]),
        "parts": min(len(levels.parts), MOST_PARTS) - len(data["parts"]),
    }
    return data


def _described(index: int, cluster: Cluster, titles: Mapping[Role, str]) -> list[Any]:
    """One cluster of the overview."""
    name = cluster.name or str(titles[cluster.role])
    box = [cluster.x, cluster.y, cluster.half_width]
    if cluster.role is not Role.ISLAND:
        box.append(cluster.half_height)
    return [index, name, ROLES.index(cluster.role), cluster.count, cluster.hue, *map(round, box)]


def _part(part: Part) -> list[Any]:
    """One part of an island in the overview."""
    return [part.cluster, part.name, part.count, *map(round, (part.x, part.y, part.half_width))]


def _weight(value: object) -> int:
    """Bytes of a value in a page: json_script writes ASCII, and each of <, > and & as six characters."""
    text = json.dumps(value, allow_nan=False)
    return len(text) + 5 * sum(text.count(char) for char in "<>&")


def _fitting(items: Sequence[object], room: float) -> int:
    """How many of the items, from the first on, fit into a list of that many bytes."""
    if room == math.inf:
        return len(items)
    used = 2
    for count, item in enumerate(items):
        used += _weight(item) + 2
        if used > room:
            return count
    return len(items)


def capped(values: Ints) -> Bytes:
    """Counts as one byte each, in which 255 stands for more."""
    bytes_: Bytes = np.minimum(values, 255).astype(np.uint8)
    return bytes_


def _planes(column: NDArray[Any]) -> bytes:
    """A column byte by byte, each byte of all values together, and padding."""
    data = np.ascontiguousarray(column).view(np.uint8).reshape(-1, column.itemsize).T.tobytes()
    return data + bytes(-len(data) % 4)
