"""What has to do with one memory: what shares keys with it, and what a relation ties to it."""

from __future__ import annotations

import heapq
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memoryhub.associations import candidates
from memoryhub.associations.models import Key, KeyLink
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.memories.selectors import Edge
from memoryhub.spaces.models import Space

MOST = 20
# Of a hub no more memories are looked at than these, the newest: it says next to nothing of any of them.
LOOKED_AT = 100
# A relation was said or concluded, and counts twice as much as a key that only the two memories have.
TIE = 1.0


@dataclass(frozen=True, slots=True)
class Related:
    """A current memory, the keys it shares (the one that says most first), and the relations that tie it.

    `score` is above 0: the relations, and each key by its weights and by how few memories have it.
    """

    memory: Memory
    score: float
    keys: Sequence[Key]
    edges: Sequence[Edge]


def related(space: Space, memory: Memory, *, now: datetime, limit: int = MOST) -> list[Related]:
    """The current memories that have to do with this version most, best first; of equal ones the newest first."""
    edges = _edges(space, memory, now=now)
    shared = _shared(space, memory, tied=edges, now=now)
    score = {key: len(edges.get(key, ())) * TIE + sum(shared.get(key, {}).values()) for key in {*edges, *shared}}
    best = heapq.nlargest(limit, score, key=lambda key: (score[key], key))
    rows = memories.current_memories_of(space, now=now).defer("tokens").in_bulk(best)
    return [
        Related(rows[key], score[key], _by_strength(shared.get(key, {})), edges.get(key, ()))
        for key in best
        if key in rows
    ]


def _edges(space: Space, memory: Memory, *, now: datetime) -> dict[uuid.UUID, list[Edge]]:
    """Current version id -> the relations, from either end, of its chain and the memory's."""
    found = memories.relations_of(space, memory.pk, now=now)
    roots = {edge.other.root_id for edge in found}
    rows = memories.current_memories_of(space, now=now).filter(root_id__in=roots).values_list("root_id", "pk")
    latest = dict(rows) if roots else {}
    edges: dict[uuid.UUID, list[Edge]] = {}
    for edge in found:
        if (key := latest.get(edge.other.root_id)) is not None:
            edges.setdefault(key, []).append(edge)
    return edges


def _shared(
    space: Space, memory: Memory, *, tied: Collection[uuid.UUID], now: datetime
) -> dict[uuid.UUID, dict[Key, float]]:
    """Current version id -> the keys it shares with the memory -> how much each says."""
    links = KeyLink.objects.select_related("key").filter(space=space, memory=memory, key__taken_over_by=None)
    own = {link.key_id: link for link in links}
    near = candidates.linked(space, own, now=now, each=LOOKED_AT) if own else []
    spread = {link.key_id: link.spread for link in near}
    wanted = {link.memory_id for link in near}.union(tied) - {memory.pk}
    found: dict[uuid.UUID, dict[Key, float]] = {}
    for row in KeyLink.objects.filter(space=space, key_id__in=spread, memory_id__in=wanted):
        mine = own[row.key_id]
        strength = mine.weight * row.weight * candidates.damping(spread[row.key_id])
        found.setdefault(row.memory_id, {})[mine.key] = strength
    return found


def _by_strength(keys: Mapping[Key, float]) -> list[Key]:
    return sorted(keys, key=lambda key: (-keys[key], key.text))
