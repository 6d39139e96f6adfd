"""The one search: every console page, API and agent asks here."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from memoryhub.ai import services as ai
from memoryhub.ai.calibration import Curve
from memoryhub.ai.models import EmbeddingModel
from memoryhub.core import clock, errors, text
from memoryhub.core.narrowing import Narrowing
from memoryhub.documents import candidates as chunk_candidates
from memoryhub.documents.models import Chunk
from memoryhub.memories import candidates as memory_candidates
from memoryhub.memories import selectors as memories_read
from memoryhub.memories import services as memories_write
from memoryhub.memories.depth import stage
from memoryhub.memories.models import Memory
from memoryhub.retrieval import ageing, association, conversation, evidence, fusion, keyed, reasons, weights
from memoryhub.retrieval.conversation import Place
from memoryhub.retrieval.evidence import Evidence
from memoryhub.retrieval.fusion import Candidates, Fused
from memoryhub.retrieval.keyed import Reached
from memoryhub.retrieval.request import MOST_HOPS, Hit, Results, SearchRequest
from memoryhub.retrieval.weights import Weights
from memoryhub.spaces.models import Space

CANDIDATES = 100
Ranked = list[tuple[uuid.UUID, float]]
# Ids and cosines near to the question, among some ids or among all.
Nearest = Callable[[Sequence[uuid.UUID] | None], Ranked]


@dataclass(frozen=True, slots=True)
class _Question:
    """A request as the rooms below are asked it. `vector` is None when the embedding service does not answer."""

    space: Space
    asked: text.Query
    vector: np.ndarray | None
    model: EmbeddingModel
    now: datetime
    weights: Weights
    narrowing: Narrowing

    def similarity(self, cosine: float) -> float:
        """What a cosine of this model means."""
        return Curve(self.model.slope, self.model.middle).similarity(cosine)


@dataclass(frozen=True, slots=True)
class Ranking:
    """All candidates of a question, best first, and those of them that the threshold leaves."""

    question: _Question
    query: str
    fused: Sequence[Fused]
    kept: Sequence[Fused]


def search(request: SearchRequest) -> Results:
    """Answer one question from one space; only what is current is served. Raises `errors.InvalidInput`.

    With the embedding service out of reach the words alone decide, rather than nothing; no threshold cuts then.
    """
    began = time.perf_counter()
    found = ranking(request)
    hits = hits_of(found, found.kept[: request.limit])
    return Results(
        space=request.space.tag,
        query=found.query,
        mode=request.mode,
        hits=hits,
        took_ms=(time.perf_counter() - began) * 1000,
        reason_if_empty="" if hits else _why_empty(request, found),
        lexical_only=found.question.vector is None,
        candidates=len(found.fused),
        below_threshold=len(found.fused) - len(found.kept),
    )


def ranking(request: SearchRequest) -> Ranking:
    """What a search takes its answers from. Raises `errors.InvalidInput`."""
    query = request.checked()
    question = _question(request, query)
    found: list[Candidates] = []
    if request.mode in {"memories", "hybrid"}:
        found.append(_memories(question))
    if request.mode in {"documents", "hybrid"}:
        found.append(_chunks(question))
    fused = fusion.fuse(found, question.weights)
    if any(one.kind == "chunk" for one in fused):
        fused = conversation.fuse_in(fused, _places(question, fused), query, question.weights)
    if request.mode != "documents":
        fused = _aged(question, fused)
    if request.mode != "documents" and not question.asked.phrases:
        fused = _associated(question, fused, query, request)
    kept = [one for one in fused if one.cosine is None or question.similarity(one.cosine) >= request.threshold]
    return Ranking(question, query, fused, kept)


def similarity_of(found: Ranking, memory_id: uuid.UUID) -> float | None:
    """The similarity of a current memory that may be no candidate; None where nothing could be embedded."""
    if found.question.vector is None:
        return None
    nearest = _nearest(found.question, found.question.vector, [memory_id])
    return found.question.similarity(nearest[0][1]) if nearest else None


def recall(request: SearchRequest, *, key_id: uuid.UUID | None) -> Results:
    """Answer a question of an agent: what it is given sits deeper from now on, and is noted with key and question."""
    results = search(request)
    given = [hit.id for hit in results.hits if hit.kind == "memory"]
    memories_write.note_recall(space=request.space, memory_ids=given, key_id=key_id, query=results.query)
    return results


def _question(request: SearchRequest, query: str) -> _Question:
    space = request.space
    asked = text.query_tokens(query, languages=[space.language] if space.language else [])
    model = ai.active_model()
    try:
        vector = ai.embed([query], query=True, model=model)[0]
    except errors.Unavailable:
        vector = None
    return _Question(space, asked, vector, model, clock.now(), weights.of(space), request.narrowing)


def _memories(question: _Question) -> Candidates:
    space, asked, vector, now = question.space, question.asked, question.vector, question.now
    lexical = memory_candidates.lexical(
        space, terms=asked.terms, phrases=asked.phrases, now=now, limit=CANDIDATES, narrowing=question.narrowing
    )
    if vector is None:
        return Candidates("memory", {}, dict(lexical))
    return Candidates(
        "memory", _cosines(lambda among: _nearest(question, vector, among), lexical, asked), dict(lexical)
    )


def _nearest(question: _Question, vector: np.ndarray, among: Sequence[uuid.UUID] | None) -> Ranked:
    """Current memories near to the question; of `among` all that there are."""
    return memory_candidates.nearest(
        question.space,
        model_id=question.model.pk,
        vector=vector,
        now=question.now,
        limit=max(CANDIDATES, len(among or ())),
        among=among,
        narrowing=question.narrowing,
    )


def _chunks(question: _Question) -> Candidates:
    space, asked, vector = question.space, question.asked, question.vector
    lexical = chunk_candidates.lexical(
        space, terms=asked.terms, phrases=asked.phrases, limit=CANDIDATES, narrowing=question.narrowing
    )
    if vector is None:
        return Candidates("chunk", {}, dict(lexical))

    def nearest(among: Sequence[uuid.UUID] | None) -> Ranked:
        return chunk_candidates.nearest(
            space,
            model_id=question.model.pk,
            vector=vector,
            limit=CANDIDATES,
            among=among,
            narrowing=question.narrowing,
        )

    return Candidates("chunk", _cosines(nearest, lexical, asked), dict(lexical))


def _cosines(nearest: Nearest, lexical: Ranked, asked: text.Query) -> dict[uuid.UUID, float]:
    """The cosine of every candidate. Quoted text must occur, so then the words choose alone."""
    worded = [key for key, _score in lexical]
    cosines = dict(nearest(worded if asked.phrases else None))
    if missing := [key for key in worded if key not in cosines]:
        cosines |= dict(nearest(missing))
    return cosines


def _aged(question: _Question, fused: list[Fused]) -> list[Fused]:
    """The candidates with how alive each memory is."""
    vitality = memories_read.vitality_of(question.space, [one.id for one in fused if one.kind == "memory"])
    return ageing.fuse_in(fused, vitality, now=question.now, weights=question.weights)


def _associated(question: _Question, fused: list[Fused], query: str, request: SearchRequest) -> list[Fused]:
    """The candidates with what the question's keys and the keys of what was found lead to."""
    space, model, now = question.space, question.model, question.now
    narrowing = question.narrowing
    reached = keyed.of_question(space, query, question.vector, model=model, now=now, narrowing=narrowing)
    evidence = association.evident(fused, content_hit=float(model.thresholds["content_hit"]))
    starts = {one.id: Reached(one.score) for one in fused if one.id in evidence and one.score > 0}
    starts |= {key: one for key, one in reached.items() if key not in starts or one.score > starts[key].score}
    found = evidence | set(reached)
    for hop in range(2, MOST_HOPS + 1):
        if not starts or (hop > request.hops and len(found) >= request.limit):
            break
        starts = keyed.further(space, starts, known=found, now=now, narrowing=narrowing)
        reached |= starts
        found |= set(starts)
    listed = {one.id for one in fused}
    unlisted = [key for key in reached if key not in listed]
    vector = question.vector
    cosines = dict(_nearest(question, vector, unlisted)) if unlisted and vector is not None else {}
    return association.fuse_in(fused, reached, evidence=evidence, cosines=cosines, weights=question.weights)


