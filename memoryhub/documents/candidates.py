"""Raw search candidates among chunks; `retrieval` fuses and explains them."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence

import numpy as np
from django.db.models import FloatField, Value
from django.db.models.functions import Cast
from pgvector.django import CosineDistance

from memoryhub.core import lexical as bm25
from memoryhub.core.narrowing import ALL, Narrowing
from memoryhub.documents.models import Chunk, ChunkVector
from memoryhub.spaces.models import Space

_INDEXED = "space_id = %(space)s AND tokens IS NOT NULL"
_OF_DOCUMENTS = " AND document_id IN (SELECT id FROM documents_document WHERE space_id = %(space)s {narrowed})"


def nearest(
    space: Space,
    *,
    model_id: uuid.UUID,
    vector: np.ndarray,
    limit: int,
    among: Collection[uuid.UUID] | None = None,
    narrowing: Narrowing = ALL,
) -> list[tuple[uuid.UUID, float]]:
    """(Chunk id, cosine) of the indexed chunks nearest to `vector`, best first; an exact scan of the space.

    `narrowing` is of their documents.
    """
    rows = ChunkVector.objects.filter(space_id=space.pk, model_id=model_id, chunk__tokens__isnull=False)
    if narrowing:
        rows = rows.filter(narrowing.q("chunk__document__"))
    if among is not None:
        rows = rows.filter(chunk_id__in=set(among))
    distance = Cast(CosineDistance("vector", vector), FloatField()) + Value(0.0)
    ranked = rows.annotate(distance=distance).order_by("distance", "-chunk_id")
    return [(chunk_id, 1.0 - gap) for chunk_id, gap in ranked.values_list("chunk_id", "distance")[:limit]]


def lexical(
    space: Space, *, terms: Sequence[str], phrases: Sequence[str] = (), limit: int, narrowing: Narrowing = ALL
) -> list[tuple[uuid.UUID, float]]:
    """(Chunk id, BM25) of the indexed chunks that have any of the terms and all of the phrases, best first."""
    return bm25.ranking(
        source="documents_chunk",
        where=_INDEXED + (_OF_DOCUMENTS.format(narrowed=narrowing.sql("documents_document")) if narrowing else ""),
        parameters={"space": space.pk, **narrowing.parameters()},
        terms=terms,
        phrases=phrases,
        limit=limit,
    )


def turns(space: Space, chunk_ids: Collection[uuid.UUID]) -> list[tuple[uuid.UUID, uuid.UUID, int, str, str]]:
    """(Chunk id, document id, index, session, speaker) of those chunks that are turns of a conversation."""
    rows = Chunk.objects.filter(space=space, pk__in=set(chunk_ids), turn__isnull=False)
    return list(rows.values_list("pk", "document_id", "index", "turn__session", "turn__speaker"))
