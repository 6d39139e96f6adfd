"""Questions about what waits for a person and what people decided."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from memoryhub.core import errors
from memoryhub.memories.models import Memory, Relation
from memoryhub.review.models import Decision, Proposal
from memoryhub.spaces.models import Space

INFERENCE, SOURCE_CHANGED = "inference", "source_changed"
KINDS = (INFERENCE, SOURCE_CHANGED, "update", "merge", "flagged_text")


@dataclass(frozen=True, slots=True)
class Item:
    """One question of the queue. `subject_kind` is memory or proposal; `text` is what approval would serve."""

    subject_kind: str
    id: uuid.UUID
    kind: str
    text: str
    rule: str
    confidence: float
    at: datetime
    memory: Memory | None = None
    proposal: Proposal | None = None


def queue_for(space: Space, *, now: datetime, kinds: Collection[str] = KINDS) -> Sequence[Item]:
    """Everything open in the space, newest first: pending inferences and open proposals that nobody has snoozed."""
    unknown = set(kinds) - set(KINDS)
    if unknown:
        raise errors.InvalidInput("kind", f"kind must be one of {', '.join(KINDS)}.")
    items = [_of_memory(row) for row in pending_memories_of(space, now=now)]
    items += [_of_proposal(row) for row in open_proposals_of(space, now=now)]
    wanted = [item for item in items if item.kind in kinds]
    return sorted(wanted, key=lambda item: (item.at, item.id), reverse=True)


def pending_memories_of(space: Space, *, now: datetime) -> QuerySet[Memory]:
    """Inferences that wait."""
    unexpired = Q(forget_after__isnull=True) | Q(forget_after__gt=now)
    return Memory.objects.filter(
        unexpired, space=space, is_latest=True, review_status=Memory.Review.PENDING, forgotten_at=None, erased_at=None
    )


def open_proposals_of(space: Space, *, now: datetime) -> QuerySet[Proposal]:
    """Proposals that wait and are not snoozed."""
    awake = Q(snoozed_until__isnull=True) | Q(snoozed_until__lte=now)
    return Proposal.objects.filter(awake, space=space, status=Proposal.Status.OPEN)


def queue_length(space: Space, *, now: datetime) -> int:
    """How many questions are open, in two counts."""
    return pending_memories_of(space, now=now).count() + open_proposals_of(space, now=now).count()


def item_of(space: Space, subject_kind: str, subject_id: uuid.UUID) -> Item:
    """One question, open or decided; a memory by any version of an inference's chain. `errors.NotFound` otherwise."""
    if subject_kind == "proposal":
        proposal = Proposal.objects.filter(space=space, pk=subject_id).first()
        if proposal is not None:
            return _of_proposal(proposal)
    elif subject_kind == "memory":
        root = Memory.objects.filter(space=space, pk=subject_id).values_list("root_id", flat=True).first()
        memory = Memory.objects.filter(space=space, pk=root, is_inference=True).first()
        if memory is not None:
            return _of_memory(memory)
    raise errors.NotFound()


@dataclass(frozen=True, slots=True)
class Why:
    """The rule behind a question, and the memories it was concluded from or would change."""

    rule: str
    evidence: dict[str, Any]
    memories: Sequence[Memory]


def why(space: Space, item: Item) -> Why:
    """Why an item is in the queue, with its evidence as rows."""
    if item.proposal is not None:
        roots = [place["id"] for place in item.proposal.subjects]
        rows = {row.root_id: row for row in Memory.objects.filter(space=space, root_id__in=roots, is_latest=True)}
        return Why(item.rule, item.proposal.why, [rows[uuid.UUID(root)] for root in roots if uuid.UUID(root) in rows])
    relations = Relation.objects.select_related("older").filter(
        space=space, newer__root_id=item.id, kind=Relation.Kind.DERIVES, severed_at=None
    )
    edges = list(relations.order_by("older__created_at", "pk"))
    evidence = edges[0].evidence if edges else {}
    return Why(item.rule, evidence, [edge.older for edge in edges if edge.older.erased_at is None])


def decisions_of(space: Space) -> QuerySet[Decision]:
    """What people decided, newest first."""
    return Decision.objects.filter(space=space).order_by("-at", "-pk")


def _of_memory(memory: Memory) -> Item:
    changed = memory.review_reason == SOURCE_CHANGED or memory.review_reason == "source_forgotten"
    return Item(
        "memory",
        memory.root_id,
        SOURCE_CHANGED if changed else INFERENCE,
        memory.text,
        memory.change_rule,
        memory.confidence,
        memory.created_at,
        memory=memory,
    )


def _of_proposal(proposal: Proposal) -> Item:
    return Item(
        "proposal",
        proposal.pk,
        proposal.kind,
        str(proposal.payload.get("text", "")),
        str(proposal.why.get("rule", "")),
        proposal.confidence,
        proposal.created_at,
        proposal=proposal,
    )
