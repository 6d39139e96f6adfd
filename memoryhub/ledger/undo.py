"""Undo: the inverse of a recorded deed, itself a recorded deed."""

from __future__ import annotations

import uuid

from memoryhub.core import errors, locks
from memoryhub.ledger import selectors, verbs
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.models import Entry
from memoryhub.ledger.unit import record, service

UNDONE = "ledger.undone"


def can_undo(entry: Entry) -> bool:
    """Whether the entry's verb has an inverse at all."""
    return verbs.get(entry.verb).inverse is not None


@service
def undo(*, actor: Actor, space_id: uuid.UUID, entry_id: uuid.UUID) -> Entry:
    """Take back a deed, or the whole batch it belongs to; returns the entry that says so.

    Raises `errors.NotFound` for an unknown entry and `errors.Conflict` when the verb has no inverse, when it has been
    undone already, or when something has happened to a subject since.
    """
    entry = selectors.entry_of(space_id, entry_id)
    # Of two people pressing undo, the second waits here, and is told that it is undone.
    locks.names([f"undo:{entry.batch or entry.pk}"])
    inverse = verbs.get(entry.verb).inverse
    if inverse is None:
        raise errors.Conflict("This cannot be undone.", code="no_inverse")
    together = _together(entry)
    _refuse_when_moved_on(space_id, together)
    inverse(actor, together)
    # Again, now under the locks the inverse took: another deed may have come between.
    _refuse_when_moved_on(space_id, together)
    undone = {done.pk: _record_undone(actor, done) for done in together}
    return undone[entry.pk]


def _record_undone(actor: Actor, entry: Entry) -> Entry:
    return record(
        actor=actor,
        space_id=entry.space_id,
        verb=UNDONE,
        subject_kind=entry.subject_kind,
        subject_id=entry.subject_id,
        values={"verb": entry.verb},
        undoes=entry.pk,
    )


def _together(entry: Entry) -> list[Entry]:
    if entry.batch is None:
        return [entry]
    return list(Entry.objects.filter(space_id=entry.space_id, batch=entry.batch, verb=entry.verb).order_by("seq"))


def _refuse_when_moved_on(space_id: uuid.UUID, together: list[Entry]) -> None:
    if selectors.undone_ids(space_id, [entry.pk for entry in together]):
        raise errors.Conflict("This has been undone already.", code="already_undone")
    last = max(entry.seq for entry in together)
    subjects = [entry.subject_id for entry in together]
    later = (
        Entry.objects.filter(space_id=space_id, subject_id__in=subjects, seq__gt=last)
        .exclude(verb__in=verbs.still())
        .order_by("seq")
        .first()
    )
    if later is not None:
        raise errors.Conflict("Something has happened to it since.", code="moved_on", seq=later.seq, verb=later.verb)
