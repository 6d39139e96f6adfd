"""The one search: every console page, API and agent asks here."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from datetime import datetime

import numpy as np
from django.utils.translation import gettext as _

from memoryhub.ai import services as ai
from memoryhub.core import clock, errors, text
from memoryhub.documents import candidates as chunk_candidates
from memoryhub.documents.models import Chunk
from memoryhub.memories import candidates as memory_candidates
from memoryhub.memories.models import Memory
from memoryhub.retrieval import fusion
from memoryhub.retrieval.request import Hit, Results, SearchRequest
from memoryhub.spaces.models import Space

CANDIDATES = 100
Ranked = list[tuple[uuid.UUID, float]]


def search(request: SearchRequest) -> Results:
    """Answer one question from one space; only what is current is served. Raises `errors.InvalidInput`.

    With the embedding service out of reach the words alone decide, rather than nothing.
    """
    began = time.perf_counter()
    query = request.checked()
    asked = text.query_tokens(query, languages=[request.space.language] if request.space.language else [])
    vector = _vector(query)
    found: list[Hit] = []
    if request.mode in {"memories", "hybrid"}:
        found += _memories(request.space, asked, vector, clock.now())
    if request.mode in {"documents", "hybrid"}:
        found += _chunks(request.space, asked, vector)
    kept = [hit for hit in found if hit.similarity >= request.threshold]
    hits = sorted(kept, key=lambda hit: (hit.score, hit.id), reverse=True)[: request.limit]
    took = (time.perf_counter() - began) * 1000
    reason = "" if hits else _why_empty(found, request)
    return Results(request.space.tag, query, request.mode, tuple(hits), took, reason)


def _vector(query: str) -> tuple[uuid.UUID, np.ndarray] | None:
    model = ai.active_model()
    try:
        return model.pk, ai.embed([query], query=True, model=model)[0]
    except errors.Unavailable:
        return None


def _memories(space: Space, asked: text.Query, vector: tuple[uuid.UUID, np.ndarray] | None, now: datetime) -> list[Hit]:
    lexical = memory_candidates.lexical(space, terms=asked.terms, phrases=asked.phrases, now=now, limit=CANDIDATES)
    fused, cosines = _fused(
        lexical,
        asked,
        None
        if vector is None
        else lambda among: memory_candidates.nearest(
            space, model_id=vector[0], vector=vector[1], now=now, limit=CANDIDATES, among=among
        ),
    )
    rows = {row.pk: row for row in Memory.objects.filter(space=space, pk__in=[one.id for one in fused])}
    return [
        _hit("memory", one, cosines, dict(lexical), rows[one.id].text, memory=rows[one.id])
        for one in fused
        if one.id in rows
    ]


def _chunks(space: Space, asked: text.Query, vector: tuple[uuid.UUID, np.ndarray] | None) -> list[Hit]:
    lexical = chunk_candidates.lexical(space, terms=asked.terms, phrases=asked.phrases, limit=CANDIDATES)
    fused, cosines = _fused(
        lexical,
        asked,
        None
        if vector is None
        else lambda among: chunk_candidates.nearest(
            space, model_id=vector[0], vector=vector[1], limit=CANDIDATES, among=among
        ),
    )
    wanted = Chunk.objects.select_related("document").filter(space=space, pk__in=[one.id for one in fused])
    rows = {row.pk: row for row in wanted}
    return [
        _hit("chunk", one, cosines, dict(lexical), rows[one.id].text, chunk=rows[one.id])
        for one in fused
        if one.id in rows
    ]


def _fused(
    lexical: Ranked, asked: text.Query, nearest: Callable[[Sequence[uuid.UUID] | None], Ranked] | None
) -> tuple[list[fusion.Fused], dict[uuid.UUID, float]]:
    """Both lists in one, and the cosine of every candidate. Quoted text must occur, so then the words choose alone."""
    cosines: dict[uuid.UUID, float] = {}
    if nearest is not None:
        worded = [key for key, _score in lexical]
        cosines = dict(nearest(worded) if asked.phrases else nearest(None))
        if missing := [key for key in worded if key not in cosines]:
            cosines |= dict(nearest(missing))
    return fusion.fuse(cosines, dict(lexical)), cosines


def _hit(
    kind: str,
    one: fusion.Fused,
    cosines: dict[uuid.UUID, float],
    bm25: dict[uuid.UUID, float],
    words: str,
    *,
    memory: Memory | None = None,
    chunk: Chunk | None = None,
) -> Hit:
    return Hit(
        kind=kind,
        id=one.id,
        text=words,
        score=one.score,
        similarity=min(1.0, max(0.0, cosines.get(one.id, 0.0))),
        dense=one.dense,
        lexical=one.lexical,
        bm25=bm25.get(one.id, 0.0),
        memory=memory,
        chunk=chunk,
        document=None if chunk is None else chunk.document,
    )


def _why_empty(found: Sequence[Hit], request: SearchRequest) -> str:
    if found:
        return _("What was found is less similar than the threshold of %(threshold)s.") % {
            "threshold": request.threshold
        }
    return _("Nothing in this space can be searched in this mode yet, or the quoted words do not occur.")
