"""A map in the order of the wire: its nodes along a Morton curve, its blocks packed once, its ids by index.

Neighbours on a Morton curve (G. M. Morton, 1966) are neighbours on the map, so that columns pack well, edges are short,
and what a window shows lies together in memory.
"""

from __future__ import annotations

import gzip
import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from graph_ui.graph import payload
from graph_ui.graph.payload import Grid
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph.inputs import EdgeKind, Ints, MergedEdges
from memoryhub.associations.graph.levels import Levels
from memoryhub.associations.kept import Kept
from memoryhub.core import errors, ids, packed

KEPT_MAPS = 8
KEPT_NODES = 2_500_000
IDS_PER_BATCH = 2_000
# A million nodes take 1 s at this level, and half a second longer for the last hundredth of their bytes.
PACKING = 6
COUNTS = 256  # that an edge can have on the wire


class WireMap:
    """One map as it is sent. Node ``i`` of the wire is node ``order[i]`` of the atlas, and ``rank`` leads back."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.order = morton_order(atlas.levels)
        self.rank = np.empty_like(self.order)
        self.rank[self.order] = np.arange(len(self.order))

    def __len__(self) -> int:
        return len(self.order)

    @cached_property
    def nodes(self) -> bytes:
        """The block of nodes, gzipped."""
        found = self.atlas
        return gzipped(
            payload.encode_nodes(
                found.graph, found.levels, self.merged, self.order, revision=found.revision, total=found.total
            )
        )

    @cached_property
    def edges(self) -> bytes:
        """The block of edges, gzipped."""
        return gzipped(payload.encode_edges(self.merged, self.rank, revision=self.atlas.revision))

    @property
    def merged(self) -> MergedEdges:
        """The edges, their ends as the atlas counts them."""
        return self.atlas.graph.merged_edges()

    @cached_property
    def facts(self) -> NDArray[np.int64]:
        """What `payload.facts` tells of each node: a row per fact."""
        columns = payload.facts(self.atlas.graph, self.atlas.levels, self.merged)
        return np.stack([column[self.order].astype(np.int64) for column in columns])

    @cached_property
    def edge_numbers(self) -> Ints:
        """One number for each edge, in the order of their block; `edges_of` reads them."""
        edges, nodes = self.merged, len(self)
        pair = self.rank[edges.source] * nodes + self.rank[edges.target]
        return np.sort((pair * len(EdgeKind) + edges.kind) * COUNTS + payload.capped(edges.count))

    def edges_of(self, numbers: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Source, target, kind and count of edges by their numbers."""
        rest, count = np.divmod(numbers, COUNTS)
        pair, kind = np.divmod(rest, len(EdgeKind))
        source, target = np.divmod(pair, max(len(self), 1))
        return source, target, kind, count

    def id_at(self, index: int) -> str:
        """The id of a node."""
        return self.ids_between(index, index + 1)[0]

    def ids_between(self, first: int, end: int) -> list[str]:
        """The ids of some nodes in a row."""
        return packed.encode(self.atlas.graph.ids[self.order[first:end]])

    def ids_from(self, offset: int) -> dict[str, Any]:
        """Ids of the nodes from ``offset`` on, and where to go on (None after the last batch)."""
        end = min(offset + IDS_PER_BATCH, len(self))
        return {
            "version": self.atlas.version,
            "offset": offset,
            "ids": self.ids_between(offset, end),
            "next": end if end < len(self) else None,
        }

    def index_of(self, node: str) -> int | None:
        """Where the node with that id stands, or None when the map has none such."""
        at = self.names.find(node)
        return None if at is None else int(self.rank[at])

    @cached_property
    def names(self) -> WireIds:
        """The ids in the order of the atlas."""
        return WireIds(self.atlas)


class WireIds(Sequence[str]):
    """The ids of all nodes of a map in the order of the atlas, each written when it is asked for."""

    def __init__(self, atlas: Atlas) -> None:
        self._graph = atlas.graph

    def __len__(self) -> int:
        return len(self._graph)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return packed.encode(self._graph.ids[index])
        return packed.encode(self._graph.ids[[index]])[0]

    def __contains__(self, node: object) -> bool:
        return isinstance(node, str) and self.find(node) is not None

    def index(self, node: str, start: int = 0, stop: int | None = None) -> int:
        """Where the id stands; `ValueError` where it does not."""
        at = self.find(node)
        if at is None or not start <= at < (len(self) if stop is None else stop):
            raise ValueError(f"{node} is not on the map")
        return at

    def find(self, node: str) -> int | None:
        """Where the id stands, or None."""
        try:
            wanted = ids.decode(node)
        except errors.NotFound:
            return None
        at = int(self._graph.positions(packed.pack([wanted]))[0])
        return at if at >= 0 else None


def morton_order(levels: Levels) -> Ints:
    """Indices of the nodes along a Morton curve; of one cell, in the order they came."""
    at = _curve(levels)
    curve = _spread(at.steps(levels.x, at.x)) | _spread(at.steps(levels.y, at.y)) << np.uint32(1)
    return np.argsort(curve, kind="stable")


def _curve(levels: Levels) -> Grid:
    """The square that the curve fills, round the origin of the map: of so coarse a size that a node more or less at the
    rim seldom changes it, and all others keep their order."""
    farthest = max(float(np.abs(each).max(initial=1.0)) for each in (levels.x, levels.y))
    half = 2.0 ** math.ceil(math.log2(farthest))
    return Grid(-half, -half, 2 * half / (payload.STEPS + 1))


def _spread(steps: NDArray[np.uint16]) -> NDArray[np.uint32]:
    """The bits of 16-bit numbers with a zero between any two."""
    bits = steps.astype(np.uint32)
    for shift, mask in ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555)):
        bits = (bits | bits << np.uint32(shift)) & np.uint32(mask)
    return bits


def gzipped(block: bytes) -> bytes:
    """A block as it is kept and sent."""
    return gzip.compress(block, PACKING, mtime=0)


def wire_of(atlas: Atlas) -> WireMap:
    """The map as it is sent; the last few are kept with their packed blocks."""
    return _kept.get(atlas.version, lambda: WireMap(atlas))


_kept: Kept[WireMap] = Kept(most=KEPT_MAPS, elements=KEPT_NODES)
