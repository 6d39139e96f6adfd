"""Raw search candidates among memories; `retrieval` fuses and explains them."""

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
from memoryhub.memories.horizon import PRESENT, Horizon
from memoryhub.memories.models import MemoryVector
from memoryhub.spaces.models import Space


def nearest(
    space: Space,
    *,
    model_id: uuid.UUID,
    vector: np.ndarray,
    now: datetime,
    limit: int,
    among: Collection[uuid.UUID] | None = None,
    narrowing: Narrowing = ALL,
    horizon: Horizon = PRESENT,
) -> list[tuple[uuid.UUID, float]]:
    """(Version id, cosine) of the memories within `horizon` nearest to `vector`, best first; `among` narrows to ids.

    An exact scan of the space: adding zero keeps the planner from an index over all spaces.
    """
    wanted = horizon.q(space, now, "memory__") & narrowing.q("memory__")
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
    horizon: Horizon = PRESENT,
) -> list[tuple[uuid.UUID, float]]:
    """(Version id, BM25) of the memories within `horizon` that have any of the terms and all of the phrases."""
    where, parameters = horizon.sql(space, now)
    return bm25.ranking(
        source="memories_memory",
        where=where + narrowing.sql("memories_memory"),
        parameters=parameters | narrowing.parameters(),
        terms=terms,
        phrases=phrases,
        limit=limit,
    )
