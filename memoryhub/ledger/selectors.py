"""Questions to the ledger."""

from __future__ import annotations

import uuid
from collections.abc import Sequence as Rows

from django.db.models import Q, QuerySet

from memoryhub.core import errors
from memoryhub.ledger.models import Entry, Sequence


def revision_of(space_id: uuid.UUID) -> int:
    """The last sequence number of a space; 0 before anything happened."""
    return Sequence.objects.filter(pk=space_id).values_list("seq", flat=True).first() or 0


def entries_of(space_id: uuid.UUID) -> QuerySet[Entry]:
    """All entries of a space."""
    return Entry.objects.filter(space_id=space_id)


def entries_since(space_id: uuid.UUID, *, seq: int, limit: int) -> Rows[Entry]:
    """Up to `limit` entries after `seq`, in order."""
    return list(Entry.objects.filter(space_id=space_id, seq__gt=seq).order_by("seq")[:limit])


def entry_of(space_id: uuid.UUID, entry_id: uuid.UUID) -> Entry:
    """One entry of the space, or the first of the batch with this id; `errors.NotFound` otherwise."""
    named = Entry.objects.filter(Q(pk=entry_id) | Q(batch=entry_id), space_id=space_id)
    entry = named.order_by("seq").first()
    if entry is None:
        raise errors.NotFound()
    return entry


def undone_ids(space_id: uuid.UUID, entry_ids: Rows[uuid.UUID]) -> set[uuid.UUID]:
    """Which of these entries have been undone."""
    rows = Entry.objects.filter(space_id=space_id, undoes__in=entry_ids).values_list("undoes", flat=True)
    return {row for row in rows if row is not None}
