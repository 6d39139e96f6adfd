"""Decisions on what the hub inferred: pending rows, always the first version of their chain."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Sequence

from memoryhub.core import clock, errors
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.memories import chains, states, texts
from memoryhub.memories.drafts import Draft
from memoryhub.memories.models import Memory
from memoryhub.memories.services import revising
from memoryhub.memories.verbs import REVISED
from memoryhub.review.models import Decision
from memoryhub.review.services import outcome
from memoryhub.spaces.models import Space

EDITED = "edited"


def approve_memory(*, actor: Actor, space: Space, memory_id: uuid.UUID, text: str | None = None) -> Memory:
    """Approve an inference; with `text`, in the reviewer's words: version 1 is withdrawn and version 2 says that.

    Raises `errors.Conflict` when it is not pending (`details["status"]` says what it is).
    """
    prepared = None if text is None else texts.prepare([text])[0]
    return _approve_memory(actor=actor, space=space, memory_id=memory_id, prepared=prepared)


@service
def _approve_memory(*, actor: Actor, space: Space, memory_id: uuid.UUID, prepared: texts.Prepared | None) -> Memory:
    return _approve(actor, space, _pending(space, memory_id), prepared)


@service
def approve_memories(
    *, actor: Actor, space: Space, memory_ids: Collection[uuid.UUID], batch: uuid.UUID
) -> Sequence[Memory]:
    """Approve inferences as they are, as one batch; returns them. What is not pending (any more) is left as it is."""
    return _each(space, memory_ids, lambda memory: _approve(actor, space, memory, None, batch=batch))


@service
def decline_memories(
    *, actor: Actor, space: Space, memory_ids: Collection[uuid.UUID], reason: str, batch: uuid.UUID
) -> Sequence[Memory]:
    """Reject inferences with one of `REASONS`, as one batch; returns them. What is not pending is left as it is."""
    outcome.check_reason(reason)
    return _each(space, memory_ids, lambda memory: _decline(actor, space, memory, reason, batch=batch))


def _each(space: Space, memory_ids: Collection[uuid.UUID], act: Callable[[Memory], Memory]) -> Sequence[Memory]:
    latest = chains.lock(space, chains.roots_of(space, memory_ids).values())
    return [act(memory) for _, memory in sorted(latest.items()) if states.of(memory) == states.PENDING]


def _approve(
    actor: Actor, space: Space, memory: Memory, prepared: texts.Prepared | None, *, batch: uuid.UUID | None = None
) -> Memory:
    edited = prepared is not None and prepared.text != memory.text
    memory.review_status = Memory.Review.WITHDRAWN if edited else Memory.Review.APPROVED
    memory.review_reason = EDITED if edited else ""
    _save_review(memory)
    result = memory
    if edited and prepared is not None:
        draft = Draft(prepared, is_static=memory.is_static, confidence=memory.confidence, rule=EDITED)
        draft = revising.keeping_end(draft, memory)
        result = revising.add_version(actor, space, memory, draft, verb=REVISED, inferences_return=False)
    else:
        states.note([memory])
    outcome.decide(
        actor,
        space,
        "memory",
        memory.root_id,
        Decision.Verdict.APPROVED,
        rule=memory.change_rule,
        values={"version": result.version, "edited": edited},
        batch=batch,
    )
    return result


@service
def decline_memory(*, actor: Actor, space: Space, memory_id: uuid.UUID, reason: str, note: str = "") -> Memory:
    """Reject an inference with one of `REASONS`; it is kept, never served, and not proposed again."""
    outcome.check_reason(reason)
    return _decline(actor, space, _pending(space, memory_id), reason, note=note)


def _decline(
    actor: Actor, space: Space, memory: Memory, reason: str, *, note: str = "", batch: uuid.UUID | None = None
) -> Memory:
    memory.review_status, memory.review_reason = Memory.Review.DECLINED, reason
    _save_review(memory)
    states.note([memory])
    outcome.decide(
        actor,
        space,
        "memory",
        memory.root_id,
        Decision.Verdict.REJECTED,
        reason=reason,
        note=note,
        rule=memory.change_rule,
        values={"version": memory.version},
        batch=batch,
    )
    return memory


def _pending(space: Space, memory_id: uuid.UUID) -> Memory:
    memory = chains.lock_one(space, memory_id)
    if states.of(memory) != states.PENDING:
        gone = states.of(memory) if states.of(memory) in {states.ERASED, states.FORGOTTEN} else None
        status = gone or memory.review_status or "not_an_inference"
        raise errors.Conflict(f"This is not pending: it is {status}.", code="not_pending", status=status)
    return memory


def _save_review(memory: Memory) -> None:
    memory.updated_at = clock.now()
    memory.save(update_fields=["review_status", "review_reason", "updated_at"])
