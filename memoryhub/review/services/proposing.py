"""Asking a person, and no longer asking."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Sequence
from typing import Any

from memoryhub.core import clock, ids, locks
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.memories import chains
from memoryhub.memories.models import Memory
from memoryhub.review import verbs
from memoryhub.review.models import Proposal
from memoryhub.review.services import outcome
from memoryhub.spaces.models import Space


@service
def propose(
    *,
    actor: Actor,
    space: Space,
    kind: str,
    subjects: Sequence[Memory],
    payload: dict[str, Any],
    why: dict[str, Any],
    confidence: float = 0.5,
    document_id: uuid.UUID | None = None,
) -> Proposal | None:
    """Ask a person about a change. None when the same question is open or was rejected for these very versions."""
    places = [{"id": str(row.root_id), "base": row.version} for row in subjects]
    fingerprint = fingerprint_of(kind, places, payload)
    asked = Proposal.objects.filter(
        space=space, fingerprint=fingerprint, status__in=[Proposal.Status.OPEN, Proposal.Status.REJECTED]
    )
    if not subjects:  # then there is no chain to wait at
        locks.names([f"{space.pk}:{fingerprint}"])
    chains.lock(space, [row.root_id for row in subjects])
    if asked.exists():
        return None
    proposal = Proposal.objects.create(
        id=ids.new(),
        space=space,
        kind=kind,
        subjects=places,
        subject_ids=[place["id"] for place in places],
        document_id=document_id,
        payload=payload,
        fingerprint=fingerprint,
        why=why,
        confidence=confidence,
        created_at=clock.now(),
    )
    record(
        actor=actor,
        space_id=space.pk,
        verb=verbs.PROPOSED,
        subject_kind="proposal",
        subject_id=proposal.pk,
        values={"kind": kind, "rule": why.get("rule", ""), "subjects": proposal.subject_ids},
    )
    return proposal


@service
def withdraw_for_document(*, actor: Actor, space: Space, document_id: uuid.UUID) -> int:
    """Close the open proposals a document gave rise to, since it is gone or says something else; returns how many."""
    rows_ = list(
        Proposal.objects.select_for_update()
        .filter(space=space, document_id=document_id, status=Proposal.Status.OPEN)
        .order_by("pk")
    )
    for proposal in rows_:
        outcome.close(proposal, Proposal.Status.WITHDRAWN)
        record(
            actor=actor,
            space_id=space.pk,
            verb=verbs.CLOSED,
            subject_kind="proposal",
            subject_id=proposal.pk,
            values={"status": proposal.status},
        )
    return len(rows_)


def fingerprint_of(kind: str, places: Sequence[dict[str, Any]], payload: dict[str, Any]) -> str:
    """Equal questions have equal fingerprints."""
    body = json.dumps([kind, sorted(places, key=str), payload.get("text", "")], sort_keys=True, default=str)
    return hashlib.sha256(body.encode()).hexdigest()
