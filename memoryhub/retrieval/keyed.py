"""Recall by association: a question leads to keys, keys to memories, their other keys to further memories.

Newton -> [apple] -> "Apples are fruit." -> [fruit] -> "Strawberries are the first fruit of summer."

Each hop starts from what the one before has reached, as it stood then, so that nothing depends on an order of going
through sets. A key that many memories have says little of each. What is reached this way is shown behind what was
found directly: an association is an idea, no evidence.
"""

from __future__ import annotations

import math
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from memoryhub.ai.models import EmbeddingModel
from memoryhub.associations import candidates
from memoryhub.associations.candidates import Hit, Link
from memoryhub.spaces.models import Space

MOST_KEYS = 10
# Of a hub no more memories are looked at than these; they are the newest, and each of them gets little.
MOST_OF_A_KEY = 50
# Where a hop starts from, and how many of the keys there it follows.
MOST_STARTS = 20
MOST_FOLLOWED = 20
HOP_DECAY = 0.3


@dataclass(frozen=True, slots=True)
class Step:
    """Over the key with this wording to this memory."""

    key: str
    memory_id: uuid.UUID


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
    space: Space, query: str, vector: np.ndarray | None, *, model: EmbeddingModel, now: datetime
) -> dict[uuid.UUID, Reached]:
    """The memories that have a key which the question names or, where it could be embedded, means."""
    hits = candidates.named(space, query, limit=MOST_KEYS)
    if vector is not None:
        known = {hit.id for hit in hits}
        more = candidates.meant(space, vector, model=model, limit=MOST_KEYS)
        hits += [hit for hit in more if hit.id not in known]
    asked = {hit.id: hit for hit in hits[:MOST_KEYS]}
    links = candidates.linked(space, asked, now=now, each=MOST_OF_A_KEY) if asked else []
    return _summed(_from_question(links, asked), hop=1)


def further(
    space: Space, starts: Mapping[uuid.UUID, Reached], *, known: Collection[uuid.UUID], now: datetime
) -> dict[uuid.UUID, Reached]:
    """One hop on from `starts`, over keys that did not lead to them; what is `known` is not reached again."""
    best = sorted(starts, key=lambda key: (starts[key].score, key), reverse=True)[:MOST_STARTS]
    followed = _followed({key: starts[key] for key in best}, candidates.keys_of(space, best))
    key_ids = list(dict.fromkeys(key_id for _start, key_id, _text, _score in followed))[:MOST_FOLLOWED]
    links = candidates.linked(space, key_ids, now=now, each=MOST_OF_A_KEY) if key_ids else []
    of_key: dict[uuid.UUID, list[Link]] = {}
    for link in links:
        if link.memory_id not in known:
            of_key.setdefault(link.key_id, []).append(link)
    ways = (
        (link, score * link.weight * damping(link.spread), [*starts[start].path, Step(text, link.memory_id)])
        for start, key_id, text, score in followed
        for link in of_key.get(key_id, [])
    )
    return _summed(ways, hop=max((one.hop for one in starts.values()), default=1) + 1)


def damping(spread: int) -> float:
    """What of a key's strength is left when so many memories have it: all at one, half at two, a sixth at fifty."""
    return 1 / (1 + math.log2(max(spread, 1)))


def _from_question(
    links: Sequence[Link], asked: Mapping[uuid.UUID, Hit]
) -> Iterator[tuple[Link, float, Sequence[Step]]]:
    for link in links:
        hit = asked[link.key_id]
        yield link, hit.score * link.weight * damping(link.spread), [Step(hit.text, link.memory_id)]


def _followed(
    starts: Mapping[uuid.UUID, Reached], keys: Sequence[tuple[uuid.UUID, uuid.UUID, str, float]]
) -> list[tuple[uuid.UUID, uuid.UUID, str, float]]:
    """(Start, key, its wording, score of leaving over it), the strongest first; not back over a key of the path."""
    found = [
        (start, key_id, text, starts[start].score * HOP_DECAY * weight)
        for start, key_id, text, weight in keys
        if text not in {step.key for step in starts[start].path}
    ]
    return sorted(found, key=lambda one: (-one[3], one[0], one[1]))


def _summed(ways: Iterator[tuple[Link, float, Sequence[Step]]], *, hop: int) -> dict[uuid.UUID, Reached]:
    """All ways to a memory together, at most 1, with the strongest of them as its path."""
    total: dict[uuid.UUID, float] = {}
    best: dict[uuid.UUID, tuple[float, Sequence[Step]]] = {}
    for link, score, path in ways:
        total[link.memory_id] = total.get(link.memory_id, 0.0) + score
        # Of equal ways the first one stays: they come in the order of keys.
        if score > best.get(link.memory_id, (0.0, ()))[0]:
            best[link.memory_id] = (score, path)
    return {key: Reached(min(score, 1.0), hop, tuple(best[key][1])) for key, score in total.items()}
