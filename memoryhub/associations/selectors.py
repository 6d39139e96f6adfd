"""Questions about keys."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import connection
from django.db.models import Count, Q, QuerySet
from pgvector.django import CosineDistance

from memoryhub.ai import selectors as ai
from memoryhub.associations import merging
from memoryhub.associations.models import Key, KeyLink, KeyVector
from memoryhub.associations.texts import PreparedKey, normalise
from memoryhub.memories import selectors as memories
from memoryhub.spaces.models import Space

LOOKED_AT = 5


def by_normal_forms(space: Space, normal_forms: Iterable[str]) -> dict[str, Key]:
    """Normal form -> key of the space, by its own form or one of its aliases."""
    wanted = set(normal_forms)
    found = {key.normalised: key for key in Key.objects.filter(space=space, normalised__in=wanted)}
    if len(found) < len(wanted):
        for key in Key.objects.filter(space=space).exclude(aliases=[]):
            for alias in key.aliases:
                if (normal := normalise(alias)) in wanted:
                    found.setdefault(normal, key)
    return found


def nearest_concepts(space: Space, drafts: Sequence[PreparedKey]) -> dict[str, Key]:
    """Normal form -> the concept of the space that means the same, by the model's `key_merge` threshold (cosine)."""
    found: dict[str, Key] = {}
    farthest = {model: 1 - ai.threshold(model, "key_merge") for model in {draft.model_id for draft in drafts}}
    for draft in drafts:
        near = (
            KeyVector.objects.select_related("key")
            .filter(space_id=space.pk, model_id=draft.model_id, key__kind=Key.Kind.CONCEPT)
            .annotate(distance=CosineDistance("vector", draft.vector))
            .order_by("distance", "key_id")[:LOOKED_AT]
        )
        for row in near:
            if row.distance <= farthest[draft.model_id] and merging.may_merge(draft.normalised, row.key.normalised):
                found[draft.normalised] = row.key
                break
    return found


def newest_with_keys(space: Space, normal_forms: Iterable[str], *, each: int) -> dict[str, list[uuid.UUID]]:
    """Normal form -> the `each` newest versions that have that key, in one query that reads no more than those."""
    found: dict[str, list[uuid.UUID]] = {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT key.normalised, link.memory_id FROM associations_key AS key CROSS JOIN LATERAL ("
            " SELECT memory_id FROM associations_keylink WHERE space_id = key.space_id AND key_id = key.id"
            " ORDER BY memory_id DESC LIMIT %s) AS link WHERE key.space_id = %s AND key.normalised = ANY(%s)"
            " ORDER BY key.normalised, link.memory_id DESC",
            [each, space.pk, list(normal_forms)],
        )
        for normal, memory_id in cursor.fetchall():
            found.setdefault(normal, []).append(memory_id)
    return found


def keys_of(space: Space, memory_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, list[Key]]:
    """Version id -> its keys, heaviest first."""
    found: dict[uuid.UUID, list[Key]] = {}
    rows = KeyLink.objects.select_related("key").filter(space=space, memory_id__in=set(memory_ids))
    for row in rows.order_by("-weight", "key__text"):
        found.setdefault(row.memory_id, []).append(row.key)
    return found


def keys_with_counts(space: Space, *, now: datetime) -> QuerySet[Key]:
    """Keys with `memory_count`, the current memories that have them; most used first."""
    used = Count("links", filter=memories.current(now, "links__memory__"))
    return (
        Key.objects.filter(space=space)
        .annotate(memory_count=used)
        .filter(memory_count__gt=0)
        .order_by("-memory_count", "text")
    )


def recurring(space: Space, key_ids: Iterable[uuid.UUID], *, now: datetime, documents: int) -> QuerySet[Key]:
    """Which of these keys have current memories from at least `documents` documents (`document_count`)."""
    current = memories.current(now, "links__memory__") & Q(links__memory__sources__ended_at=None)
    stated = current & Q(links__memory__is_inference=False)
    return (
        Key.objects.filter(space=space, pk__in=set(key_ids))
        .annotate(document_count=Count("links__memory__sources__document", filter=stated, distinct=True))
        .filter(document_count__gte=documents)
        .order_by("normalised")
    )
