"""Rows the services write: a version with its vector and state."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence

from django.db import connection

from memoryhub.ai import storing
from memoryhub.core import bulk, clock, ids
from memoryhub.ledger.actor import Actor
from memoryhub.memories.drafts import Draft, SourceDraft
from memoryhub.memories.models import Memory, MemorySource, MemoryVector
from memoryhub.memories.texts import Prepared
from memoryhub.spaces.models import Space


def first_version(actor: Actor, space: Space, draft: Draft) -> Memory:
    """The unsaved first version of a new chain."""
    memory_id = ids.new()
    pending = Memory.Review.PENDING if draft.is_inference else None
    return Memory(
        id=memory_id,
        root_id=memory_id,
        is_inference=draft.is_inference,
        review_status=pending,
        **_values(actor, space, draft),
    )


def next_version(actor: Actor, space: Space, latest: Memory, draft: Draft) -> Memory:
    """The unsaved version after `latest`."""
    return Memory(
        id=ids.new(),
        root_id=latest.root_id,
        parent_id=latest.pk,
        version=latest.version + 1,
        **_values(actor, space, draft),
    )


def _values(actor: Actor, space: Space, draft: Draft) -> dict[str, object]:
    at, prepared = clock.now(), draft.prepared
    return {
        "space": space,
        "text": prepared.text,
        "text_hash": prepared.text_hash,
        "language": prepared.language,
        "tokens": list(prepared.tokens),
        "length": len(prepared.tokens),
        "is_static": draft.is_static,
        "confidence": draft.confidence,
        "source_count": len(draft.stands_on),
        "forget_after": draft.forget_after,
        "valid_from": draft.valid_from,
        "valid_to": draft.valid_to,
        "trust": draft.trust,
        "origin": draft.origin,
        "change_rule": draft.rule,
        "written_by_kind": actor.kind,
        "written_by_id": actor.id,
        "metadata": draft.metadata,
        "created_at": at,
        "updated_at": at,
    }


def vectors(pairs: Sequence[tuple[Memory, Prepared]]) -> None:
    """Store the embedding of each version."""
    if pairs:
        row, prepared = pairs[0]
        storing.insert(
            MemoryVector,
            "memory",
            [(row.pk, prepared.vector) for row, prepared in pairs],
            space_id=row.space_id,
            model_id=prepared.model_id,
        )


def sources(pairs: Sequence[tuple[Memory, SourceDraft]]) -> None:
    """Store where each version comes from."""
    bulk.insert(
        [
            MemorySource(
                id=ids.new(),
                space_id=row.space_id,
                memory_id=row.pk,
                document_id=draft.document_id,
                chunk_id=draft.chunk_id,
                start=draft.start,
                end=draft.end,
                quote=draft.quote,
                relevance=draft.relevance,
                created_at=clock.now(),
            )
            for row, draft in pairs
        ]
    )


def save_support(memories: Collection[Memory]) -> None:
    """Write how many sources stand behind each of these rows, and how sure that makes it."""
    if not memories:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE memories_memory AS memory SET source_count = given.count, confidence = given.confidence,"
            " updated_at = given.at FROM unnest(%s::uuid[], %s::int[], %s::float8[], %s::timestamptz[])"
            " AS given (id, count, confidence, at) WHERE memory.id = given.id",
            [
                [row.pk for row in memories],
                [row.source_count for row in memories],
                [row.confidence for row in memories],
                [row.updated_at for row in memories],
            ],
        )


def values_of(memory: Memory, **more: object) -> dict[str, object]:
    """What every ledger entry about a memory says: the row, its version, and what the verb adds."""
    return {"id": str(memory.pk), "version": memory.version, **more}


def subject(memory: Memory) -> uuid.UUID:
    """Entries name the chain, so that a later entry about any version counts as touching it."""
    return memory.root_id
