"""Questions about what waits for a person and what people decided."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from memoryhub.core import errors, paging
from memoryhub.core.paging import Page
from memoryhub.ledger import selectors as ledger
from memoryhub.memories import states
from memoryhub.memories.models import Memory, Relation
from memoryhub.review.models import Decision, Proposal
from memoryhub.spaces.models import Space

INFERENCE, SOURCE_CHANGED = "inference", "source_changed"
KINDS = (INFERENCE, SOURCE_CHANGED, "update", "merge", "flagged_text")
RETURNED = ("source_changed", "source_forgotten")


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


def queue_page(
    space: Space, *, now: datetime, kinds: Collection[str] = KINDS, size: int = 50, cursor: str | None = None
) -> Page[Item]:
    """One page of the queue, newest first; the order of `queue_for`."""
    returned = Q(review_reason__in=RETURNED)
    memories = pending_memories_of(space, now=now)
    if INFERENCE not in kinds:
        memories = memories.filter(returned)
    if SOURCE_CHANGED not in kinds:
        memories = memories.exclude(returned)
    proposals = open_proposals_of(space, now=now).filter(kind__in=kinds)
    scope = f"review {space.pk} {' '.join(sorted(kinds))}"
    page = paging.merged([memories, proposals], scope=scope, sort="-created_at", size=size, cursor=cursor)
    rows = [_of_memory(row) if isinstance(row, Memory) else _of_proposal(row) for row in page.rows]
    return Page(rows, page.next_cursor)


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
    """How many questions are open."""
    pending, proposals = pending_memories_of(space, now=now), open_proposals_of(space, now=now)
    return pending.order_by().values("pk").union(proposals.order_by().values("pk"), all=True).count()


def item_of(space: Space, subject_kind: str, subject_id: uuid.UUID) -> Item:
    """One question, open or decided; a memory by any version of an inference's chain. `errors.NotFound` otherwise."""
    if subject_kind == "proposal":
        proposal = Proposal.objects.filter(space=space, pk=subject_id).first()
        if proposal is not None:
            return _of_proposal(proposal)
    elif subject_kind == "memory":
        of_chain = Memory.objects.filter(space=space, pk=subject_id).values("root_id")
        memory = Memory.objects.filter(space=space, pk__in=of_chain, is_inference=True).first()
        if memory is not None:
            return _of_memory(memory)
    raise errors.NotFound()


def is_open(item: Item, *, now: datetime) -> bool:
    """Whether the question still waits."""
    if item.proposal is not None:
        return item.proposal.status == Proposal.Status.OPEN
    memory = item.memory
    return memory is not None and memory.is_latest and states.shown(memory, now) == states.PENDING


def is_stale(item: Item) -> bool:
    """Whether a subject of a proposal has moved past the version it was made from, so that approval would fail."""
    if item.proposal is None:
        return False
    bases = {uuid.UUID(place["id"]): place["base"] for place in item.proposal.subjects}
    latest = Memory.objects.filter(
        space_id=item.proposal.space_id, root_id__in=bases, is_latest=True, forgotten_at=None, erased_at=None
    )
    return dict(latest.values_list("root_id", "version")) != bases


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


@dataclass(frozen=True, slots=True)
class Decided:
    """Decisions of a while: all of them, the rejected, and those taken back since."""

    all: int
    rejected: int
    undone: int


def decided(space: Space, *, after: datetime) -> Decided:
    """What people decided since `after`, and how often they thought better of it."""
    rows = list(Decision.objects.filter(space=space, at__gte=after).values_list("entry_id", "verdict"))
    undone = ledger.undone_ids(space.pk, [entry_id for entry_id, _verdict in rows])
    rejected = sum(1 for _entry_id, verdict in rows if verdict == Decision.Verdict.REJECTED)
    return Decided(len(rows), rejected, len(undone))


def _of_memory(memory: Memory) -> Item:
    changed = memory.review_reason in RETURNED
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
