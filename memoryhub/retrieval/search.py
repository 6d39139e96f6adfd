"""The one search: every console page, API and agent asks here."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

import numpy as np

from memoryhub.ai import services as ai
from memoryhub.ai.calibration import Curve
from memoryhub.ai.models import EmbeddingModel
from memoryhub.core import clock, errors, text
from memoryhub.core.narrowing import Narrowing
from memoryhub.documents import candidates as chunk_candidates
from memoryhub.memories import candidates as memory_candidates
from memoryhub.memories import selectors as memories_read
from memoryhub.memories import services as memories_write
from memoryhub.memories import states
from memoryhub.memories.horizon import Horizon
from memoryhub.retrieval import (
    ageing,
    association,
    conversation,
    fusion,
    including,
    keyed,
    reasons,
    recipes,
    reranking,
    serving,
    weights,
)
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
class Question:
    """A request as the rooms below are asked it. `vector` is None when the embedding service does not answer."""

    space: Space
    asked: text.Query
    vector: np.ndarray | None
    model: EmbeddingModel
    now: datetime
    weights: Weights
    narrowing: Narrowing
    horizon: Horizon

    def similarity(self, cosine: float) -> float:
        """What a cosine of this model means."""
        return Curve(self.model.slope, self.model.middle).similarity(cosine)


@dataclass(frozen=True, slots=True)
class Ranking:
    """All candidates of a question, best first, and those of them that the threshold leaves."""

    question: Question
    query: str
    fused: Sequence[Fused]
    kept: Sequence[Fused]


def search(request: SearchRequest) -> Results:
    """Answer one question from one space; only what is current is served. Raises `errors.InvalidInput`.

    With the embedding service out of reach the words alone decide, rather than nothing; no threshold cuts then.
    """
    return traced(request)[1]


def traced(request: SearchRequest) -> tuple[Ranking, Results]:
    """The same answers, with what they were taken from."""
    began = time.perf_counter()
    found = ranking(request)
    hits, reranked = _served(found, request)
    return found, Results(
        space=request.space.tag,
        query=found.query,
        mode=request.mode,
        hits=hits,
        forgotten=_forgotten(found, request) if "forgotten" in request.include else (),
        took_ms=(time.perf_counter() - began) * 1000,
        reason_if_empty="" if hits else _why_empty(request, found),
        lexical_only=found.question.vector is None,
        candidates=len(found.fused),
        below_threshold=len(found.fused) - len(found.kept),
        reranking=reranked,
    )


def _served(found: Ranking, request: SearchRequest) -> tuple[Sequence[Hit], str]:
    """The answers in their order with all that is asked for, and what became of reranking."""
    first = max(request.limit, reranking.MOST) if request.rerank else request.limit
    hits: Sequence[Hit] = serving.hits_of(found, found.kept[:first])
    hits, reranked = reranking.fuse_in(found.query, hits) if request.rerank else (hits, "")
    return including.fuse_in(request.space, hits[: request.limit], request.include), reranked


def ranking(request: SearchRequest) -> Ranking:
    """What a search takes its answers from. Raises `errors.InvalidInput`."""
    query = request.checked()
    question = _question(request, query)
    recipe = recipes.of(request.space) if request.mode == "memories" and _is_meant(question) else None
    fused = _fused(question, query, request) if recipe is None else _by_recipe(recipe, question, query, request)
    return Ranking(question, query, fused, _above(question, fused, request.threshold))


def _is_meant(question: Question) -> bool:
    """Whether keys may lead on: quoted words must occur, and a question of signs alone means nothing."""
    return question.asked.is_telling and not question.asked.phrases


def _fused(question: Question, query: str, request: SearchRequest) -> list[Fused]:
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
    if request.mode != "documents" and _is_meant(question):
        fused = _associated(question, fused, query, request)
    return fused


def _by_recipe(recipe: Recipe, question: Question, query: str, request: SearchRequest) -> list[Fused]:
    asked = Associative(
        question.space,
        query,
        question.vector,
        question.model,
        recipe,
        question.now,
        question.narrowing,
        question.horizon,
    )
    return asked.found(hops=request.hops, wanted=request.limit, most=MOST_HOPS)


def _forgotten(found: Ranking, request: SearchRequest) -> tuple[Hit, ...]:
    """What is forgotten and would have been found by itself: it leads to nothing and takes no place of an answer."""
    if request.mode == "documents":
        return ()
    question = replace(found.question, horizon=Horizon(forgotten=True))
    fused = fusion.fuse([_memories(question)], question.weights)
    gone = Ranking(question, found.query, fused, _above(question, fused, request.threshold))
    return serving.hits_of(gone, gone.kept[: request.limit])


def _above(question: Question, fused: Sequence[Fused], threshold: float) -> Sequence[Fused]:
    """What the threshold leaves; it does not cut what has no similarity."""
    return [one for one in fused if one.cosine is None or question.similarity(one.cosine) >= threshold]


def similarity_of(found: Ranking, memory_id: uuid.UUID) -> float | None:
    """The similarity of a current memory that may be no candidate; None where nothing could be embedded."""
    if found.question.vector is None:
        return None
    nearest = _nearest(found.question, found.question.vector, among=[memory_id])
    return found.question.similarity(nearest[0][1]) if nearest else None


def recall(request: SearchRequest, *, key_id: uuid.UUID | None) -> Results:
    """Answer a question of an agent: what it is given sits deeper from now on, and is noted with key and question."""
    results = search(request)
    given = [hit.id for hit in results.hits if hit.state == states.CURRENT]
    memories_write.note_recall(space=request.space, memory_ids=given, key_id=key_id, query=results.query)
    return results


def _question(request: SearchRequest, query: str) -> Question:
    space = request.space
    asked = text.query_tokens(query, languages=[space.language] if space.language else [])
    model = ai.active_model()
    try:
        vector = ai.embed([query], query=True, model=model)[0]
    except errors.Unavailable:
        vector = None
    return Question(space, asked, vector, model, clock.now(), weights.of(space), request.narrowing, request.horizon)


def _memories(question: Question) -> Candidates:
    space, asked, vector, now = question.space, question.asked, question.vector, question.now
    lexical = memory_candidates.lexical(
        space,
        terms=asked.terms,
        phrases=asked.phrases,
        now=now,
        limit=CANDIDATES,
        narrowing=question.narrowing,
        horizon=question.horizon,
    )
    if vector is None:
        return Candidates("memory", {}, dict(lexical))
    return Candidates("memory", _cosines(partial(_nearest, question, vector), lexical, asked), dict(lexical))


def _nearest(question: Question, vector: np.ndarray, **which: Sequence[uuid.UUID]) -> Ranked:
    """Memories within the horizon near to the question, or those `among` some, and `also` others whatever they are."""
    return memory_candidates.nearest(
        question.space,
        model=question.model,
        vector=vector,
        now=question.now,
        limit=CANDIDATES,
        narrowing=question.narrowing,
        horizon=question.horizon,
        **which,
    )


def _chunks(question: Question) -> Candidates:
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
    """The cosine of every candidate. The words choose alone where quoted text must occur, and where a question of stop
    words or signs means nothing: everything would be as near to it as anything.
    """
    worded = [key for key, _score in lexical]
    return dict(nearest(among=worded) if asked.phrases or not asked.is_telling else nearest(also=worded))


def _aged(question: Question, fused: list[Fused]) -> list[Fused]:
    """The candidates with how alive each memory is."""
    memory_ids = [one.id for one in fused if one.kind == "memory"]
    vitality = memories_read.vitality_of(question.space, memory_ids, now=question.now)
    return ageing.fuse_in(fused, vitality, weights=question.weights)


def _associated(question: Question, fused: list[Fused], query: str, request: SearchRequest) -> list[Fused]:
    """The candidates with what the question's keys and the keys of what was found lead to."""
    space, model, now = question.space, question.model, question.now
    narrowing, horizon = question.narrowing, question.horizon
    reached = keyed.of_question(
        space, query, question.vector, model=model, now=now, narrowing=narrowing, horizon=horizon
    )
    evidence = association.evident(fused, content_hit=float(model.thresholds["content_hit"]))
    starts = {one.id: Reached(one.score) for one in fused if one.id in evidence and one.score > 0}
    starts |= {key: one for key, one in reached.items() if key not in starts or one.score > starts[key].score}
    found = evidence | set(reached)
    for hop in range(2, MOST_HOPS + 1):
        if not starts or (hop > request.hops and len(found) >= request.limit):
            break
        starts = keyed.further(space, starts, known=found, now=now, narrowing=narrowing, horizon=horizon)
        reached |= starts
        found |= set(starts)
    listed = {one.id for one in fused}
    unlisted = [key for key in reached if key not in listed]
    vector = question.vector
    cosines = dict(_nearest(question, vector, among=unlisted)) if unlisted and vector is not None else {}
    return association.fuse_in(fused, reached, evidence=evidence, cosines=cosines, weights=question.weights)


def _places(question: Question, fused: Sequence[Fused]) -> dict[uuid.UUID, Place]:
    """Where the turns among the candidates stand."""
    chunk_ids = [one.id for one in fused if one.kind == "chunk"]
    turns = chunk_candidates.turns(question.space, chunk_ids)
    return {key: Place(document_id, index, session, speaker) for key, document_id, index, session, speaker in turns}


def _why_empty(request: SearchRequest, found: Ranking) -> str:
    return reasons.nothing(
        request,
        is_found=bool(found.fused),
        asked=found.question.asked,
        lexical_only=found.question.vector is None,
    )
