"""Ranked candidates become answers: their rows as they are now, with all that says why they are there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memoryhub.documents.models import Chunk
from memoryhub.memories import candidates as memory_candidates
from memoryhub.memories import states
from memoryhub.memories.depth import stage
from memoryhub.memories.models import Memory
from memoryhub.retrieval import evidence
from memoryhub.retrieval.evidence import Evidence
from memoryhub.retrieval.fusion import Fused
from memoryhub.retrieval.request import Hit

if TYPE_CHECKING:
    from memoryhub.retrieval.search import Question, Ranking


def hits_of(found: Ranking, fused: Sequence[Fused]) -> tuple[Hit, ...]:
    """The rows of what is served; what was forgotten or deleted in the meantime is left out."""
    question, terms = found.question, found.question.asked.terms
    ids = {kind: [one.id for one in fused if one.kind == kind] for kind in ("memory", "chunk")}
    memories = memory_candidates.served(question.space, ids["memory"], now=question.now, horizon=question.horizon)
    # A document's content may be megabytes, and every answer names a document.
    unread = ("tokens", "embed_text", "index_text", "document__content", "document__places")
    passages = Chunk.objects.select_related("document").filter(space=question.space).defer(*unread)
    chunks = passages.in_bulk(ids["chunk"])
    quotes = evidence.of_memories(question.space, memories, terms) if memories else {}
    told = quotes | {key: evidence.of_passage(chunk, terms) for key, chunk in chunks.items()}
    rows = ((one, memories.get(one.id), chunks.get(one.id)) for one in fused)
    return tuple(_hit(question, one, memory, chunk, told.get(one.id)) for one, memory, chunk in rows if memory or chunk)


def _hit(question: Question, one: Fused, memory: Memory | None, chunk: Chunk | None, told: Evidence | None) -> Hit:
    served = memory or chunk
    return Hit(
        kind=one.kind,
        id=one.id,
        text=served.text if served else "",
        score=one.score,
        similarity=None if one.cosine is None else question.similarity(one.cosine),
        dense=one.dense,
        lexical=one.lexical,
        cosine=one.cosine,
        bm25=one.bm25,
        weight=one.weight,
        bonuses=one.bonuses,
        factors=one.factors,
        hop=one.hop,
        path=one.path,
        stage=stage(one.depth) if memory else "",
        state=states.shown(memory, question.now) if memory else "",
        evidence=told,
        memory=memory,
        chunk=chunk,
        document=chunk.document if chunk else None,
    )
