"""What lies around one node of a map: its neighbourhood to some depth, what is expanded in it, and the map of that."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from memoryhub.associations import paths
from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph.inputs import EdgeKind, Flags, Floats, Ints, MergedEdges
from memoryhub.associations.graph.levels import Levels
from memoryhub.associations.graph.links import EDGE_WEIGHT
from memoryhub.associations.kept import Kept
from memoryhub.core import packed

DEEPEST = 4
MOST_NODES = 2_000
PAGE = 25  # neighbours of a node that are added at a time
KEPT_MAPS = 32
KEPT_NODES = 64_000
WEIGHTS = np.array([EDGE_WEIGHT[kind] for kind in EdgeKind])
NOWHERE = -1
EMPTY = np.zeros(0, np.int64)


class Direction(StrEnum):
    """Which way edges are followed: along them, against them or both. A shared key has no direction: it is always."""

    BOTH = "both"
    OUT = "out"
    IN = "in"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be seen: all within ``depth`` (1 to 4) edges of a node, and for each node of ``expanded``, by id, so
    many pages of its further neighbours."""

    node: uuid.UUID
    depth: int = 1
    direction: Direction = Direction.BOTH
    expanded: tuple[tuple[uuid.UUID, int], ...] = ()

    def name(self) -> str:
        """Tells it from any other of the same map."""
        told = f"{self.node} {self.depth} {self.direction} {self.expanded}"
        return hashlib.blake2b(told.encode(), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Nodes of a map, by index in ascending order, and what is known of each.

    ``hops`` counts edges from the centre. ``turns`` is 0 for what the depth reaches and n for what the nth page of
    expanding added. ``beyond`` counts neighbours that are not among the nodes, ``pages`` the pages that were added to
    a node. ``total`` is how many nodes there would be without a bound.
    """

    nodes: Ints
    hops: Ints
    turns: Ints
    beyond: Ints
    pages: Ints
    total: int


@dataclass(frozen=True, slots=True)
class Local:
    """The map of a neighbourhood; ``near`` tells of its nodes in the order of the atlas."""

    wanted: Wanted
    atlas: Atlas
    near: Neighbourhood
    centre: int

    def __len__(self) -> int:
        return len(self.atlas)


def local_of(whole: Atlas, wanted: Wanted) -> Local:
    """A neighbourhood as a map of its own: places, clusters and states are those of the whole.

    It is made of what the whole map has and of nothing else, so that nobody sees further in it. Raises
    `errors.NotFound`, as for an id that nothing has, where the node is not on that map. The last few are kept.
    """
    return _kept.get(version_of(whole.version, wanted), lambda: _cut(whole, wanted))


def version_of(whole: str, wanted: Wanted) -> str:
    """Names what `local_of` gives of the map with that version."""
    return f"{whole}-{wanted.name()}"


def neighbourhood(
    edges: MergedEdges,
    nodes: int,
    centre: int,
    *,
    depth: int,
    direction: Direction = Direction.BOTH,
    expanded: Sequence[tuple[int, int]] = (),
    most: int = MOST_NODES,
) -> Neighbourhood:
    """What lies around a node of a map of so many nodes; of more than ``most`` the nearest.

    Breadth first, all edges of a ring at once: time grows with the edges that are met. Nearest are those of fewer hops;
    of one ring those that are linked most strongly with the ring before, then by index. ``expanded`` has nodes with
    their pages; one that is not there yet when its turn comes adds nothing.
    """
    found = _Growing(edges, direction, np.full(nodes, NOWHERE), np.zeros(nodes, np.int64), np.zeros(nodes, np.int64))
    total = found.reach(centre, depth, most)
    added = 0
    for node, pages in expanded:
        added += found.expand(node, pages, most)
    shown = np.flatnonzero(found.hops != NOWHERE)
    columns = (found.hops[shown], found.turns[shown], found.beyond(shown), found.pages[shown])
    return Neighbourhood(shown, *columns, total + added)


@dataclass(slots=True)
class _Growing:
    """A neighbourhood that is being gathered, one value per node of the map; `hops` is NOWHERE outside of it."""

    edges: MergedEdges
    direction: Direction
    hops: Ints
    turns: Ints
    pages: Ints
    count: int = 0
    turn: int = 0

    def reach(self, centre: int, depth: int, most: int) -> int:
        """Take in what the depth reaches, the nearest ``most``; gives how many nodes it reaches in all."""
        unseen, ring = np.ones(len(self.hops), np.bool_), np.array([centre])
        total = 0
        for hop in range(depth + 1):
            ring = self._next_to(ring, unseen) if hop else ring
            unseen[ring] = False
            total += len(ring)
            self._take(ring[: most - self.count], hop)
        return total

    def expand(self, node: int, pages: int, most: int) -> int:
        """Take in so many pages of what is next to a node; gives how many nodes that were."""
        before = self.count
        others = self._next_to(np.array([node]), self.hops == NOWHERE) if self.hops[node] != NOWHERE else EMPTY
        for first in range(0, min(pages * PAGE, len(others), most - self.count), PAGE):
            self.turn += 1
            self.pages[node] += 1
            self._take(others[first : first + PAGE][: most - self.count], int(self.hops[node]) + 1)
        return self.count - before

    def beyond(self, nodes: Ints) -> Ints:
        """How many neighbours of each of these nodes are not taken in."""
        ends, others, _ = self._links(nodes)
        pairs = np.unique(np.column_stack([ends, others])[self.hops[others] == NOWHERE], axis=0)
        return np.bincount(pairs[:, 0], minlength=len(self.hops))[nodes]

    def _take(self, nodes: Ints, hop: int) -> None:
        self.hops[nodes], self.turns[nodes] = hop, self.turn
        self.count += len(nodes)

    def _next_to(self, nodes: Ints, among: Flags) -> Ints:
        """What is linked with these nodes, of those that are marked: the strongest first."""
        _, others, weight = self._links(nodes)
        kept = among[others]
        found, place = np.unique(others[kept], return_inverse=True)
        strength = np.bincount(place, weight[kept], len(found))
        return found[np.argsort(-strength, kind="stable")]

    def _links(self, nodes: Ints) -> tuple[Ints, Ints, Floats]:
        """The ends among ``nodes``, the other ends, and the weights of the edges that may be followed from them."""
        edges, kind = self.edges, self.edges.kind
        out, back = edges.leaving(nodes), edges.entering(nodes)
        if self.direction is Direction.OUT:
            back = back[kind[back] == EdgeKind.KEY]
        if self.direction is Direction.IN:
            out = out[kind[out] == EdgeKind.KEY]
        taken = np.concatenate([out, back])
        ends = np.concatenate([edges.source[out], edges.target[back]])
        others = np.concatenate([edges.target[out], edges.source[back]])
        return ends, others, WEIGHTS[kind[taken]] * edges.count[taken]


def _cut(whole: Atlas, wanted: Wanted) -> Local:
    graph, centre = whole.graph, paths.place_of(whole.graph, wanted.node)
    places = graph.positions(packed.pack(node for node, _pages in wanted.expanded)).tolist()
    # An id that is not on this map adds nothing, like one that nothing has.
    expanded = [(at, pages) for at, (_node, pages) in zip(places, wanted.expanded, strict=True) if at >= 0]
    near = neighbourhood(
        graph.merged_edges(), len(graph), centre, depth=wanted.depth, direction=wanted.direction, expanded=expanded
    )
    flags = np.zeros(len(graph), np.bool_)
    flags[near.nodes] = True
    levels = whole.levels
    part = Levels(levels.x[near.nodes], levels.y[near.nodes], levels.cluster[near.nodes], levels.clusters, ())
    version = version_of(whole.version, wanted)
    atlas = replace(whole, graph=graph.among(flags), levels=part, total=near.total, version=version)
    return Local(wanted, atlas, near, int(np.searchsorted(near.nodes, centre)))


_kept: Kept[Local] = Kept(most=KEPT_MAPS, elements=KEPT_NODES)
