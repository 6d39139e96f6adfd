"""What becomes of an inference when a memory it was concluded from moves."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from memoryhub.core import clock
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record
from memoryhub.memories import chains, states, verbs
from memoryhub.memories.models import Memory
from memoryhub.memories.services import rows
from memoryhub.spaces.models import Space

SOURCE_FORGOTTEN = "source_forgotten"
SOURCE_CHANGED = "source_changed"


def source_moved(*, actor: Actor, space: Space, root_ids: Sequence[uuid.UUID], reason: str) -> None:
    """Inferences from these chains, and inferences from those: a pending one is withdrawn when its source was
    forgotten, an approved one goes back to review. The text a person wrote over an inference stays: they vouch for it.

    The caller holds the locks of `chains.with_derived(space, root_ids)`.
    """
    derived = chains.with_derived(space, root_ids) - set(root_ids)
    if not derived:
        return
    touched = Memory.objects.filter(
        space=space,
        root_id__in=derived,
        is_latest=True,
        is_inference=True,
        erased_at=None,
        review_status__in=[Memory.Review.PENDING, Memory.Review.APPROVED],
    ).order_by("pk")
    moved = [memory for memory in touched if _move(actor, memory, reason)]
    states.note(moved)


def _move(actor: Actor, memory: Memory, reason: str) -> bool:
    was = memory.review_status
    withdrawn = was == Memory.Review.PENDING and reason == SOURCE_FORGOTTEN
    memory.review_status = Memory.Review.WITHDRAWN if withdrawn else Memory.Review.PENDING
    memory.review_reason = reason
    memory.updated_at = clock.now()
    memory.save(update_fields=["review_status", "review_reason", "updated_at"])
    record(
        actor=actor,
        space_id=memory.space_id,
        verb=verbs.WITHDRAWN if withdrawn else verbs.RETURNED,
        subject_kind="memory",
        subject_id=memory.root_id,
        values=rows.values_of(memory, reason=reason, was=was),
    )
    return True
