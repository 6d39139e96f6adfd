"""Raw search candidates among current memories; `retrieval` fuses and explains them."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime

import numpy as np
from django.db import connection
from django.db.models import FloatField, Value
from django.db.models.functions import Cast
from pgvector.django import CosineDistance

from memoryhub.core import lexical as bm25
from memoryhub.core.narrowing import ALL, Narrowing
from memoryhub.memories.models import MemoryVector
from memoryhub.memories.selectors import current
from memoryhub.spaces.models import Space

# The condition of `selectors.current` in SQL, for rows of `memories_memory` by this very name.
CURRENT = """
    memories_memory.space_id = %(space)s AND memories_memory.is_latest AND memories_memory.forgotten_at IS NULL
    AND memories_memory.erased_at IS NULL
    AND (memories_memory.forget_after IS NULL OR memories_memory.forget_after > %(now)s)
    AND (memories_memory.review_status IS NULL OR memories_memory.review_status = 'approved')
"""


def nearest(
    space: Space,
    *,
    model_id: uuid.UUID,
    vector: np.ndarray,
    now: datetime,
    limit: int,
    among: Collection[uuid.UUID] | None = None,
    narrowing: Narrowing = ALL,
) -> list[tuple[uuid.UUID, float]]:
    """(Version id, cosine) of the current memories nearest to `vector`, best first; `among` narrows to these ids.

    An exact scan of the space: adding zero keeps the planner from an index over all spaces.
    """
    wanted = current(now, "memory__") & narrowing.q("memory__")
    rows = MemoryVector.objects.filter(wanted, space_id=space.pk, model_id=model_id)
    if among is not None:
        rows = rows.filter(memory_id__in=set(among))
    distance = Cast(CosineDistance("vector", vector), FloatField()) + Value(0.0)
    ranked = rows.annotate(distance=distance).order_by("distance", "-memory_id")
    return [(memory_id, 1.0 - gap) for memory_id, gap in ranked.values_list("memory_id", "distance")[:limit]]


def cosines(
    pairs: Collection[tuple[uuid.UUID, uuid.UUID]], *, model_id: uuid.UUID
) -> dict[tuple[uuid.UUID, uuid.UUID], float]:
    """The cosine of each of these pairs of versions, where both have a vector of the model."""
    if not pairs:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.memory_id, b.memory_id, 1 - (a.vector <=> b.vector)"
            " FROM unnest(%s::uuid[], %s::uuid[]) AS pair (a, b)"
            " JOIN memories_memoryvector AS a ON a.memory_id = pair.a AND a.model_id = %s"
            " JOIN memories_memoryvector AS b ON b.memory_id = pair.b AND b.model_id = %s",
            [[first for first, _ in pairs], [second for _, second in pairs], model_id, model_id],
        )
        return {(first, second): cosine for first, second, cosine in cursor.fetchall()}


def lexical(
    space: Space,
    *,
    terms: Sequence[str],
    phrases: Sequence[str] = (),
    now: datetime,
    limit: int,
    narrowing: Narrowing = ALL,
) -> list[tuple[uuid.UUID, float]]:
    """(Version id, BM25) of the current memories that have any of the terms and all of the phrases, best first."""
    return bm25.ranking(
        source="memories_memory",
        where=CURRENT + narrowing.sql("memories_memory"),
        parameters={"space": space.pk, "now": now, **narrowing.parameters()},
        terms=terms,
        phrases=phrases,
        limit=limit,
    )
