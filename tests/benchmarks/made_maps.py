"""Maps of any size that are in no table: islands of documents and memories as arrays, for the benchmark of the canvas.

They have the shape of a map that was arranged: islands that do not touch, neighbours 13 units apart, groups inside the
islands, relations inside groups and a few across, and a field of nodes without relations below.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memoryhub.associations.atlas import Atlas
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.graph.inputs import EdgeKind, Floats, GraphInput, Ints, NodeKind, NodeState
from memoryhub.associations.graph.levels import HUES, Bridge, Cluster, Levels

SPACING, SEA = 13.0, 60.0  # map units between neighbours, and between islands
GOLDEN_ANGLE = np.pi * (3 - np.sqrt(5))
LOOSE_SHARE = 0.03
GROUP = 24  # nodes that stand close together
EDGES_A_NODE = 1.55
THINGS = ("Tea", "Mill", "Boats", "Ladders", "Orchard", "Bridges", "Kilns", "Harbour", "Looms", "设计评审", "주간 회의")
DEEDS = ("& invoices", "on call", "in the office", "plans", "repairs", "& vendors", "notes", "travel", "hiring", "")
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
    levels = Levels(everywhere.real.copy(), everywhere.imag.copy(), levels_label, clusters, bridges)
    return Atlas(_input(nodes, group, edges, kinds, chance), levels, nodes, 1, f"made-{nodes}")


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
    names = [f"{THINGS[at % len(THINGS)]} {DEEDS[at // len(THINGS) % len(DEEDS)]}".strip() for at in range(len(edge))]
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
    among = [NodeState.CURRENT, NodeState.SUPERSEDED, NodeState.PENDING, NodeState.EXPIRING]
    states = chance.choice(among, nodes, p=[0.9, 0.08, 0.01, 0.01]).astype(np.uint8)
    is_document = np.zeros(nodes, bool)
    is_document[np.searchsorted(group, np.unique(group))] = True
    states[is_document] = NodeState.CURRENT
    return GraphInput(
        ids=tuple(uuid.UUID(int=(1 << 80) + at) for at in range(nodes)),
        kinds=np.where(is_document, NodeKind.DOCUMENT, NodeKind.MEMORY).astype(np.uint8),
        states=states,
        created=np.arange(nodes, dtype=np.float64) + 1_700_000_000,
        is_static=chance.random(nodes) < 0.3,
        is_inferred=states == NodeState.PENDING,
        edges=edges,
        edge_kinds=kinds,
    )
