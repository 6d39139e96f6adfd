"""Sources follow their document: to the place of a sentence in its next revision, and into its erasing."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping

from memoryhub.core import clock
from memoryhub.ledger.unit import service
from memoryhub.memories.drafts import SourceDraft
from memoryhub.memories.models import MemorySource
from memoryhub.spaces.models import Space

REPLACED = "sentence_replaced"


@service
def follow_document(
    *, space: Space, moved: Mapping[uuid.UUID, SourceDraft], replaced: Collection[uuid.UUID] = ()
) -> None:
    """Let live sources (by their ids) point to where their sentence stands now; end those whose sentence was replaced.

    Nothing is forgotten by this, and there is no entry: what the memories say and rest on stays the same.
    """
    rows = list(MemorySource.objects.filter(space=space, pk__in=moved, ended_at=None))
    for row in rows:
        draft = moved[row.pk]
        row.chunk_id, row.start, row.end, row.quote = draft.chunk_id, draft.start, draft.end, draft.quote
    MemorySource.objects.bulk_update(rows, ["chunk_id", "start", "end", "quote"], batch_size=500)
    MemorySource.objects.filter(space=space, pk__in=replaced, ended_at=None).update(
        ended_at=clock.now(), ended_reason=REPLACED, quote=""
    )


@service
def hand_over(*, space: Space, from_document: uuid.UUID, to_document: uuid.UUID) -> None:
    """Let what rests on one document rest on another, which says the same from now on; where in it is not known yet.

    A memory that has both as sources keeps the one it goes to, and the caller ends the other.
    """
    held = MemorySource.objects.filter(space=space, document_id=to_document, ended_at=None).values("memory_id")
    live = MemorySource.objects.filter(space=space, document_id=from_document, ended_at=None)
    live.exclude(memory_id__in=held).update(document_id=to_document, chunk=None, start=None, end=None)


@service
def blank_quotes(*, space: Space, document_ids: Collection[uuid.UUID], blank: Callable[[str], str]) -> None:
    """Overwrite what `blank` takes out of the quotes that memories have from these documents."""
    rows = MemorySource.objects.filter(space=space, document_id__in=set(document_ids)).exclude(quote="")
    changed = [row for row in rows if blank(row.quote) != row.quote]
    for row in changed:
        row.quote = blank(row.quote)
    MemorySource.objects.bulk_update(changed, ["quote"], batch_size=500)
