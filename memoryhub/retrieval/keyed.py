"""Recall by association: a question leads to keys, keys to memories, their other keys to further memories.

Newton -> [apple] -> "Apples are fruit." -> [fruit] -> "Strawberries are the first fruit of summer."

Each hop starts from what the one before has reached, as it stood then, so that nothing depends on an order of going
through sets. A key that many memories have says little of each. What is reached this way is shown behind what was
found directly: an association is an idea, no evidence.
"""

from __future__ import annotations

import heapq
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from memoryhub.ai.models import EmbeddingModel
from memoryhub.associations import candidates
from memoryhub.associations.candidates import Link, Owned, damping
from memoryhub.core.narrowing import ALL, Narrowing
from memoryhub.memories.horizon import PRESENT, Horizon
from memoryhub.spaces.models import Space

MOST_KEYS = 10
# Of a hub no more memories are looked at than these; they are the newest, and each of them gets little.
MOST_OF_A_KEY = 30
# Where a hop starts from, and how many of the keys there it follows.
MOST_STARTS = 10
MOST_FOLLOWED = 12
HOP_DECAY = 0.3
# The best so many of what a hop reaches are kept.
MOST_REACHED = 30


@dataclass(frozen=True, slots=True)
class Step:
    """Over the key with this wording to this memory; `start` is the memory that has led to the key, None where the
    question itself has.
    """

    key: str
    memory_id: uuid.UUID
    start: uuid.UUID | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Reached:
    """A memory with its score (above 0, at most 1), by how many hops, and the best path to it.

    One hop is what the question itself leads to, over a key or without; a path that starts at a memory found without a
    key names only the keys after it.
    """

    score: float
    hop: int = 1
    path: Sequence[Step] = ()


def of_question(
    space: Space,
    query: str,
    vector: np.ndarray | None,
    *,
    model: EmbeddingModel,
    now: datetime,
    narrowing: Narrowing = ALL,
    horizon: Horizon = PRESENT,
) -> dict[uuid.UUID, Reached]:
    """The memories that have a key which the question names or, where it could be embedded, means."""
    hits = candidates.named(space, query, limit=MOST_KEYS)
    if vector is not None:
        known = {hit.id for hit in hits}
        more = candidates.meant(space, vector, model=model, limit=MOST_KEYS)
        hits += [hit for hit in more if hit.id not in known]
    asked = {hit.id: hit for hit in hits[:MOST_KEYS]}
    links = _linked(space, asked, now, narrowing, horizon)
    ways = (_Way(link, asked[link.key_id].score, asked[link.key_id].text) for link in links)
    return _best(ways, hop=1)


def further(
    space: Space,
    starts: Mapping[uuid.UUID, Reached],
    *,
    known: Collection[uuid.UUID],
    now: datetime,
    narrowing: Narrowing = ALL,
    horizon: Horizon = PRESENT,
) -> dict[uuid.UUID, Reached]:
    """One hop on from `starts`, over keys that did not lead to them; what is `known` is not reached again."""
    best = heapq.nlargest(MOST_STARTS, starts, key=lambda key: (starts[key].score, key))
    followed = _followed({key: starts[key] for key in best}, candidates.keys_of(space, best))
    key_ids = list(dict.fromkeys(way.key_id for way in followed))[:MOST_FOLLOWED]
    links = _linked(space, key_ids, now, narrowing, horizon)
    of_key: dict[uuid.UUID, list[Link]] = {}
    for link in links:
        if link.memory_id not in known:
            of_key.setdefault(link.key_id, []).append(link)
    ways = (
        _Way(link, out.score, out.text, out.start, out.path) for out in followed for link in of_key.get(out.key_id, [])
    )
    return _best(ways, hop=max((one.hop for one in starts.values()), default=1) + 1)


def _linked(
    space: Space, key_ids: Collection[uuid.UUID], now: datetime, narrowing: Narrowing, horizon: Horizon
) -> list[Link]:
    if not key_ids:
        return []
    return candidates.linked(space, key_ids, now=now, each=MOST_OF_A_KEY, narrowing=narrowing, horizon=horizon)


@dataclass(frozen=True, slots=True)
class _Out:
    """A key that leads on from a memory: with what strength, and what path has come to that."""

    start: uuid.UUID
    key_id: uuid.UUID
    text: str
    score: float
    path: Sequence[Step]


@dataclass(frozen=True, slots=True)
class _Way:
    """To a memory over one of its keys; `score` is what has come to the key, from `start`, and `path` all before it."""

    link: Link
    score: float
    text: str
    start: uuid.UUID | None = None
    path: Sequence[Step] = ()

    def strength(self) -> float:
        return self.score * self.link.weight * damping(self.link.spread)


def _followed(starts: Mapping[uuid.UUID, Reached], keys: Sequence[Owned]) -> list[_Out]:
    """The keys to leave over, the strongest first; not back over a key of the path."""
    found = [
        _Out(one.memory_id, one.key_id, one.text, from_.score * HOP_DECAY * one.weight, from_.path)
        for one, from_ in ((one, starts[one.memory_id]) for one in keys)
        if one.text not in {step.key for step in from_.path}
    ]
    # Of equal ones the order of `keys` stays, which is that of their ids.
    return sorted(found, key=lambda out: out.score, reverse=True)


def _best(ways: Iterable[_Way], *, hop: int) -> dict[uuid.UUID, Reached]:
    """The memories with all ways to each added up, at most 1; the strongest is its path, of equal ones the first."""
    total: dict[uuid.UUID, float] = {}
    strongest: dict[uuid.UUID, tuple[float, _Way]] = {}
    for way in ways:
        key, strength = way.link.memory_id, way.strength()
        total[key] = total.get(key, 0.0) + strength
        if key not in strongest or strength > strongest[key][0]:
            strongest[key] = (strength, way)
    kept = heapq.nlargest(MOST_REACHED, total, key=lambda key: (total[key], key))
    return {key: Reached(min(total[key], 1.0), hop, _path(strongest[key][1])) for key in kept}


def _path(way: _Way) -> Sequence[Step]:
    return (*way.path, Step(way.text, way.link.memory_id, way.start))
