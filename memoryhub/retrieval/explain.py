"""Why a memory is not among the answers to a question: its state, a filter, the threshold, or others before it."""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memoryhub.core import clock, errors
from memoryhub.core.narrowing import Narrowing
from memoryhub.memories import sight, states
from memoryhub.memories.models import Memory
from memoryhub.retrieval import reasons, search, serving
from memoryhub.retrieval.request import Hit, SearchRequest
from memoryhub.retrieval.search import Question, Ranking
from memoryhub.spaces.access import Access


@dataclass(frozen=True, slots=True)
class Why:
    """What stands between a version and the answers; `reason` is a state that is not current, or one of `reasons`.

    `replaced_by` is what is served in its place: the latest version, or the memory it was merged into. `filters` are
    the names of those that leave it out. `rank` counts from 1 among what the threshold leaves, and `hit` has the parts
    of its score, where it was a candidate; `similarity` is known beyond that, None where nothing could be embedded.
    """

    memory: Memory
    state: str
    reason: str
    says: str
    replaced_by: Memory | None = None
    filters: Sequence[str] = ()
    similarity: float | None = None
    rank: int | None = None
    hit: Hit | None = None


def of(access: Access, request: SearchRequest, memory_id: uuid.UUID) -> Why:
    """Why this version is where it is in the answers to the request.

    Raises `errors.NotFound` for a version that is not for the caller, as for one of another space or of none, and
    `errors.InvalidInput` for a request that cannot be asked or the id of a document.
    """
    request.checked()
    now = clock.now()
    latest = sight.latest(access, memory_id, now=now)
    memory = sight.history(access, memory_id, now=now).filter(pk=memory_id).first()
    if memory is None:
        raise errors.NotFound()
    return among(access, request, [(memory, latest)])[0]


def among(access: Access, request: SearchRequest, versions: Sequence[tuple[Memory, Memory]]) -> list[Why]:
    """The same for several versions that are for the caller, each with the latest of its chain, by one search."""
    ranked = functools.cache(lambda: search.ranking(request))
    now = clock.now()
    return [
        _by_state(access, request, memory, latest, now)
        or _by_request(request, memory)
        or _by_rank(request, ranked, memory)
        for memory, latest in versions
    ]


def _by_state(access: Access, request: SearchRequest, memory: Memory, latest: Memory, now: datetime) -> Why | None:
    seen = request.horizon.q(request.space, now)
    if Memory.objects.filter(seen, space=request.space, pk=memory.pk).exists():
        return None
    state = states.shown(memory, now)
    hidden_by_moment = request.horizon and states.shown(latest, now) == states.CURRENT
    reason = reasons.MOMENT if hidden_by_moment else state
    return Why(memory, state, reason, reasons.why(reason), replaced_by=_in_its_place(access, memory, latest, now))


def _in_its_place(access: Access, memory: Memory, latest: Memory, now: datetime) -> Memory | None:
    if latest.pk != memory.pk:
        return latest
    if memory.merged_into is None:
        return None
    try:
        return sight.latest(access, memory.merged_into, now=now)
    except errors.NotFound:
        return None


def _by_request(request: SearchRequest, memory: Memory) -> Why | None:
    state = states.shown(memory, clock.now())
    if request.mode == "documents":
        return Why(memory, state, reasons.MODE, reasons.why(reasons.MODE))
    if names := [name for name, alone in _filters(request.narrowing) if not _passes(memory, alone)]:
        says = reasons.why(reasons.FILTERS, filters=", ".join(names))
        return Why(memory, state, reasons.FILTERS, says, filters=names)
    return None


def _filters(narrowing: Narrowing) -> list[tuple[str, Narrowing]]:
    """Each of the filters by itself, by name."""
    return [(name, Narrowing(**{name: value})) for name, value in narrowing.given().items()]


def _passes(memory: Memory, narrowing: Narrowing) -> bool:
    return Memory.objects.filter(narrowing.q(), space_id=memory.space_id, pk=memory.pk).exists()


def _by_rank(request: SearchRequest, ranked: Callable[[], Ranking], memory: Memory) -> Why:
    found = ranked()
    listed = next((one for one in found.fused if one.id == memory.pk), None)
    hit = next(iter(serving.hits_of(found, [listed])), None) if listed else None
    similarity = hit.similarity if hit else search.similarity_of(found, memory.pk)
    state = states.shown(memory, clock.now())
    why = Why(memory, state, reasons.OUTRANKED, "", similarity=similarity, hit=hit)
    missing = [phrase for phrase in found.question.asked.phrases if phrase.lower() not in memory.text.lower()]
    if missing:
        return _saying(why, reasons.QUOTED, phrases=", ".join(missing))
    if similarity is not None and similarity < request.threshold:
        return _saying(why, reasons.THRESHOLD, similarity=similarity, threshold=request.threshold)
    if listed is None:
        return _saying(why, _unlisted(found.question))
    rank = 1 + [one.id for one in found.kept].index(memory.pk)
    reason = reasons.FOUND if rank <= request.limit else reasons.OUTRANKED
    return replace(_saying(why, reason, rank=rank, limit=request.limit), rank=rank)


def _unlisted(question: Question) -> str:
    if not question.asked.is_telling:
        return reasons.UNTELLING
    return reasons.WORDLESS if question.vector is None else reasons.TOO_FAR


def _saying(why: Why, reason: str, **values: object) -> Why:
    return replace(why, reason=reason, says=reasons.why(reason, **values))
