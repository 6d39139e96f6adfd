"""What a map is computed from: the nodes, edges and keys of one space as arrays, without the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Edges = NDArray[np.int32]

MAX_NODES = 5_000  # what one map shows at most; the callers say how many more there are


class NodeKind(IntEnum):
    """What a node stands for; drawn as its shape."""

    MEMORY = 0
    DOCUMENT = 1


class NodeState(IntEnum):
    """What became of a node; drawn as its border. Documents are always current."""

    CURRENT = 0
    SUPERSEDED = 1
    PENDING = 2
    EXPIRING = 3
    FORGOTTEN = 4


class EdgeKind(IntEnum):
    """Why two nodes are linked; drawn as the dash of the line. All but KEY point from source to target."""

    UPDATES = 0  # newer memory -> the version it replaces
    EXTENDS = 1  # newer memory -> the one it adds to
    DERIVES = 2  # inferred memory -> what it was concluded from
    SOURCE = 3  # document -> memory found in it
    KEY = 4  # two memories that share a key; has no direction


@dataclass(frozen=True, slots=True)
class KeyTerms:
    """Which node carries which key, in coordinate form: node[i] carries texts[key[i]] with weight[i] > 0."""

    texts: tuple[str, ...] = ()
    node: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    key: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    weight: Floats = field(default_factory=lambda: np.zeros(0, np.float64))


@dataclass(frozen=True, slots=True)
class MergedEdges:
    """Edges of which each (source, target, kind) stands once. Ends are valid node indices; self links stay."""

    source: Ints
    target: Ints
    kind: Bytes
    count: Ints  # how many equal edges were merged, at least 1

    def __len__(self) -> int:
        return len(self.source)

    @property
    def is_self_link(self) -> Flags:
        same: Flags = self.source == self.target
        return same

    def where(self, kept: Flags) -> MergedEdges:
        """Some of the edges."""
        return MergedEdges(self.source[kept], self.target[kept], self.kind[kept], self.count[kept])

    def degrees(self, nodes: int) -> Ints:
        """Relations per node, without self links."""
        kept = ~self.is_self_link
        return np.bincount(self.source[kept], minlength=nodes) + np.bincount(self.target[kept], minlength=nodes)


@dataclass(frozen=True, slots=True)
class GraphInput:
    """All nodes of one map and what links them. Every per-node column has the length of ``ids``.

    ``edges`` holds rows of two node indices; an end outside the map (forgotten meanwhile, past the cap) is
    negative, and ``merged_edges`` drops that edge. ``created`` is seconds since the epoch. ``labels`` may be empty:
    they are needed only where keys cannot name a cluster. ``ids`` are not read here; they may be a lazy sequence.
    """

    ids: Sequence[UUID]
    kinds: Bytes
    states: Bytes
    created: Floats
    is_static: Flags
    is_inferred: Flags
    edges: Edges
    edge_kinds: Bytes
    keys: KeyTerms = field(default_factory=KeyTerms)
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        columns = (self.kinds, self.states, self.created, self.is_static, self.is_inferred)
        if any(len(column) != len(self.ids) for column in columns) or len(self.labels) not in (0, len(self.ids)):
            raise ValueError("every node column needs one value per id")
        if self.edges.shape != (len(self.edge_kinds), 2):
            raise ValueError("edges need two ends and one kind each")
        if not np.isfinite(self.created).all():
            raise ValueError("creation times must be finite")

    def __len__(self) -> int:
        return len(self.ids)

    def merged_edges(self) -> MergedEdges:
        """Each edge once per kind with its count, without those that have an end outside the map."""
        inside = ((self.edges >= 0) & (self.edges < len(self))).all(axis=1)
        ends, kind = self.edges[inside].astype(np.int64), self.edge_kinds[inside]
        undirected = kind == EdgeKind.KEY
        ends[undirected] = np.sort(ends[undirected], axis=1)
        rows = (ends[:, 0] * len(self) + ends[:, 1]) * len(EdgeKind) + kind
        unique, count = np.unique(rows, return_counts=True)
        pair = unique // len(EdgeKind)
        source, target = np.divmod(pair, max(len(self), 1))
        return MergedEdges(source, target, (unique % len(EdgeKind)).astype(np.uint8), count)


def index_edges(ids: Sequence[UUID], pairs: Iterable[tuple[UUID, UUID]]) -> Edges:
    """Rows of node indices for pairs of ids; -1 for an id that is not in the map. Shape [pairs, 2]."""
    place = {id_: index for index, id_ in enumerate(ids)}
    rows = [(place.get(source, -1), place.get(target, -1)) for source, target in pairs]
    return np.array(rows, np.int32).reshape(-1, 2)
