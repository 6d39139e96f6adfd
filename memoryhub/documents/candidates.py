"""Raw search candidates among chunks; `retrieval` fuses and explains them."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence

import numpy as np
from django.db import connection

from memoryhub.ai import nearest as vectors
from memoryhub.ai.models import EmbeddingModel
from memoryhub.ai.nearest import Asked, Source
from memoryhub.core import ids
from memoryhub.core import lexical as bm25
from memoryhub.core.narrowing import ALL, Narrowing
from memoryhub.spaces import scale
from memoryhub.spaces.models import Space

# For rows of `documents_chunk` by this very name.
INDEXED = "documents_chunk.space_id = %(space)s AND documents_chunk.tokens IS NOT NULL"
_OF_DOCUMENTS = (
    " AND documents_chunk.document_id IN (SELECT id FROM documents_document WHERE space_id = %(space)s {narrowed})"
)
# In plain SQL, as all that is asked for a hundred candidates of every search.
_TURNS = """
SELECT chunk.id, chunk.document_id, chunk.index, turn.session, turn.speaker
FROM documents_turn AS turn JOIN documents_chunk AS chunk ON chunk.id = turn.chunk_id
WHERE chunk.space_id = %(space)s AND turn.chunk_id = ANY(%(ids)s::uuid[])
"""


def nearest(
    space: Space,
    *,
    model: EmbeddingModel,
    vector: np.ndarray,
    limit: int,
    among: Collection[uuid.UUID] | None = None,
    also: Collection[uuid.UUID] = (),
    narrowing: Narrowing = ALL,
) -> list[tuple[uuid.UUID, float]]:
    """(Chunk id, cosine) of the indexed chunks nearest to `vector`, best first; `among` narrows to these ids. Of
    them, and of `also`, there are all.

    `narrowing` is of their documents.
    """
    source = Source(
        table="documents_chunkvector",
        owner="chunk_id",
        joined="JOIN documents_chunk ON documents_chunk.id = documents_chunkvector.chunk_id",
        where=_indexed(narrowing),
        parameters={"space": space.pk, **narrowing.parameters()},
        is_filtered=bool(narrowing),
    )
    asked = Asked(space.pk, model, vector, limit, also)
    if among is not None:
        return vectors.among(source, asked, among)
    known = scale.of(space, scale.CHUNKS)
    return vectors.of_all(source, asked, width=known.width(model.pk), rows=known.vectors)


def lexical(
    space: Space, *, terms: Sequence[str], phrases: Sequence[str] = (), limit: int, narrowing: Narrowing = ALL
) -> list[tuple[uuid.UUID, float]]:
    """(Chunk id, BM25) of the indexed chunks that have any of the terms and all of the phrases, best first."""
    return bm25.ranking(
        source="documents_chunk",
        where=_indexed(narrowing),
        parameters={"space": space.pk, **narrowing.parameters()},
        terms=terms,
        phrases=phrases,
        limit=limit,
        corpus=scale.of(space, scale.CHUNKS).corpus,
    )


def turns(space: Space, chunk_ids: Collection[uuid.UUID]) -> list[tuple[uuid.UUID, uuid.UUID, int, str, str]]:
    """(Chunk id, document id, index, session, speaker) of those chunks that are turns of a conversation."""
    with connection.cursor() as cursor:
        cursor.execute(_TURNS, {"space": space.pk, "ids": ids.array(chunk_ids)})
        return list(cursor.fetchall())


def corpus_of(space: Space) -> bm25.Corpus:
    """How many indexed chunks there are, and how long they are."""
    return bm25.count(source="documents_chunk", where=INDEXED, parameters={"space": space.pk})


def _indexed(narrowing: Narrowing) -> str:
    return INDEXED + (_OF_DOCUMENTS.format(narrowed=narrowing.sql("documents_document")) if narrowing else "")
