"""Erased sentences taken out of proposals, open and decided. What else is erased is `lifecycle`'s, which calls this."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection
from typing import Any

from django.db.models import Q

from memoryhub.core.blanking import blank_json
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.review import verbs
from memoryhub.review.models import Proposal
from memoryhub.review.services import outcome
from memoryhub.spaces.models import Space


@service
def blank(
    *,
    actor: Actor,
    space: Space,
    root_ids: Collection[uuid.UUID],
    document_ids: Collection[uuid.UUID],
    blank: Callable[[str], str],
) -> int:
    """Empty proposals about these chains, and overwrite what `blank` takes out of those from these documents.

    An open proposal about an erased chain is withdrawn. Returns how many proposals changed.
    """
    about = Q(document_id__in=set(document_ids))
    for root_id in root_ids:
        about |= Q(subject_ids__contains=str(root_id))
    wanted = {str(root_id) for root_id in root_ids}
    changed = 0
    for proposal in Proposal.objects.select_for_update().filter(about, space=space).order_by("pk"):
        concerned = bool(wanted & set(proposal.subject_ids))
        if concerned:
            payload, why = {}, {"rule": proposal.why.get("rule", "")}
        else:
            payload, why = blank_json(proposal.payload, blank), blank_json(proposal.why, blank)
        changed += _write(proposal, payload, why)
        if concerned and proposal.status == Proposal.Status.OPEN:
            outcome.close(proposal, Proposal.Status.WITHDRAWN)
            record(
                actor=actor, space_id=space.pk, verb=verbs.CLOSED, subject_kind="proposal", subject_id=proposal.pk,
                values={"status": proposal.status},
            )  # fmt: skip
    return changed


def _write(proposal: Proposal, payload: dict[str, Any], why: dict[str, Any]) -> bool:
    if (payload, why) == (proposal.payload, proposal.why):
        return False
    proposal.payload, proposal.why = payload, why
    proposal.save(update_fields=["payload", "why"])
    return True
