"""Maps of any size that are in no table: islands of documents and memories as arrays, for what looks at the canvas.

Those of `make` take a moment. They have the shape of a map that was arranged: islands that do not touch, neighbours 13
units apart, groups inside the islands, relations inside groups and a few across, and a field of nodes without relations
below. Those of `arrange` are arranged by the hub itself, which takes half a minute for a million nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph import levels
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import (
    Bytes,
    EdgeKind,
    Flags,
    Floats,
    GraphInput,
    Ints,
    KeyTerms,
    NodeKind,
    NodeState,
)
from memoryhub.associations.graph.levels import HUES, Bridge, Cluster, Levels, Part
from memoryhub.core import packed
from tests.benchmarks.graph import topics

SPACING, SEA = 13.0, 60.0  # map units between neighbours, and between islands
GOLDEN_ANGLE = np.pi * (3 - np.sqrt(5))
LOOSE_SHARE = 0.03
GROUP = 24  # nodes that stand close together
PART, MOST_PARTS = 250, 9  # nodes of a sub-cluster, and how many an island has at most
EDGES_A_NODE = 1.55
THINGS = ("Tea", "Mill", "Boats", "Ladders", "Orchard", "Bridges", "Kilns", "Harbour", "Looms", "设计评审", "주간 회의")
DEEDS = ("& invoices", "on call", "in the office", "plans", "repairs", "& vendors", "notes", "travel", "hiring", "")
ASPECTS = ("in spring", "costs", "people", "tools", "rules", "dates", "plans", "repairs", "letters")
Places = NDArray[np.complex128]


@dataclass(frozen=True, slots=True)
class Islands:
    """Members, middle (x + iy) and radius of every island, the largest first."""

    counts: Ints
    middles: Places
    radii: Floats


def make(nodes: int, *, seed: int = 1) -> Atlas:
    """A map of that many nodes."""
    chance = np.random.default_rng(seed)
    loose = int(nodes * LOOSE_SHARE)
    islands = _islands(nodes - loose)
    places, group = _inside(islands, chance)
    cluster = np.repeat(np.arange(len(islands.counts)), islands.counts)
    shelf = _field(places, loose)
    levels_label = np.concatenate([cluster, np.full(loose, len(islands.counts))])
    edges, kinds = _edges(cluster, group, chance)
    everywhere = np.concatenate([places, shelf])
    clusters = _described(islands, places, cluster, shelf)
    bridges = _bridges(edges, levels_label)
    part, parts = _divided(islands, places)
    part = np.concatenate([part, np.full(loose, -1)])
    arranged = Levels(everywhere.real.copy(), everywhere.imag.copy(), levels_label, clusters, bridges, part, parts)
    return Atlas(_input(nodes, group, edges, kinds, chance), arranged, nodes, 1, f"made-{nodes}")


def arrange(nodes: int, *, seed: int = 7) -> Atlas:
    """A map of that many nodes as the hub arranges it: topics with names and aspects, nodes in all states."""
    made = topics.make(nodes, seed=seed, unlinked=LOOSE_SHARE)
    graph = replace(made.input(), states=_states(made.kinds == NodeKind.DOCUMENT, np.random.default_rng(seed)))
    keys = _named(made.topic, made.kinds)
    graph = replace(graph, keys=keys, is_inferred=graph.states == NodeState.PENDING)
    return Atlas(graph, levels.build(graph), nodes, 1, f"made-{nodes}")


def _named(topic: Ints, kinds: NDArray[np.uint8]) -> KeyTerms:
    """The key of its topic for every node, and one of an aspect it shares with its neighbours in time."""
    count = int(topic.max()) + 1
    order = np.lexsort((kinds, topic))  # of a topic the memories, then the documents, each in time order
    size = np.bincount(topic * 2 + kinds, minlength=2 * count)
    rank = np.empty(len(topic), np.int64)
    rank[order] = np.arange(len(topic)) - (np.cumsum(size) - size)[(topic * 2 + kinds)[order]]
    aspect = topic * len(ASPECTS) + rank * len(ASPECTS) // size[topic * 2 + kinds]
    titles = [_title(at) for at in range(count)]
    aspects = [f"{THINGS[(at + 3) % len(THINGS)]} {word}" for at in range(count) for word in ASPECTS]
    nodes = np.arange(len(topic))
    weight = np.repeat([1.0, 0.8], len(topic))
    return KeyTerms((*titles, *aspects), np.tile(nodes, 2), np.concatenate([topic, count + aspect]), weight)


def _title(at: int) -> str:
    return f"{THINGS[at % len(THINGS)]} {DEEDS[at // len(THINGS) % len(DEEDS)]}".strip()


def sunflower(count: int) -> Places:
    """Points of a sunflower with one unit of area each."""
    rank = np.arange(count)
    points: Places = np.sqrt((rank + 0.5) / np.pi) * np.exp(1j * rank * GOLDEN_ANGLE)
    return points


def _islands(members: int) -> Islands:
    """As many as a clustering finds, their sizes fall off slowly; each has the free place nearest to the middle."""
    many = max(int(47 * (members / 10_000) ** 0.467), 3)
    share = 1 / (np.arange(many) + 4) ** 0.75
    counts = np.maximum((share / share.sum() * members).astype(np.int64), 5)
    counts[0] += members - counts.sum()
    radii = SPACING * np.sqrt(counts / np.pi) * 1.2
    step = max(float(radii.min()) / 2, 10.0)
    spots = sunflower(int(12 * (radii**2).sum() / step**2) + 64) * step
    spots = spots.real * 1.35 + 1j * spots.imag  # most windows are wide
    middles = np.zeros(many, np.complex128)
    for each in range(1, many):
        room = np.full(len(spots), np.inf)
        for other in range(each):
            np.minimum(room, np.abs(spots - middles[other]) - radii[other], out=room)
        middles[each] = spots[np.argmax(room >= radii[each] + SEA)]
    return Islands(counts, middles, radii)


def _inside(islands: Islands, chance: np.random.Generator) -> tuple[Places, Ints]:
    """Members in groups, groups in lobed islands; also the group of every member."""
    places, groups, first = [], [], 0
    for count, middle, _radius in zip(islands.counts.tolist(), islands.middles, islands.radii, strict=True):
        many = max(count // GROUP, 1)
        homes = sunflower(many) * SPACING * np.sqrt(count / many) * 1.05
        turn = chance.uniform(0, 2 * np.pi, 2)
        angle = np.angle(homes)
        homes = homes * (1 + 0.1 * np.sin(3 * angle + turn[0]) + 0.07 * np.sin(5 * angle + turn[1]))
        own = np.sort(np.concatenate([np.arange(many), chance.integers(0, many, count - many)]))
        rank = np.arange(count) - np.searchsorted(own, own)
        around = np.sqrt((rank + 0.3) / np.pi) * np.exp(1j * (rank * GOLDEN_ANGLE + own)) * SPACING * 0.92
        jitter = chance.normal(0, 1.2, count) + 1j * chance.normal(0, 1.2, count)
        places.append(middle + homes[own] + around + jitter)
        groups.append(own + first)
        first += many
    return np.concatenate(places), np.concatenate(groups)


def _divided(islands: Islands, places: Places) -> tuple[Ints, tuple[Part, ...]]:
    """Sub-clusters of the larger islands: what stands nearest to each of a few places on them."""
    label = np.full(len(places), -1)
    parts: list[Part] = []
    ends = np.cumsum(islands.counts)
    for island, (end, count) in enumerate(zip(ends.tolist(), islands.counts.tolist(), strict=True)):
        many = min(count // PART, MOST_PARTS)
        if many < 2:
            continue
        members = places[end - count : end]
        homes = islands.middles[island] + sunflower(many) * SPACING * np.sqrt(count / many) * 1.2
        nearest = np.abs(members[:, None] - homes).argmin(axis=1)
        for at in range(many):
            label[end - count : end][nearest == at] = len(parts)
            own = members[nearest == at]
            middle = own.mean()
            name = " ".join((THINGS[(island + at) % len(THINGS)], ASPECTS[at % len(ASPECTS)]))
            reach = float(np.abs(own - middle).max()) + SPACING
            parts.append(Part(island, name, len(own), middle.real, middle.imag, reach))
    return label, tuple(parts)


def _field(places: Places, loose: int) -> Places:
    """Rows below the islands."""
    left, right, bottom = places.real.min(), places.real.max(), places.imag.max()
    columns = max(int((right - left) * 0.7 / SPACING), 1)
    row, column = np.divmod(np.arange(loose), columns)
    shelf: Places = (left + right) / 2 + (column - columns / 2) * SPACING + 1j * (bottom + 3 * SEA + row * SPACING)
    return shelf


def _edges(cluster: Ints, group: Ints, chance: np.random.Generator) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """A document says what is in its group; memories of a group and of an island are related, a few across."""
    nodes = len(cluster)
    head = np.searchsorted(group, group)
    told = np.flatnonzero(head != np.arange(nodes))
    related = int(nodes * EDGES_A_NODE) - len(told)
    source = chance.integers(0, nodes, related)
    spread = np.where(chance.random(related) < 0.75, GROUP / 2, 6.0 * GROUP)
    target = np.clip(source + np.rint(chance.normal(0, spread)).astype(np.int64), 0, nodes - 1)
    far = chance.random(related) < 0.04
    target[far] = chance.integers(0, nodes, int(far.sum()))
    among = [EdgeKind.UPDATES, EdgeKind.EXTENDS, EdgeKind.DERIVES, EdgeKind.KEY]
    kind = chance.choice(among, related, p=[0.15, 0.35, 0.2, 0.3])
    ends = np.concatenate([np.column_stack([head[told], told]), np.column_stack([source, target])])
    kinds = np.concatenate([np.full(len(told), EdgeKind.SOURCE), kind]).astype(np.uint8)
    apart = ends[:, 0] != ends[:, 1]
    return ends[apart].astype(np.int32), kinds[apart]


def _described(islands: Islands, places: Places, cluster: Ints, shelf: Places) -> tuple[Cluster, ...]:
    edge = np.zeros(len(islands.counts))
    np.maximum.at(edge, cluster, np.abs(places - islands.middles[cluster]))
    names = [_title(at) for at in range(len(edge))]
    found = [
        Cluster(Role.ISLAND, name, at + 1 if at < HUES else 0, count, middle.real, middle.imag, far, far)
        for at, (name, count, middle, far) in enumerate(
            zip(names, islands.counts.tolist(), islands.middles.tolist(), (edge + SPACING).tolist(), strict=True)
        )
    ]
    if len(shelf):
        low, high = (complex(end(shelf.real), end(shelf.imag)) for end in (np.min, np.max))
        middle, half = (low + high) / 2, (high - low) / 2
        box = (middle.real, middle.imag, half.real + SPACING, half.imag + SPACING)
        found.append(Cluster(Role.ISOLATED, "", 0, len(shelf), *box))
    return tuple(found)


def _bridges(edges: NDArray[np.int32], cluster: Ints) -> tuple[Bridge, ...]:
    many = int(cluster.max()) + 1
    ends = np.sort(cluster[edges], axis=1)
    pair, count = np.unique((ends[:, 0] * many + ends[:, 1])[ends[:, 0] != ends[:, 1]], return_counts=True)
    order = np.argsort(-count, kind="stable").tolist()
    return tuple(Bridge(int(pair[at]) // many, int(pair[at]) % many, int(count[at])) for at in order)


def _input(
    nodes: int, group: Ints, edges: NDArray[np.int32], kinds: NDArray[np.uint8], chance: np.random.Generator
) -> GraphInput:
    is_document = np.zeros(nodes, bool)
    is_document[np.searchsorted(group, np.unique(group))] = True
    states = _states(is_document, chance)
    return GraphInput(
        ids=packed.of_bytes(np.column_stack([np.full(nodes, 1 << 16), np.arange(nodes)]).astype(">u8").tobytes()),
        kinds=np.where(is_document, NodeKind.DOCUMENT, NodeKind.MEMORY).astype(np.uint8),
        states=states,
        created=np.arange(nodes, dtype=np.float64) + 1_700_000_000,
        is_static=chance.random(nodes) < 0.3,
        is_inferred=states == NodeState.PENDING,
        edges=edges,
        edge_kinds=kinds,
    )


def _states(is_document: Flags, chance: np.random.Generator) -> Bytes:
    among = [NodeState.CURRENT, NodeState.SUPERSEDED, NodeState.PENDING, NodeState.EXPIRING]
    states = chance.choice(among, len(is_document), p=[0.9, 0.08, 0.01, 0.01]).astype(np.uint8)
    states[is_document] = NodeState.CURRENT
    return states
