"""What a map is computed from: the nodes, edges and keys of one space as arrays, without the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from memoryhub.core import packed
from memoryhub.core.packed import PackedIds

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Edges = NDArray[np.int32]
# Texts of nodes by their ids, in order; "" for one that has none.
Labels: TypeAlias = Callable[[PackedIds], Sequence[str]]


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


SERVED = (NodeState.CURRENT, NodeState.EXPIRING)  # what everybody may read of


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

    def moved(self, index: Ints) -> KeyTerms:
        """The same with node ``i`` at ``index[i]``, -1 for one that went; keys that nobody carries any more go too."""
        node = index[self.node]
        stays, used = node >= 0, self.used(index)
        number = np.cumsum(used) - 1
        texts = tuple(text for text, is_used in zip(self.texts, used.tolist(), strict=True) if is_used)
        return KeyTerms(texts, node[stays], number[self.key[stays]], self.weight[stays])

    def used(self, index: Ints) -> Flags:
        """Which keys are still carried then."""
        used: Flags = np.bincount(self.key[index[self.node] >= 0], minlength=len(self.texts)) > 0
        return used


@dataclass(frozen=True)
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

    def of(self, node: int) -> Ints:
        """Indices of the edges that end at a node."""
        one = np.array([node])
        return np.union1d(self.leaving(one), self.entering(one))

    def leaving(self, nodes: Ints) -> Ints:
        """Indices of the edges whose source is one of the nodes, node by node."""
        return _runs(self.source, self._by_source, nodes)

    def entering(self, nodes: Ints) -> Ints:
        """Indices of the edges whose target is one of the nodes, node by node."""
        return _runs(self.target, self._by_target, nodes)

    @cached_property
    def _by_source(self) -> Ints:
        return np.argsort(self.source, kind="stable")

    @cached_property
    def _by_target(self) -> Ints:
        return np.argsort(self.target, kind="stable")

    def degrees(self, nodes: int) -> Ints:
        """Relations per node, without self links."""
        kept = ~self.is_self_link
        return np.bincount(self.source[kept], minlength=nodes) + np.bincount(self.target[kept], minlength=nodes)


def _runs(ends: Ints, order: Ints, nodes: Ints) -> Ints:
    """Where ``ends`` has one of the nodes; ``order`` sorts it."""
    first, last = (np.searchsorted(ends, nodes, side, sorter=order) for side in ("left", "right"))
    lengths = last - first
    inside = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    found: Ints = order[np.repeat(first, lengths) + inside]
    return found


@dataclass(frozen=True)
class GraphInput:
    """All nodes of one map and what links them. Every per-node column has the length of ``ids`` (see `core.packed`).

    ``edges`` holds rows of two node indices; an end outside the map (forgotten meanwhile, past the cap) is
    negative, and ``merged_edges`` drops that edge. ``created`` is seconds since the epoch. ``labels`` is asked only
    where keys cannot name a cluster.
    """

    ids: PackedIds
    kinds: Bytes
    states: Bytes
    created: Floats
    is_static: Flags
    is_inferred: Flags
    edges: Edges
    edge_kinds: Bytes
    keys: KeyTerms = field(default_factory=KeyTerms)
    labels: Labels | None = None

    def __post_init__(self) -> None:
        columns = (self.kinds, self.states, self.created, self.is_static, self.is_inferred)
        if any(len(column) != len(self.ids) for column in columns):
            raise ValueError("every node column needs one value per id")
        if self.edges.shape != (len(self.edge_kinds), 2):
            raise ValueError("edges need two ends and one kind each")
        if not np.isfinite(self.created).all():
            raise ValueError("creation times must be finite")

    def __len__(self) -> int:
        return len(self.ids)

    def positions(self, ids: PackedIds) -> Ints:
        """Index of each id in the map, -1 where it is not there."""
        return self._index.positions(ids)

    @cached_property
    def _index(self) -> packed.Index:
        return packed.Index(self.ids)

    @cached_property
    def is_served(self) -> Flags:
        """What everybody may read: only that may name an island."""
        return np.isin(self.states, SERVED)

    def merged_edges(self) -> MergedEdges:
        """Each edge once per kind with its count, without those that have an end outside the map."""
        return self._merged

    @cached_property
    def _merged(self) -> MergedEdges:
        inside = ((self.edges >= 0) & (self.edges < len(self))).all(axis=1)
        ends, kind = self.edges[inside].astype(np.int64), self.edge_kinds[inside]
        undirected = kind == EdgeKind.KEY
        ends[undirected] = np.sort(ends[undirected], axis=1)
        rows = (ends[:, 0] * len(self) + ends[:, 1]) * len(EdgeKind) + kind
        unique, count = np.unique(rows, return_counts=True)
        pair = unique // len(EdgeKind)
        source, target = np.divmod(pair, max(len(self), 1))
        return MergedEdges(source, target, (unique % len(EdgeKind)).astype(np.uint8), count)

    def among(self, nodes: Flags) -> GraphInput:
        """The map of the marked nodes alone: what leads out of it is dropped, and keys that only others carry."""
        if nodes.all():
            return self
        index = np.where(nodes, np.cumsum(nodes) - 1, -1)
        inside = (self.edges >= 0).all(axis=1)
        ends, kinds = self.edges[inside], self.edge_kinds[inside]
        stays = nodes[ends].all(axis=1)
        columns = ("ids", "kinds", "states", "created", "is_static", "is_inferred")
        return replace(
            self,
            **{name: getattr(self, name)[nodes] for name in columns},
            edges=index[ends[stays]].astype(np.int32),
            edge_kinds=kinds[stays],
            keys=self.keys.moved(index),
        )
