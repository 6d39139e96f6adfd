"""Forgetting and bringing back, and what that means for what was inferred."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from typing import Any

from memoryhub.core import clock, errors, ids
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains, states, verbs
from memoryhub.memories.drafts import Forgotten
from memoryhub.memories.models import Memory
from memoryhub.memories.services import deriving, rows
from memoryhub.spaces.models import Space


@service
def forget(
    *,
    actor: Actor,
    space: Space,
    memory_ids: Collection[uuid.UUID],
    reason: str = "forgotten",
    note: str = "",
    batch: uuid.UUID | None = None,
    merged_into: uuid.UUID | None = None,
) -> Forgotten:
    """Forget the chains of these versions, at once and on every read surface; older versions do not wake.

    Ids that are unknown or of another space are returned, not raised; forgetting twice changes nothing. What was
    inferred from a forgotten memory is withdrawn, or goes back to review when it had been approved.
    """
    batch = batch or ids.new()
    roots = chains.roots_of(space, memory_ids)
    latest = chains.lock(space, chains.with_derived(space, roots.values()))
    gone = [latest[root] for root in sorted(set(roots.values())) if latest[root].forgotten_at is None]
    gone = [memory for memory in gone if memory.erased_at is None]
    at = clock.now()
    for memory in gone:
        _record(actor, memory, verbs.FORGOTTEN, batch=batch, reason=reason)
    _save(
        gone,
        forgotten_at=at,
        updated_at=at,
        forget_reason=reason,
        forget_note=note,
        forget_batch=batch,
        merged_into=merged_into,
    )
    states.note(gone)
    deriving.source_moved(
        actor=actor, space=space, root_ids=[memory.root_id for memory in gone], reason=deriving.SOURCE_FORGOTTEN
    )
    unknown = tuple(sorted(set(memory_ids) - set(roots)))
    return Forgotten(batch, tuple(memory.root_id for memory in gone), unknown)


@service
def unforget(*, actor: Actor, space: Space, memory_ids: Collection[uuid.UUID]) -> Sequence[Memory]:
    """Bring forgotten chains back. Nothing inferred is approved again by that.

    Raises `errors.NotFound` for an id outside the space, `errors.Conflict` for an erased memory.
    """
    roots = chains.roots_of(space, memory_ids)
    if len(roots) != len(set(memory_ids)):
        raise errors.NotFound()
    latest = chains.lock(space, roots.values())
    back = [memory for _, memory in sorted(latest.items()) if memory.forgotten_at is not None]
    if any(memory.erased_at is not None for memory in latest.values()):
        raise errors.Conflict("An erased memory cannot come back.", code="erased")
    for memory in back:
        _record(actor, memory, verbs.UNFORGOTTEN, reason=memory.forget_reason)
    _save(
        back,
        forgotten_at=None,
        updated_at=clock.now(),
        forget_reason="",
        forget_note="",
        forget_batch=None,
        merged_into=None,
    )
    states.note(back)
    return back


def _save(memories: Sequence[Memory], **values: Any) -> None:
    """Give all of them the same values, in one statement."""
    Memory.objects.filter(pk__in=[memory.pk for memory in memories]).update(**values)
    for memory in memories:
        for name, value in values.items():
            setattr(memory, name, value)


def _record(actor: Actor, memory: Memory, verb: str, *, reason: str, batch: uuid.UUID | None = None) -> None:
    record(
        actor=actor,
        space_id=memory.space_id,
        verb=verb,
        subject_kind="memory",
        subject_id=memory.root_id,
        values=rows.values_of(memory, reason=reason),
        batch=batch,
    )
