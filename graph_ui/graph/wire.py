"""A map in the order of the wire: its nodes along a Morton curve, its blocks packed once, its ids by index.

Neighbours on a Morton curve (G. M. Morton, 1966) are neighbours on the map, so that columns pack well, edges are short,
and what a window shows lies together in memory.
"""

from __future__ import annotations

import gzip
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graph_ui.graph import payload
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph.inputs import Ints, MergedEdges
from memoryhub.associations.graph.levels import Levels
from memoryhub.associations.kept import Kept
from memoryhub.core import errors, ids

KEPT_MAPS = 8
IDS_PER_BATCH = 2_000
# A million nodes take 1 s at this level, and half a second longer for the last hundredth of their bytes.
PACKING = 6


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
        return packed(
            payload.encode_nodes(
                found.graph, found.levels, self._edges, self.order, revision=found.revision, total=found.total
            )
        )

    @cached_property
    def edges(self) -> bytes:
        """The block of edges, gzipped."""
        return packed(payload.encode_edges(self._edges, self.rank, revision=self.atlas.revision))

    @cached_property
    def _edges(self) -> MergedEdges:
        return self.atlas.graph.merged_edges()

    def id_at(self, index: int) -> str:
        """The id of a node."""
        return ids.encode(self.atlas.graph.ids[self.order[index]])

    def ids_from(self, offset: int) -> dict[str, Any]:
        """Ids of the nodes from ``offset`` on, and where to go on (None after the last batch)."""
        end = min(offset + IDS_PER_BATCH, len(self))
        return {
            "version": self.atlas.version,
            "offset": offset,
            "ids": [self.id_at(index) for index in range(offset, end)],
            "next": end if end < len(self) else None,
        }

    def index_of(self, node: str) -> int | None:
        """Where the node with that id stands, or None when the map has none such."""
        try:
            wanted = np.array(ids.decode(node).bytes, "S16")[()]  # without zeros at its end, as in an array of them
        except errors.NotFound:
            return None
        names, by_name = self._names
        at = int(np.searchsorted(names, wanted))
        return int(self.rank[by_name[at]]) if at < len(names) and names[at] == wanted else None

    @cached_property
    def _names(self) -> tuple[NDArray[np.bytes_], Ints]:
        """All ids as 16 bytes, sorted, and the node of the atlas that each one names."""
        names = np.array([node.bytes for node in self.atlas.graph.ids], "S16")
        by_name = np.argsort(names, kind="stable")
        return names[by_name], by_name


def morton_order(levels: Levels) -> Ints:
    """Indices of the nodes along a Morton curve through the grid of the wire; of one cell, in the order they came."""
    at = payload.grid(levels)
    curve = _spread(at.steps(levels.x, at.x)) | _spread(at.steps(levels.y, at.y)) << np.uint32(1)
    return np.argsort(curve, kind="stable")


def _spread(steps: NDArray[np.uint16]) -> NDArray[np.uint32]:
    """The bits of 16-bit numbers with a zero between any two."""
    bits = steps.astype(np.uint32)
    for shift, mask in ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555)):
        bits = (bits | bits << np.uint32(shift)) & np.uint32(mask)
    return bits


def packed(block: bytes) -> bytes:
    """A block as it is kept and sent."""
    return gzip.compress(block, PACKING, mtime=0)


def wire_of(atlas: Atlas) -> WireMap:
    """The map as it is sent; the last few are kept with their packed blocks."""
    found = _kept.get(atlas.version)
    if found is None:
        found = WireMap(atlas)
        _kept.put(atlas.version, found)
    return found


_kept: Kept[WireMap] = Kept(KEPT_MAPS)
