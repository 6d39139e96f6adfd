"""Sources of a memory: another document that says the same, and a document that says it no longer."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence

from memoryhub.core import clock, ids
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains, stable, verbs
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory, MemorySource
from memoryhub.memories.services import forgetting, rows
from memoryhub.spaces.models import Space

CONFIDENCE_STEP = 0.1
CONFIDENCE_MOST = 0.95
CONFIDENCE_LEAST = 0.05


@service
def add_source(*, actor: Actor, space: Space, memory: Memory, source: SourceDraft) -> bool:
    """Another document says the same; see `add_sources`."""
    return add_sources(actor=actor, space=space, pairs=[(memory, source)])[0]


@service
def add_sources(*, actor: Actor, space: Space, pairs: Sequence[tuple[Memory, SourceDraft]]) -> list[bool]:
    """Others say the same: for each pair one more source of the chain's latest version, and one step more confidence.

    False for a source that is known already; a document counts once for a memory.
    """
    latest = chains.lock(space, [memory.root_id for memory, _ in pairs])
    live = MemorySource.objects.filter(space=space, memory__in=[row.pk for row in latest.values()], ended_at=None)
    known: set[tuple[uuid.UUID, uuid.UUID | None]] = set(live.values_list("memory_id", "document_id"))
    fresh: list[tuple[Memory, SourceDraft]] = []
    added = []
    for memory, source in pairs:
        row = latest[memory.root_id]
        added.append((row.pk, source.document_id) not in known)
        if added[-1]:
            known.add((row.pk, source.document_id))
            fresh.append((row, source))
    rows.sources(fresh)
    for row, _ in fresh:
        row.source_count += 1
        row.confidence = max(row.confidence, min(CONFIDENCE_MOST, row.confidence + CONFIDENCE_STEP))
        row.updated_at = clock.now()
        _record(actor, row, verbs.SOURCE_ADDED)
    rows.save_support({row.pk: row for row, _ in fresh}.values())
    stable.moved([row for row, _ in fresh])
    return added


@service
def end_sources(
    *,
    actor: Actor,
    space: Space,
    document_id: uuid.UUID,
    reason: str,
    keep: Collection[uuid.UUID] = (),
    batch: uuid.UUID | None = None,
) -> list[uuid.UUID]:
    """A document no longer stands behind its memories, save those whose chains are in `keep`.

    Each loses one source and a step of confidence; a current one that has none left is forgotten with `reason`.
    Returns the roots of those forgotten.
    """
    live = MemorySource.objects.filter(space=space, document_id=document_id, ended_at=None)
    root_ids = set(live.values_list("memory__root_id", flat=True)) - set(keep)
    if not root_ids:
        return []
    chains.lock(space, chains.with_derived(space, root_ids))
    ending = list(live.select_related("memory").filter(memory__root_id__in=root_ids).order_by("memory_id"))
    MemorySource.objects.filter(pk__in=[row.pk for row in ending]).update(
        ended_at=clock.now(), ended_reason=reason, quote=""
    )
    orphans = [row.memory for row in ending if _lose_one(actor, row.memory)]
    if not orphans:
        return []
    gone = forgetting.forget(
        actor=actor,
        space=space,
        memory_ids=[memory.pk for memory in orphans],
        reason=reason,
        batch=batch or ids.new(),
    )
    return list(gone.root_ids)


def _lose_one(actor: Actor, memory: Memory) -> bool:
    memory.source_count = max(0, memory.source_count - 1)
    memory.confidence = max(CONFIDENCE_LEAST, memory.confidence - CONFIDENCE_STEP)
    _save(memory)
    _record(actor, memory, verbs.SOURCE_ENDED)
    return memory.source_count == 0 and memory.is_latest and memory.forgotten_at is None and memory.erased_at is None


def _save(memory: Memory) -> None:
    memory.updated_at = clock.now()
    memory.save(update_fields=["source_count", "confidence", "updated_at"])
    stable.moved([memory])


def _record(actor: Actor, memory: Memory, verb: str) -> None:
    record(
        actor=actor,
        space_id=memory.space_id,
        verb=verb,
        subject_kind="memory",
        subject_id=memory.root_id,
        values=rows.values_of(memory, sources=memory.source_count),
    )
