"""Decisions on proposals: carried out, or left as they are."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from memoryhub.core import errors
from memoryhub.documents.models import Chunk
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.memories import chains, texts
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import Draft, SourceDraft
from memoryhub.memories.models import Memory
from memoryhub.review.models import Decision, Proposal
from memoryhub.review.services import outcome
from memoryhub.spaces.models import Space


def approve_proposal(*, actor: Actor, space: Space, proposal_id: uuid.UUID, text: str | None = None) -> Proposal:
    """Carry out a proposal, with the reviewer's words where `text` is given.

    Raises `errors.Conflict`: `already_decided`, or `stale` when a subject has moved past the version it was made from.
    """
    proposal = outcome.proposal_of(space, proposal_id)
    wanted = text if text is not None else proposal.payload.get("text")
    prepared = texts.prepare([wanted])[0] if isinstance(wanted, str) and wanted else None
    return _approve_proposal(actor=actor, space=space, proposal_id=proposal_id, prepared=prepared)


@service
def _approve_proposal(
    *, actor: Actor, space: Space, proposal_id: uuid.UUID, prepared: texts.Prepared | None
) -> Proposal:
    seen = outcome.proposal_of(space, proposal_id)
    roots = [uuid.UUID(place["id"]) for place in seen.subjects]
    latest = chains.lock(space, chains.with_derived(space, roots))
    proposal = outcome.lock_open(space, proposal_id)
    refuse_stale(proposal, latest)
    memory, wrote = _carry_out(actor, space, proposal, latest, prepared)
    outcome.close(proposal, Proposal.Status.APPROVED)
    outcome.decide(
        actor,
        space,
        "proposal",
        proposal.pk,
        Decision.Verdict.APPROVED,
        rule=str(proposal.why.get("rule", "")),
        values={
            "kind": proposal.kind,
            "memory": str(memory.root_id),
            "version": memory.version,
            # What said so already is left alone when the approval is taken back.
            "wrote": wrote,
        },
    )
    return proposal


@service
def reject_proposal(*, actor: Actor, space: Space, proposal_id: uuid.UUID, reason: str, note: str = "") -> Proposal:
    """Leave everything as it is, with one of `REASONS`; the same question is not asked again for these versions."""
    outcome.check_reason(reason)
    proposal = outcome.lock_open(space, proposal_id)
    outcome.close(proposal, Proposal.Status.REJECTED)
    outcome.decide(
        actor,
        space,
        "proposal",
        proposal.pk,
        Decision.Verdict.REJECTED,
        reason=reason,
        note=note,
        rule=str(proposal.why.get("rule", "")),
        values={"kind": proposal.kind},
    )
    return proposal


def refuse_stale(proposal: Proposal, latest: dict[uuid.UUID, Memory]) -> None:
    """409 when a subject is gone, forgotten, or past its base version."""
    for place in proposal.subjects:
        memory = latest.get(uuid.UUID(place["id"]))
        gone = memory is None or memory.forgotten_at is not None or memory.erased_at is not None
        if memory is None or gone or memory.version != place["base"]:
            raise errors.Conflict("What this proposal would change has changed since.", code="stale")


def _carry_out(
    actor: Actor, space: Space, proposal: Proposal, latest: dict[uuid.UUID, Memory], prepared: texts.Prepared | None
) -> tuple[Memory, bool]:
    """The memory that says it now, and whether that had to be written."""
    rule = str(proposal.why.get("rule", ""))
    if proposal.kind == Proposal.Kind.FLAGGED_TEXT:
        draft = Draft(_text_of(prepared), sources=_sources(space, proposal), trust="flagged", rule="approved")
        remembered = memories.remember(actor=actor, space=space, draft=draft)
        return remembered.memory, remembered.created
    first, *others = (latest[uuid.UUID(place["id"])] for place in proposal.subjects)
    if proposal.kind == Proposal.Kind.MERGE:
        merged = memories.supersede(actor=actor, space=space, older_id=first.pk, newer_id=others[0].pk, rule=rule)
        return merged, True
    draft = Draft(
        _text_of(prepared),
        is_static=first.is_static,
        confidence=proposal.confidence,
        rule=rule,
        sources=_sources(space, proposal),
        valid_from=_moment(proposal.payload.get("valid_from")),
    )
    revised = memories.revise(actor=actor, space=space, memory_id=first.pk, draft=draft)
    return revised, revised.pk != first.pk


def _text_of(prepared: texts.Prepared | None) -> texts.Prepared:
    if prepared is None:
        raise errors.InvalidInput("text", "This proposal has no text to write.")
    return prepared


def _sources(space: Space, proposal: Proposal) -> tuple[SourceDraft, ...]:
    """The evidence as sources; a chunk that has been made anew since is left out, its document stays."""
    given = proposal.payload.get("sources", [])
    wanted = [source["chunk_id"] for source in given if source.get("chunk_id")]
    present = {str(pk) for pk in Chunk.objects.filter(space=space, pk__in=wanted).values_list("pk", flat=True)}
    return tuple(_source(source, present) for source in given)


def _source(source: dict[str, Any], present: set[str]) -> SourceDraft:
    document_id, chunk_id = source.get("document_id"), source.get("chunk_id")
    return SourceDraft(
        document_id=uuid.UUID(document_id) if document_id else None,
        chunk_id=uuid.UUID(chunk_id) if chunk_id in present else None,
        start=source.get("start"),
        end=source.get("end"),
        quote=source.get("quote", ""),
    )


def _moment(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)
