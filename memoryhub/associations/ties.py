"""What stands behind an edge of the map: the relations, the version, the source or the keys that link two nodes."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from memoryhub.associations.graph.inputs import EdgeKind
from memoryhub.associations.models import Key
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory, MemorySource, Relation
from memoryhub.spaces.models import Space

MOST_QUOTES = 3


@dataclass(frozen=True, slots=True)
class Tie:
    """One thing that links two nodes, from `source` to `target` as on the map.

    `since` and `confidence` (0 to 1) are None where nothing is known of them. `quotes` are the sentences it rests on,
    `keys` what both memories are about. Of the rows behind it there is the `relation` or, for an update, the `version`.
    """

    kind: EdgeKind
    source: uuid.UUID
    target: uuid.UUID
    since: datetime | None = None
    rule: str = ""
    confidence: float | None = None
    relation: Relation | None = None
    version: Memory | None = None
    quotes: Sequence[MemorySource] = ()
    keys: Sequence[Key] = ()


def between(space: Space, one: uuid.UUID, other: uuid.UUID, *, kinds: Collection[EdgeKind]) -> list[Tie]:
    """What links two nodes, of these kinds, in the order of the kinds.

    Whether a caller may see the nodes, and edges of these kinds between them, is the caller's business.
    """
    found = [*_updates(space, one, other), *_relations(space, one, other), *_sources(space, one, other)]
    if EdgeKind.KEY in kinds:
        found += _keys(space, one, other)
    return sorted((tie for tie in found if tie.kind in kinds), key=lambda tie: (tie.kind, tie.source))


def _updates(space: Space, one: uuid.UUID, other: uuid.UUID) -> list[Tie]:
    rows = Memory.objects.filter(Q(pk=one, parent=other) | Q(pk=other, parent=one), space=space)
    return [
        Tie(
            EdgeKind.UPDATES,
            row.pk,
            row.parent_id or one,
            row.created_at,
            row.change_rule,
            version=row,
            quotes=_quotes(space, row.pk),
        )
        for row in rows
    ]


def _relations(space: Space, one: uuid.UUID, other: uuid.UUID) -> list[Tie]:
    rows = Relation.objects.filter(
        Q(newer=one, older=other) | Q(newer=other, older=one), space=space, severed_at=None
    ).order_by("created_at", "pk")
    return [
        Tie(
            EdgeKind[row.kind.upper()],
            row.newer_id,
            row.older_id,
            row.created_at,
            row.rule,
            row.confidence,
            relation=row,
            quotes=_quotes(space, row.newer_id),
        )
        for row in rows
    ]


def _sources(space: Space, one: uuid.UUID, other: uuid.UUID) -> list[Tie]:
    rows = MemorySource.objects.select_related("document", "chunk").filter(
        Q(document=one, memory=other) | Q(document=other, memory=one), space=space, ended_at=None
    )
    return [
        Tie(EdgeKind.SOURCE, row.document_id, row.memory_id, row.created_at, confidence=row.relevance, quotes=(row,))
        for row in rows
        if row.document_id is not None
    ]


def _keys(space: Space, one: uuid.UUID, other: uuid.UUID) -> list[Tie]:
    keys = Key.objects.filter(space=space, taken_over_by=None, links__memory=one)
    shared = keys.filter(pk__in=Key.objects.filter(links__memory=other).values("pk")).order_by("text")
    return [Tie(EdgeKind.KEY, one, other, keys=tuple(shared))] if shared else []


def _quotes(space: Space, memory_id: uuid.UUID) -> tuple[MemorySource, ...]:
    """The first live sources of a version that say anything."""
    rows = [row for row in memories.sources_of(space, [memory_id]) if row.ended_at is None and (row.quote or row.chunk)]
    return tuple(rows[:MOST_QUOTES])
