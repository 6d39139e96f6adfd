"""Relations between memories, and the joining of two chains."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F

from memoryhub.core import clock, errors, ids
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains, followers, verbs
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import Memory, MemorySource, Relation
from memoryhub.memories.services import forgetting, revising
from memoryhub.spaces.models import Space

MERGED_INTO = "merged_into"


@service
def relate(
    *,
    actor: Actor,
    space: Space,
    newer_id: uuid.UUID,
    older_id: uuid.UUID,
    kind: str,
    rule: str = "",
    confidence: float = 1.0,
    evidence: dict[str, Any] | None = None,
) -> Relation:
    """Say that `newer` extends, or was derived from, `older`. The same relation twice is the same row.

    Raises `errors.NotFound` for an id outside the space, `errors.InvalidInput` for a memory related to itself and for
    an unknown kind, `errors.Conflict` for two versions of one chain (their relation is their order).
    """
    if kind not in Relation.Kind.values:
        raise errors.InvalidInput("kind", "kind must be extends or derives; an update is made with supersede.")
    newer, older = _pair(space, newer_id, older_id)
    relation = _between(newer, older, kind)
    if relation is not None and relation.severed_at is None:
        return relation
    if relation is None:
        relation = Relation(
            id=ids.new(),
            space=space,
            newer=newer,
            older=older,
            kind=kind,
            rule=rule,
            confidence=confidence,
            evidence=evidence or {},
            created_at=clock.now(),
        )
    relation.severed_at = None
    relation.save()
    _record(actor, relation, verbs.RELATED)
    return relation


@service
def sever(*, actor: Actor, space: Space, relation_id: uuid.UUID) -> Relation:
    """Cut a relation; it is kept and can be made again. Cutting twice changes nothing."""
    relation = _locked(space, relation_id)
    if relation.severed_at is None:
        relation.severed_at = clock.now()
        relation.save(update_fields=["severed_at"])
        _record(actor, relation, verbs.SEVERED)
    return relation


@service
def sever_many(
    *, actor: Actor, space: Space, relation_ids: Collection[uuid.UUID], batch: uuid.UUID
) -> Sequence[Relation]:
    """Cut relations as one batch; returns those that were cut. What is cut already, or is gone, is left out."""
    held = Relation.objects.select_for_update().filter(space=space, pk__in=set(relation_ids), severed_at=None)
    found = list(held.order_by("pk"))
    for relation in found:
        relation.severed_at = clock.now()
        _record(actor, relation, verbs.SEVERED, batch=batch)
    Relation.objects.bulk_update(found, ["severed_at"], batch_size=500)
    return found


@service
def confirm(*, actor: Actor, space: Space, relation_id: uuid.UUID) -> Relation:
    """A person says that a relation holds; its rule and confidence stay as they were found. Twice changes nothing.

    Raises `errors.NotFound` for an id outside the space, `errors.Conflict` for a relation that is cut.
    """
    relation = _locked(space, relation_id)
    if relation.severed_at is not None:
        raise errors.Conflict("The link has been cut.", code="severed")
    return relation if relation.confirmed_at else _confirmed(actor, relation, clock.now(), verbs.CONFIRMED)


@service
def unconfirm(*, actor: Actor, space: Space, relation_id: uuid.UUID) -> Relation:
    """Take a confirmation back; without one nothing changes."""
    relation = _locked(space, relation_id)
    return _confirmed(actor, relation, None, verbs.UNCONFIRMED) if relation.confirmed_at else relation


def _confirmed(actor: Actor, relation: Relation, at: datetime | None, verb: str) -> Relation:
    relation.confirmed_at = at
    relation.save(update_fields=["confirmed_at"])
    _record(actor, relation, verb)
    return relation


def _locked(space: Space, relation_id: uuid.UUID) -> Relation:
    relation = Relation.objects.select_for_update().filter(space=space, pk=relation_id).first()
    if relation is None:
        raise errors.NotFound()
    return relation


@service
def supersede(*, actor: Actor, space: Space, older_id: uuid.UUID, newer_id: uuid.UUID, rule: str = "") -> Memory:
    """Say that the memory `newer` replaces `older`: its text becomes the next version of the older chain, with its
    sources and keys, and its own chain is retired as merged. Returns that version. No chain is ever re-rooted.

    `errors.Conflict` when one of them is erased, forgotten or in review, or when `newer` has expired.
    """
    newer, older = _pair(space, newer_id, older_id, derived=True)
    for memory in (newer, older):
        revising.refuse_unless_open(memory)
    if revising.is_past(newer.forget_after):
        raise errors.Conflict("The newer memory has expired.", code="expired")
    draft = replace(revising.copy_of(newer, rule=rule), sources=_sources_of(newer))
    memory = revising.add_version(actor, space, older, draft, verb=verbs.REVISED, merged=str(newer.root_id))
    followers.new_version(newer, memory)
    forgetting.forget(actor=actor, space=space, memory_ids=[newer.pk], reason=MERGED_INTO, merged_into=memory.root_id)
    return memory


def _between(newer: Memory, older: Memory, kind: str) -> Relation | None:
    """The relation of these two chains, whichever versions it was made for; one that is not cut before one that is."""
    return (
        Relation.objects.filter(
            space_id=newer.space_id, newer__root_id=newer.root_id, older__root_id=older.root_id, kind=kind
        )
        .order_by(F("severed_at").desc(nulls_first=True), "pk")
        .first()
    )


def _sources_of(memory: Memory) -> tuple[SourceDraft, ...]:
    live = MemorySource.objects.filter(space_id=memory.space_id, memory=memory, ended_at=None)
    return tuple(
        SourceDraft(row.document_id, row.chunk_id, row.start, row.end, row.quote, row.relevance) for row in live
    )


def _pair(space: Space, newer_id: uuid.UUID, older_id: uuid.UUID, *, derived: bool = False) -> tuple[Memory, Memory]:
    roots = chains.roots_of(space, [newer_id, older_id])
    if newer_id not in roots or older_id not in roots:
        raise errors.NotFound()
    if newer_id == older_id:
        raise errors.InvalidInput("older_id", "A memory cannot be related to itself.")
    if roots[newer_id] == roots[older_id]:
        raise errors.Conflict("Both are versions of one memory; their order is their relation.", code="same_chain")
    wanted = chains.with_derived(space, roots.values()) if derived else set(roots.values())
    latest = chains.lock(space, wanted)
    newer, older = latest[roots[newer_id]], latest[roots[older_id]]
    if newer.erased_at is not None or older.erased_at is not None:
        raise errors.Conflict("An erased memory cannot be related.", code="erased")
    return newer, older


def _record(actor: Actor, relation: Relation, verb: str, *, batch: uuid.UUID | None = None) -> None:
    record(
        actor=actor,
        space_id=relation.space_id,
        verb=verb,
        subject_kind="relation",
        subject_id=relation.pk,
        values={"kind": relation.kind, "newer": str(relation.newer_id), "older": str(relation.older_id)},
        batch=batch,
    )