def _places(question: _Question, fused: Sequence[Fused]) -> dict[uuid.UUID, Place]:
    """Where the turns among the candidates stand."""
    chunk_ids = [one.id for one in fused if one.kind == "chunk"]
    turns = chunk_candidates.turns(question.space, chunk_ids)
    return {key: Place(document_id, index, session, speaker) for key, document_id, index, session, speaker in turns}


def hits_of(found: Ranking, fused: Sequence[Fused]) -> tuple[Hit, ...]:
    """The rows of what is served; what was forgotten or deleted in the meantime is left out."""
    question, terms = found.question, found.question.asked.terms
    ids = {kind: [one.id for one in fused if one.kind == kind] for kind in ("memory", "chunk")}
    memories = memories_read.current_memories_of(question.space, now=question.now).in_bulk(ids["memory"])
    chunks = Chunk.objects.select_related("document").filter(space=question.space).in_bulk(ids["chunk"])
    quotes = evidence.of_memories(question.space, memories, terms) if memories else {}
    told = quotes | {key: evidence.of_passage(chunk, terms) for key, chunk in chunks.items()}
    rows = ((one, memories.get(one.id), chunks.get(one.id)) for one in fused)
    return tuple(_hit(question, one, memory, chunk, told.get(one.id)) for one, memory, chunk in rows if memory or chunk)


def _hit(question: _Question, one: Fused, memory: Memory | None, chunk: Chunk | None, told: Evidence | None) -> Hit:
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
        evidence=told,
        memory=memory,
        chunk=chunk,
        document=chunk.document if chunk else None,
    )


def _why_empty(request: SearchRequest, found: Ranking) -> str:
    return reasons.nothing(
        request,
        is_found=bool(found.fused),
        is_quoted=bool(found.question.asked.phrases),
        lexical_only=found.question.vector is None,
    )
