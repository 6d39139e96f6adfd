"""Synthetic maps of any size with known topics: what clusters and layouts are judged by."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from memoryhub.associations.graph.inputs import Bytes, EdgeKind, GraphInput, Ints, KeyTerms, NodeKind, NodeState
from memoryhub.core import packed

MEMORIES_PER_DOCUMENT = 6
TOPIC_SLOPE = 0.8  # the k-th largest topic has a share of k ** -slope (Zipf)
VERSIONS = 0.12  # share of memories that update an earlier one of their topic
# Relations per memory, share of them inside a topic, and how much they prefer the oldest (1 is evenly).
RELATIONS = (
    (EdgeKind.EXTENDS, 0.20, 0.93, 1.6),
    (EdgeKind.DERIVES, 0.15, 0.85, 1.6),
    (EdgeKind.KEY, 0.15, 0.90, 3.0),
)
KIN, KIN_ACROSS, KIN_REACH = 1.2, 0.05, 20  # links per document to the next ones of its topic; to any; how many next


@dataclass(frozen=True, slots=True)
class Topics:
    """Edges (rows of two node indices, no self links), their kinds, and topic and kind of every node."""

    edges: Ints
    edge_kinds: Bytes
    topic: Ints
    kinds: Bytes

    def __len__(self) -> int:
        return len(self.topic)

    def input(self) -> GraphInput:
        """As a map one second between nodes, where every node carries the key of its topic."""
        nodes = len(self)
        names = tuple(f"topic {each}" for each in range(int(self.topic.max()) + 1))
        return GraphInput(
            ids=packed.of_bytes(np.column_stack([np.zeros(nodes), np.arange(nodes)]).astype(">u8").tobytes()),
            kinds=self.kinds,
            states=np.full(nodes, NodeState.CURRENT, np.uint8),
            created=np.arange(nodes, dtype=np.float64),
            is_static=np.zeros(nodes, bool),
            is_inferred=np.zeros(nodes, bool),
            edges=self.edges.astype(np.int32),
            edge_kinds=self.edge_kinds,
            keys=KeyTerms(names, np.arange(nodes), self.topic, np.ones(nodes)),
        )


def make(nodes: int, *, seed: int = 7, unlinked: float = 0.0) -> Topics:
    """Documents with about six memories each, versions, relations and shared keys: near 1.55 edges a node.

    Topics have Zipf sizes; about a tenth of the relations lead to any other topic. ``unlinked`` takes all edges from
    that share of the memories. The same arguments give the same map.
    """
    random = np.random.default_rng(seed)
    documents = max(3, nodes // (MEMORIES_PER_DOCUMENT + 1))
    memories = nodes - documents
    topics = max(4, int(1.2 * np.sqrt(documents)))
    share = np.arange(1, topics + 1) ** -TOPIC_SLOPE
    of_document = random.choice(topics, documents, p=share / share.sum())
    # At least two memories each, the others by chance; they follow each other in time as their documents do.
    spare = np.bincount(random.integers(0, documents, max(0, memories - 2 * documents)), minlength=documents)
    owner = np.repeat(np.arange(documents), 2 + spare)[:memories]
    of_memory = of_document[owner]
    parts = [(EdgeKind.SOURCE, owner, documents + np.arange(memories))]
    for kind, source, target in _relations(random, of_memory):
        parts.append((kind, documents + source, documents + target))
    parts.append((EdgeKind.KEY, *_kin(random, of_document)))
    edges = np.concatenate([np.column_stack([source, target]) for _, source, target in parts])
    kinds = np.repeat([kind for kind, _, _ in parts], [len(source) for _, source, _ in parts]).astype(np.uint8)
    lonely = np.zeros(nodes, bool)
    lonely[documents + random.choice(memories, int(unlinked * memories), replace=False)] = True
    kept = (edges[:, 0] != edges[:, 1]) & ~lonely[edges].any(axis=1)
    node_kinds = np.where(np.arange(nodes) < documents, NodeKind.DOCUMENT, NodeKind.MEMORY).astype(np.uint8)
    return Topics(edges[kept], kinds[kept], np.concatenate([of_document, of_memory]), node_kinds)


def _relations(random: np.random.Generator, topic: Ints) -> list[tuple[EdgeKind, Ints, Ints]]:
    """Relations between memories: a version replaces one a little older, other targets are the older the likelier."""
    count = len(topic)
    members, begin, size, rank = _by_topic(topic)
    source = random.choice(count, int(count * VERSIONS), replace=False)
    older = np.maximum(rank[source] - random.geometric(0.1, len(source)), 0)
    found = [(EdgeKind.UPDATES, source, members[begin[topic[source]] + older])]
    for kind, frequency, inside, preference in RELATIONS:
        source = random.integers(0, count, int(count * frequency))
        drawn = random.random(len(source)) ** preference
        near = members[begin[topic[source]] + (size[topic[source]] * drawn).astype(np.int64)]
        anywhere = (count * drawn).astype(np.int64)
        found.append((kind, source, np.where(random.random(len(source)) < inside, near, anywhere)))
    return found


def _kin(random: np.random.Generator, topic: Ints) -> tuple[Ints, Ints]:
    """Documents about the same: near in the order of their topic, now and then any other."""
    members, begin, size, rank = _by_topic(topic)
    source = random.integers(0, len(topic), int(len(topic) * KIN))
    near = rank[source] + random.integers(-KIN_REACH, KIN_REACH + 1, len(source))
    inside = members[begin[topic[source]] + np.clip(near, 0, size[topic[source]] - 1)]
    anywhere = random.integers(0, len(topic), len(source))
    return source, np.where(random.random(len(source)) < KIN_ACROSS, anywhere, inside)


def _by_topic(topic: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Members in the order of their topics, where each topic begins, its size, and each member's rank in it."""
    members = np.argsort(topic, kind="stable")
    size = np.bincount(topic)
    begin = np.cumsum(size) - size
    rank = np.empty(len(topic), np.int64)
    rank[members] = np.arange(len(topic)) - begin[topic[members]]
    return members, begin, size, rank
