"""Small and middle-sized maps for the tests of the graph: made of a few lines, the same each time."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import numpy as np

from memoryhub.associations.graph.inputs import EdgeKind, GraphInput, KeyTerms, NodeKind, NodeState
from memoryhub.core import packed

Link = tuple[int, int, EdgeKind]


def node_id(index: int) -> uuid.UUID:
    return uuid.UUID(int=(1 << 80) + index)


def graph(
    nodes: int,
    links: Sequence[Link] = (),
    *,
    keys: Sequence[tuple[int, str, float]] = (),
    labels: Sequence[str] = (),
    documents: Sequence[int] = (),
    first: int = 0,
) -> GraphInput:
    """A map of that many current memories, one second apart; ``keys`` are (node, text, weight)."""
    kinds = np.zeros(nodes, np.uint8)
    kinds[list(documents)] = NodeKind.DOCUMENT
    texts = list(dict.fromkeys(text for _, text, _ in keys))
    ids = [node_id(first + index) for index in range(nodes)]
    said = dict(zip(ids, labels, strict=False))
    return GraphInput(
        ids=packed.pack(ids),
        kinds=kinds,
        states=np.full(nodes, NodeState.CURRENT, np.uint8),
        created=np.arange(nodes, dtype=np.float64) + 1_700_000_000,
        is_static=np.zeros(nodes, bool),
        is_inferred=np.zeros(nodes, bool),
        edges=np.array([link[:2] for link in links], np.int32).reshape(-1, 2),
        edge_kinds=np.array([link[2] for link in links], np.uint8),
        keys=KeyTerms(
            tuple(texts),
            np.array([node for node, _, _ in keys], np.int64),
            np.array([texts.index(text) for _, text, _ in keys], np.int64),
            np.array([weight for _, _, weight in keys], np.float64),
        ),
        labels=(lambda asked: [said[node] for node in packed.unpack(asked)]) if labels else None,
    )


def wheel(first: int, size: int) -> list[Link]:
    """A group that no cluster method splits: a hub linked with all, and each node with the next."""
    rim = [(first + at, first + at % (size - 1) + 1, EdgeKind.EXTENDS) for at in range(1, size)]
    return [(first, first + at, EdgeKind.UPDATES) for at in range(1, size)] + rim


def towns(sizes: Sequence[int], *, roads: int = 1, loose: int = 0) -> GraphInput:
    """Groups of the given sizes, joined in a row by a few roads, and loose nodes at the end."""
    links: list[Link] = []
    starts = np.cumsum([0, *sizes])
    for start, size in zip(starts, sizes, strict=False):
        links += wheel(int(start), size)
    for left, right in zip(range(len(sizes) - 1), range(1, len(sizes)), strict=True):
        links += [(int(starts[left]) + at, int(starts[right]) + at, EdgeKind.DERIVES) for at in range(roads)]
    keys = [
        (int(start) + at, f"town {index}", 1.0)
        for index, (start, size) in enumerate(zip(starts, sizes, strict=False))
        for at in range(size)
    ]
    return graph(sum(sizes) + loose, links, keys=keys)


def town_of(sizes: Sequence[int], loose: int = 0) -> np.ndarray:
    """The town of every node of ``towns``, -1 for the loose ones."""
    return np.concatenate([np.repeat(np.arange(len(sizes)), sizes), np.full(loose, -1)])


def library(documents: int, *, seed: int = 7) -> GraphInput:
    """Documents in topics, about six memories each, with versions and cross-links: near 7 nodes and 11 edges each."""
    random = np.random.default_rng(seed)
    topic = random.integers(0, max(4, documents // 12), documents)
    sizes = random.integers(4, 9, documents)
    owner = np.repeat(np.arange(documents), sizes)
    memories = documents + np.arange(len(owner))
    by_topic = [memories[topic[owner] == each] for each in range(topic.max() + 1)]
    links: list[Link] = [(int(owner[at]), int(node), EdgeKind.SOURCE) for at, node in enumerate(memories)]
    for at, node in enumerate(memories):
        near = by_topic[topic[owner[at]]] if random.random() < 0.93 else memories
        if random.random() < 0.8 and (other := int(random.choice(near))) != node:
            links.append((int(node), other, EdgeKind(int(random.integers(0, 5)) % 5)))
    kept = [link for link in links if link[2] is not EdgeKind.SOURCE or link[0] < documents]
    return graph(documents + len(memories), kept, documents=range(documents))
