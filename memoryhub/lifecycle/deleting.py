"""Documents that go, with all that rests on them alone."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import dataclass

from memoryhub.core import clock, errors, ids, locks
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.memories import chains
from memoryhub.memories import selectors as memories_read
from memoryhub.memories import services as memories
from memoryhub.memories.models import MemorySource
from memoryhub.review import services as review
from memoryhub.spaces.models import Space

SOURCE_DELETED = "source_deleted"


@dataclass(frozen=True, slots=True)
class Impact:
    """What deleting would do: how many documents go, how many current memories name them as a source, and how many of
    those have no other source and would be forgotten."""

    documents: int
    memories: int
    only_source: int


@dataclass(frozen=True, slots=True)
class Deleted:
    """The documents that went, the roots of the memories forgotten with them, and the ids the space does not know.

    `batch` takes the forgetting back: `ledger.undo` of any of its entries.
    """

    documents: tuple[uuid.UUID, ...]
    forgotten: tuple[uuid.UUID, ...]
    unknown: tuple[uuid.UUID, ...]
    batch: uuid.UUID


def impact_of_deleting(space: Space, document_ids: Collection[uuid.UUID]) -> Impact:
    """Count before asking a person whether they mean it."""
    wanted = documents_read.with_members(space, document_ids)
    resting = MemorySource.objects.filter(
        memories_read.current(clock.now(), "memory__"), space=space, document_id__in=wanted, ended_at=None
    )
    return Impact(
        documents=Document.objects.filter(space=space, pk__in=wanted).count(),
        memories=resting.values("memory_id").distinct().count(),
        only_source=memories_read.only_source_of(space, wanted),
    )


@service
def delete_documents(
    *, actor: Actor, space: Space, document_ids: Collection[uuid.UUID], reason: str = SOURCE_DELETED
) -> Deleted:
    """Delete documents with inputs, chunks, vectors, files and what was found inside them, also in work, and at once.

    Memories lose a source; those that have none left are forgotten with `reason`, as one batch. Open proposals of the
    documents are withdrawn. Unknown ids are returned; `errors.NotFound` when all are.
    """
    found = locks.rows(Document.objects.filter(space=space), documents_read.with_members(space, document_ids))
    if not found:
        raise errors.NotFound()
    gone = [document for _, document in sorted(found.items(), key=lambda pair: str(pair[0]))]
    batch = ids.new()
    roots = MemorySource.objects.filter(space=space, document__in=gone, ended_at=None).values_list(
        "memory__root_id", flat=True
    )
    # All chains at once and in order; the services below lock them again, document by document.
    chains.lock(space, chains.with_derived(space, roots))
    forgotten: list[uuid.UUID] = []
    for document in gone:
        forgotten += memories.end_sources(actor=actor, space=space, document_id=document.pk, reason=reason, batch=batch)
        review.withdraw_for_document(actor=actor, space=space, document_id=document.pk)
    documents.delete(actor=actor, space=space, documents=gone, batch=batch)
    unknown = tuple(sorted(set(document_ids) - {document.pk for document in gone}))
    return Deleted(tuple(document.pk for document in gone), tuple(forgotten), unknown, batch)
