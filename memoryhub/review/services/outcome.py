"""What every decision shares: the checks before it, and the row and entry that record it."""

from __future__ import annotations

import uuid
from typing import Any

from memoryhub.core import clock, errors, ids
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record
from memoryhub.review import verbs
from memoryhub.review.models import Decision, Proposal
from memoryhub.spaces.models import Space

REASONS = ("not_true", "too_vague", "private", "duplicate", "not_durable", "other")
_VERB = {Decision.Verdict.APPROVED: verbs.APPROVED, Decision.Verdict.REJECTED: verbs.REJECTED}


def check_reason(reason: str) -> None:
    """`errors.InvalidInput` for anything but one of `REASONS`."""
    if reason not in REASONS:
        raise errors.InvalidInput("reason", f"reason must be one of {', '.join(REASONS)}.")


def proposal_of(space: Space, proposal_id: uuid.UUID) -> Proposal:
    """One proposal of the space; `errors.NotFound` otherwise."""
    proposal = Proposal.objects.filter(space=space, pk=proposal_id).first()
    if proposal is None:
        raise errors.NotFound()
    return proposal


def lock_open(space: Space, proposal_id: uuid.UUID) -> Proposal:
    """The proposal, locked; `errors.Conflict` (`already_decided`) when it is not open any more."""
    proposal = Proposal.objects.select_for_update().filter(space=space, pk=proposal_id).first()
    if proposal is None:
        raise errors.NotFound()
    if proposal.status != Proposal.Status.OPEN:
        raise errors.Conflict(
            f"This proposal is {proposal.status} already.", code="already_decided", status=proposal.status
        )
    return proposal


def close(proposal: Proposal, status: str) -> None:
    """Take a proposal out of the queue."""
    proposal.status, proposal.closed_at = status, clock.now()
    proposal.save(update_fields=["status", "closed_at"])


def decide(
    actor: Actor,
    space: Space,
    kind: str,
    subject_id: uuid.UUID,
    verdict: Decision.Verdict,
    *,
    rule: str,
    values: dict[str, Any],
    reason: str = "",
    note: str = "",
    batch: uuid.UUID | None = None,
) -> Decision:
    """Record a decision, as a row with its note and as an entry without."""
    entry = record(
        actor=actor,
        space_id=space.pk,
        verb=_VERB[verdict],
        subject_kind=kind,
        subject_id=subject_id,
        values={"rule": rule, "reason": reason, **values},
        batch=batch,
    )
    return Decision.objects.create(
        id=ids.new(),
        space=space,
        subject_kind=kind,
        subject_id=subject_id,
        verdict=verdict,
        reason=reason,
        note=note,
        rule=rule,
        actor_kind=actor.kind,
        actor_id=actor.id,
        entry_id=entry.pk,
        at=clock.now(),
    )
