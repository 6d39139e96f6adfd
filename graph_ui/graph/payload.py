"""The map on the wire: a small overview for the page itself, and one typed binary block.

The binary block (media type application/vnd.memoryhub.graph) is little-endian. A header of 48 bytes:

    offset  type     meaning
    0       4 bytes  "MHG1"
    4       u32      nodes n
    8       u32      edges m
    12      u16      clusters
    14      u16      flags, bit 0: the space has more nodes than are sent
    16      u64      revision the map was made of
    24      u32      nodes of the space, those not sent included
    28      u32      0
    32      f32 f32  x and y of the map's origin, in map units
    40      f32      map units per step of x and y
    44      u32      0

then columns, each padded with zeros to a multiple of 4 bytes: x u16[n], y u16[n], cluster u16[n], kind u8[n],
state u8[n], degree u8[n] (255 stands for more), flags u8[n] (bit 0 static, bit 1 inferred), edges u32[2m] (source and
target index in turn), type u8[m] (EdgeKind; bit 7 set on a self link), count u8[m] (equal edges, 255 stands for more).
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import Bytes, Floats, GraphInput, Ints
from memoryhub.associations.graph.levels import Cluster, Levels

MEDIA_TYPE = "application/vnd.memoryhub.graph"
MAGIC = b"MHG1"
HEADER = struct.Struct("<4sIIHHQIIfffI")
STEPS = 65_535  # steps of a u16 place
TRUNCATED = 1  # header flag
STATIC, INFERRED = 1, 2  # node flags
SELF_LINK = 0x80  # bit of an edge's type
OVERVIEW_BYTES = 20_000
ELEMENT_BYTES = 128  # of the script element round the overview, and counts that grow
IDS_PER_BATCH = 2_000


def encode(graph: GraphInput, levels: Levels, *, revision: int, total: int) -> bytes:
    """The binary block of a map. ``total`` counts the nodes of the space, those past the cap included."""
    edges = graph.merged_edges()
    origin, step = _grid(levels)
    truncated = TRUNCATED if total > len(graph) else 0
    header = HEADER.pack(
        MAGIC, len(graph), len(edges), len(levels.clusters), truncated, revision, total, 0, *origin, step, 0
    )
    kind = edges.kind | np.where(edges.is_self_link, SELF_LINK, 0).astype(np.uint8)
    columns = (
        _steps(levels.x, origin[0], step),
        _steps(levels.y, origin[1], step),
        levels.cluster.astype("<u2"),
        graph.kinds,
        graph.states,
        _capped(edges.degrees(len(graph))),
        graph.is_static * np.uint8(STATIC) | graph.is_inferred * np.uint8(INFERRED),
        np.column_stack([edges.source, edges.target]).astype("<u4"),
        kind,
        _capped(edges.count),
    )
    return header + b"".join(_padded(column) for column in columns)


def overview(levels: Levels, *, revision: int, total: int, titles: Mapping[Role, str]) -> dict[str, Any]:
    """What the page draws first: clusters and the strongest bridges, under OVERVIEW_BYTES as ASCII JSON.

    ``titles`` names the fields in the reader's language. Bridges are ``[low, high, count]``. Whatever does not fit is
    left out from the weak end and counted in ``omitted``; the binary block has it all.
    """
    data: dict[str, Any] = {
        "revision": revision,
        "shown": len(levels.x),
        "total": total,
        "clusters": [],
        "bridges": [],
        "omitted": {"clusters": 0, "bridges": 0},
    }
    room = OVERVIEW_BYTES - ELEMENT_BYTES - _weight(data)
    fields = [index for index, each in enumerate(levels.clusters) if each.role is not Role.ISLAND]
    islands = [index for index, each in enumerate(levels.clusters) if each.role is Role.ISLAND]
    described = [_described(index, levels.clusters[index], titles) for index in [*fields, *islands]]
    kept = _fitting(described, room)
    data["clusters"] = sorted(described[:kept], key=lambda each: int(each["id"]))
    room -= _weight(data["clusters"])
    here = {each["id"] for each in data["clusters"]}
    bridges = [[each.low, each.high, each.count] for each in levels.bridges if {each.low, each.high} <= here]
    data["bridges"] = bridges[: _fitting(bridges, room)]
    data["omitted"] = {
        "clusters": len(levels.clusters) - kept,
        "bridges": len(levels.bridges) - len(data["bridges"]),
    }
    return data


def ids_batch(wire_ids: Sequence[str], *, offset: int, revision: int) -> dict[str, Any]:
    """Wire ids of the nodes from index ``offset`` on, and where to go on (None after the last batch)."""
    end = offset + IDS_PER_BATCH
    return {
        "revision": revision,
        "offset": offset,
        "ids": list(wire_ids[offset:end]),
        "next": end if end < len(wire_ids) else None,
    }


def _described(index: int, cluster: Cluster, titles: Mapping[Role, str]) -> dict[str, Any]:
    """One cluster of the overview; a field is a box and has its half height as ``h``."""
    data: dict[str, Any] = {
        "id": index,
        "name": cluster.name or str(titles[cluster.role]),
        "role": cluster.role.value,
        "count": cluster.count,
        "hue": cluster.hue,
        "x": round(cluster.x, 1),
        "y": round(cluster.y, 1),
        "r": round(cluster.half_width, 1),
    }
    if cluster.role is not Role.ISLAND:
        data["h"] = round(cluster.half_height, 1)
    return data


def _weight(value: object) -> int:
    """Bytes of a value in a page: json_script writes ASCII, and each of <, > and & as six characters."""
    text = json.dumps(value, allow_nan=False)
    return len(text) + 5 * sum(text.count(char) for char in "<>&")


def _fitting(items: Sequence[object], room: int) -> int:
    """How many of the items, from the first on, fit into a list of that many bytes."""
    used = 2
    for count, item in enumerate(items):
        used += _weight(item) + 2
        if used > room:
            return count
    return len(items)


def _grid(levels: Levels) -> tuple[tuple[float, float], float]:
    """Origin and step of the smallest square grid that holds all places."""
    if not len(levels.x):
        return (0.0, 0.0), 1.0
    side = max(float(np.ptp(levels.x)), float(np.ptp(levels.y)), 1.0)
    return (float(np.float32(levels.x.min())), float(np.float32(levels.y.min()))), float(np.float32(side / STEPS))


def _steps(values: Floats, origin: float, step: float) -> NDArray[np.uint16]:
    steps: NDArray[np.uint16] = np.clip(np.rint((values - origin) / step), 0, STEPS).astype("<u2")
    return steps


def _capped(values: Ints) -> Bytes:
    capped: Bytes = np.minimum(values, 255).astype(np.uint8)
    return capped


def _padded(column: NDArray[Any]) -> bytes:
    data = column.tobytes()
    return data + bytes(-len(data) % 4)
