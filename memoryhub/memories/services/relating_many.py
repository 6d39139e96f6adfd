"""Many relations at once, in as many queries as one takes."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from memoryhub.core import clock, errors, ids
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains, verbs
from memoryhub.memories.models import Relation
from memoryhub.spaces.models import Space


@dataclass(frozen=True, slots=True)
class RelationDraft:
    """That the memory `newer_id` extends, or was derived from, `older_id`, of another chain."""

    newer_id: uuid.UUID
    older_id: uuid.UUID
    kind: str
    rule: str = ""
    confidence: float = 1.0
    evidence: dict[str, Any] = field(default_factory=dict)


@service
def relate_many(*, actor: Actor, space: Space, drafts: Sequence[RelationDraft]) -> list[Relation]:
    """Make the relations that were never made between these chains; one that somebody has cut stays cut.

    Raises `errors.NotFound` for an id outside the space, `errors.Conflict` for an erased memory and for two versions
    of one chain.
    """
    if not drafts:
        return []
    roots = chains.roots_of(space, [each for draft in drafts for each in (draft.newer_id, draft.older_id)])
    pairs = [_pair(roots, draft) for draft in drafts]
    latest = chains.lock(space, roots.values())
    if any(memory.erased_at is not None for memory in latest.values()):
        raise errors.Conflict("An erased memory cannot be related.", code="erased")
    known = set(
        Relation.objects.filter(space=space, newer__root_id__in=[newer for newer, _ in pairs]).values_list(
            "newer__root_id", "older__root_id", "kind"
        )
    )
    fresh = {
        (*pair, draft.kind): _relation(space, latest[pair[0]].pk, latest[pair[1]].pk, draft)
        for pair, draft in zip(pairs, drafts, strict=True)
        if (*pair, draft.kind) not in known
    }
    Relation.objects.bulk_create(fresh.values())
    for relation in fresh.values():
        _record(actor, relation)
    return list(fresh.values())


def _pair(roots: dict[uuid.UUID, uuid.UUID], draft: RelationDraft) -> tuple[uuid.UUID, uuid.UUID]:
    if draft.newer_id not in roots or draft.older_id not in roots:
        raise errors.NotFound()
    pair = roots[draft.newer_id], roots[draft.older_id]
    if pair[0] == pair[1]:
        raise errors.Conflict("Both are versions of one memory; their order is their relation.", code="same_chain")
    return pair


def _relation(space: Space, newer_id: uuid.UUID, older_id: uuid.UUID, draft: RelationDraft) -> Relation:
    return Relation(
        id=ids.new(),
        space=space,
        newer_id=newer_id,
        older_id=older_id,
        kind=draft.kind,
        rule=draft.rule,
        confidence=draft.confidence,
        evidence=draft.evidence,
        created_at=clock.now(),
    )


def _record(actor: Actor, relation: Relation) -> None:
    record(
        actor=actor,
        space_id=relation.space_id,
        verb=verbs.RELATED,
        subject_kind="relation",
        subject_id=relation.pk,
        values={"kind": relation.kind, "newer": str(relation.newer_id), "older": str(relation.older_id)},
    )
