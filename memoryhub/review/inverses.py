"""How decisions are taken back; called by `ledger.undo` with the entries of one decision."""

from __future__ import annotations

import uuid

from django.db.models import Q

from memoryhub.core import clock, errors
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.models import Entry
from memoryhub.memories import chains, states
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory, Relation
from memoryhub.review.models import Proposal
from memoryhub.spaces import selectors as spaces
from memoryhub.spaces.models import Space


def approved(actor: Actor, entries: list[Entry]) -> None:
    """An approved inference is pending again; an approved change is followed by a version with the text before."""
    for entry in entries:
        space = spaces.by_id(entry.space_id)
        if entry.subject_kind == "proposal":
            _reopen_approved(actor, space, entry)
        elif entry.values["edited"]:
            _forget_edited(actor, space, entry)
        else:
            _pending_again(space, entry)


def rejected(actor: Actor, entries: list[Entry]) -> None:
    """A declined inference is pending again; a rejected proposal is open again."""
    for entry in entries:
        space = spaces.by_id(entry.space_id)
        if entry.subject_kind == "proposal":
            _reopen(_locked(space, entry))
        else:
            _pending_again(space, entry)


def _pending_again(space: Space, entry: Entry) -> None:
    memory = chains.lock_one(space, entry.subject_id)
    if memory.version != entry.values["version"] or memory.review_status == Memory.Review.PENDING:
        raise errors.Conflict("Something has happened to it since.", code="moved_on")
    if not _still_rests(space, memory):
        raise errors.Conflict("What it was concluded from is gone.", code="moved_on")
    memory.review_status, memory.review_reason = Memory.Review.PENDING, ""
    memory.updated_at = clock.now()
    memory.save(update_fields=["review_status", "review_reason", "updated_at"])
    states.note([memory])


def _still_rests(space: Space, memory: Memory) -> bool:
    """Whether no source of an inference has been forgotten or erased since."""
    roots = Relation.objects.filter(
        space=space, newer__root_id=memory.root_id, kind=Relation.Kind.DERIVES, severed_at=None
    ).values("older__root_id")
    gone = Q(forgotten_at__isnull=False) | Q(erased_at__isnull=False)
    return not Memory.objects.filter(gone, space=space, root_id__in=roots, is_latest=True).exists()


def _forget_edited(actor: Actor, space: Space, entry: Entry) -> None:
    """The reviewer's text cannot become pending (only a first version can): it is no longer served, and is kept."""
    memory = chains.lock_one(space, entry.subject_id)
    if memory.version != entry.values["version"]:
        raise errors.Conflict("Something has happened to it since.", code="moved_on")
    memories.forget(actor=actor, space=space, memory_ids=[memory.pk], reason="approval_undone")


def _reopen_approved(actor: Actor, space: Space, entry: Entry) -> None:
    proposal = Proposal.objects.get(space=space, pk=entry.subject_id)
    written = uuid.UUID(entry.values["memory"])
    others = [uuid.UUID(place["id"]) for place in proposal.subjects]
    latest = chains.lock(space, chains.with_derived(space, [written, *others]))
    proposal = _locked(space, entry)
    if latest[written].version != entry.values["version"] or latest[written].forgotten_at is not None:
        raise errors.Conflict("Something has happened to it since.", code="moved_on")
    if entry.values["wrote"]:
        _unwrite(actor, space, proposal, latest[written])
    _reopen(proposal)


def _unwrite(actor: Actor, space: Space, proposal: Proposal, memory: Memory) -> None:
    """Take back what an approval wrote; what had been said already is no part of that."""
    if proposal.kind == Proposal.Kind.FLAGGED_TEXT:
        memories.forget(actor=actor, space=space, memory_ids=[memory.pk], reason="approval_undone")
    elif memory.parent_id is not None:
        memories.restore(actor=actor, space=space, memory_id=memory.parent_id)
    if proposal.kind == Proposal.Kind.MERGE:
        memories.unforget(actor=actor, space=space, memory_ids=[uuid.UUID(proposal.subjects[1]["id"])])


def _locked(space: Space, entry: Entry) -> Proposal:
    return Proposal.objects.select_for_update().get(space=space, pk=entry.subject_id)


def _reopen(proposal: Proposal) -> None:
    """Open again, made from the versions that are latest now, so that it can be decided anew."""
    twins = Proposal.objects.filter(
        space_id=proposal.space_id, fingerprint=proposal.fingerprint, status=Proposal.Status.OPEN
    )
    if twins.exists():
        raise errors.Conflict("The same question is open already.", code="moved_on")
    now_at = dict(
        Memory.objects.filter(
            space_id=proposal.space_id, root_id__in=[place["id"] for place in proposal.subjects], is_latest=True
        ).values_list("root_id", "version")
    )
    proposal.subjects = [{"id": place["id"], "base": now_at[uuid.UUID(place["id"])]} for place in proposal.subjects]
    proposal.status, proposal.closed_at = Proposal.Status.OPEN, None
    proposal.save(update_fields=["subjects", "status", "closed_at"])
