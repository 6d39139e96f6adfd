"""Raw search candidates among memories; `retrieval` fuses and explains them."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime

import numpy as np
from django.db import connection

from memoryhub.ai import nearest as vectors
from memoryhub.ai.models import EmbeddingModel
from memoryhub.ai.nearest import Asked, Source
from memoryhub.core import ids, rows
from memoryhub.core import lexical as bm25
from memoryhub.core.narrowing import ALL, Narrowing
from memoryhub.core.rows import Table
from memoryhub.memories.horizon import CURRENT, PRESENT, Horizon
from memoryhub.memories.models import Memory
from memoryhub.spaces import scale
from memoryhub.spaces.models import Space

# What is served of a version: all but the terms by which it is found.
_SERVED = Table(Memory, without=frozenset({"tokens"}))
_SERVING = "SELECT {columns} FROM memories_memory WHERE {seen} AND memories_memory.id = ANY(%(ids)s::uuid[])"


def nearest(
    space: Space,
    *,
    model: EmbeddingModel,
    vector: np.ndarray,
    now: datetime,
    limit: int,
    among: Collection[uuid.UUID] | None = None,
    also: Collection[uuid.UUID] = (),
    narrowing: Narrowing = ALL,
    horizon: Horizon = PRESENT,
) -> list[tuple[uuid.UUID, float]]:
    """(Version id, cosine) of the memories within `horizon` nearest to `vector`, best first; `among` narrows to these
    ids. Of them, and of `also`, there are all.
    """
    seen, values = horizon.sql(space, now)
    source = Source(
        table="memories_memoryvector",
        owner="memory_id",
        joined="JOIN memories_memory ON memories_memory.id = memories_memoryvector.memory_id",
        where=seen + narrowing.sql("memories_memory"),
        parameters={**values, **narrowing.parameters()},
        is_filtered=bool(narrowing or horizon),
    )
    asked = Asked(space.pk, model, vector, limit, also)
    if among is not None:
        return vectors.among(source, asked, among)
    known = scale.of(space, scale.MEMORIES)
    return vectors.of_all(source, asked, width=known.width(model.pk), rows=known.vectors)


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
        corpus=scale.of(space, scale.MEMORIES).corpus,
    )


def served(
    space: Space, memory_ids: Collection[uuid.UUID], *, now: datetime, horizon: Horizon = PRESENT
) -> dict[uuid.UUID, Memory]:
    """Those of these versions that are within `horizon`, by their ids."""
    if not memory_ids:
        return {}
    seen, values = horizon.sql(space, now)
    statement = _SERVING.format(columns=_SERVED.columns, seen=seen)
    found = rows.read(statement, values | {"ids": ids.array(memory_ids)}, _SERVED)
    return {memory.pk: memory for (memory,) in found}


def corpus_of(space: Space, now: datetime) -> bm25.Corpus:
    """How many current memories there are, and how long they are."""
    return bm25.count(source="memories_memory", where=CURRENT, parameters={"space": space.pk, "now": now})
