"""The one search: every console page, API and agent asks here."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import numpy as np
from django.utils.translation import gettext as _

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
from memoryhub.retrieval import ageing, association, conversation, fusion, keyed, recipes, weights
from memoryhub.retrieval.associative import Associative
from memoryhub.retrieval.conversation import Place
from memoryhub.retrieval.fusion import Candidates, Fused
from memoryhub.retrieval.keyed import Reached
from memoryhub.retrieval.recipes import Recipe
from memoryhub.retrieval.request import MOST_HOPS, Hit, Results, SearchRequest
from memoryhub.retrieval.weights import Weights
from memoryhub.spaces.models import Space

CANDIDATES = 100
Ranked = list[tuple[uuid.UUID, float]]
# Ids and cosines: of those near to the question and of some more, or of some only.
Nearest = Callable[..., Ranked]


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


def search(request: SearchRequest) -> Results:
    """Answer one question from one space; only what is current is served. Raises `errors.InvalidInput`.

    With the embedding service out of reach the words alone decide, rather than nothing; no threshold cuts then.
    """
    began = time.perf_counter()
    query = request.checked()
    question = _question(request, query)
    recipe = recipes.of(request.space) if request.mode == "memories" and not question.asked.phrases else None
    fused = _fused(question, query, request) if recipe is None else _by_recipe(recipe, question, query, request)
    kept = [one for one in fused if one.cosine is None or question.similarity(one.cosine) >= request.threshold]
    hits = _hits(question, kept[: request.limit])
    took = (time.perf_counter() - began) * 1000
    reason = "" if hits else _why_empty(bool(fused), request)
    return Results(request.space.tag, query, request.mode, hits, took, reason, question.vector is None)


def _fused(question: _Question, query: str, request: SearchRequest) -> list[Fused]:
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
    return fused


def _by_recipe(recipe: Recipe, question: _Question, query: str, request: SearchRequest) -> list[Fused]:
    space, model, now = question.space, question.model, question.now
    asked = Associative(space, query, question.vector, model, recipe, now, question.narrowing)
    return asked.found(hops=request.hops, wanted=request.limit, most=MOST_HOPS)


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
    return Candidates("memory", _cosines(partial(_nearest, question, vector), lexical, asked), dict(lexical))


def _nearest(question: _Question, vector: np.ndarray, **which: Sequence[uuid.UUID]) -> Ranked:
    """Current memories near to the question, or those `among` some, and `also` others whatever they are."""
    return memory_candidates.nearest(
        question.space,
        model=question.model,
        vector=vector,
        now=question.now,
        limit=CANDIDATES,
        narrowing=question.narrowing,
        **which,
    )


def _chunks(question: _Question) -> Candidates:
    space, asked, vector = question.space, question.asked, question.vector
    lexical = chunk_candidates.lexical(
        space, terms=asked.terms, phrases=asked.phrases, limit=CANDIDATES, narrowing=question.narrowing
    )
    if vector is None:
        return Candidates("chunk", {}, dict(lexical))

    nearest = partial(
        chunk_candidates.nearest,
        space,
        model=question.model,
        vector=vector,
        limit=CANDIDATES,
        narrowing=question.narrowing,
    )
    return Candidates("chunk", _cosines(nearest, lexical, asked), dict(lexical))


def _cosines(nearest: Nearest, lexical: Ranked, asked: text.Query) -> dict[uuid.UUID, float]:
    """The cosine of every candidate. Quoted text must occur, so then the words choose alone."""
    worded = [key for key, _score in lexical]
    return dict(nearest(among=worded) if asked.phrases else nearest(also=worded))


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
    cosines = dict(_nearest(question, vector, among=unlisted)) if unlisted and vector is not None else {}
    return association.fuse_in(fused, reached, evidence=evidence, cosines=cosines, weights=question.weights)


def _places(question: _Question, fused: Sequence[Fused]) -> dict[uuid.UUID, Place]:
    """Where the turns among the candidates stand."""
    chunk_ids = [one.id for one in fused if one.kind == "chunk"]
    turns = chunk_candidates.turns(question.space, chunk_ids)
    return {key: Place(document_id, index, session, speaker) for key, document_id, index, session, speaker in turns}


def _hits(question: _Question, fused: Sequence[Fused]) -> tuple[Hit, ...]:
    """The rows of what is served; what was forgotten or deleted in the meantime is left out."""
    ids = {kind: [one.id for one in fused if one.kind == kind] for kind in ("memory", "chunk")}
    memories = memories_read.current_memories_of(question.space, now=question.now).in_bulk(ids["memory"])
    chunks = Chunk.objects.select_related("document").filter(space=question.space).in_bulk(ids["chunk"])
    found = ((one, memories.get(one.id), chunks.get(one.id)) for one in fused)
    return tuple(_hit(question, one, memory, chunk) for one, memory, chunk in found if memory or chunk)


def _hit(question: _Question, one: Fused, memory: Memory | None, chunk: Chunk | None) -> Hit:
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
        bonuses=one.bonuses,
        factors=one.factors,
        hop=one.hop,
        path=one.path,
        stage=stage(one.depth) if memory else "",
        memory=memory,
        chunk=chunk,
        document=chunk.document if chunk else None,
    )


def _why_empty(is_found: bool, request: SearchRequest) -> str:
    if is_found:
        return _("What was found is less similar than the threshold of %(threshold)s.") % {
            "threshold": request.threshold
        }
    return _("Nothing in this space can be searched in this mode yet, or the quoted words do not occur.")
