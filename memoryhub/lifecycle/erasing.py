"""Erasing a memory from everywhere the hub keeps its words."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from django.db.models import QuerySet

from memoryhub.associations import services as associations
from memoryhub.core import locks
from memoryhub.core.blanking import blanker
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.lifecycle import tasks
from memoryhub.memories import chains
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory, MemorySource
from memoryhub.review import services as review
from memoryhub.spaces.models import Space


@service
def erase_memory(*, actor: Actor, space: Space, memory_id: uuid.UUID) -> Memory:
    """Erase all versions of a memory, and of those merged into it, for good; it cannot be taken back.

    Its sentences are overwritten in every document that has them (character for character, so that spans stay true),
    in their chunks, inputs and other quotes, and in proposals; uploaded files that hold one go, and archives that hold
    such a file. Chunks that changed are embedded anew by a job. Erasing twice changes nothing. `errors.NotFound`
    outside the space.
    """
    root = chains.root_of(space, memory_id)
    roots = _same_words(space, root)
    sentences = _sentences(space, roots)
    named = _sources(space, roots).values_list("document_id", flat=True)
    # Documents are locked before chains, in the one order of the hub.
    held = locks.rows(
        Document.objects.filter(space=space).select_related("space"),
        documents_read.with_containers(space, {*named, *documents_read.holding(space, sentences)}),
    )
    chains.lock(space, chains.with_derived(space, roots))
    blank = blanker(sentences)
    erased = [memories.erase(actor=actor, space=space, memory_id=each) for each in roots]
    changed = [one for one in held.values() if documents.blank(actor=actor, document=one, blank=blank)]
    for document in changed:
        tasks.queue_embedding(document)
    # The file of an archive holds what its members say.
    outer = {one.container_id for one in changed if one.container_id is not None}
    for outer_id in sorted(documents_read.with_containers(space, outer)):
        documents.take_file(actor=actor, document=held[outer_id])
    document_ids = [document.pk for document in held.values()]
    memories.blank_quotes(space=space, document_ids=document_ids, blank=blank)
    review.blank(actor=actor, space=space, root_ids=roots, document_ids=document_ids, blank=blank)
    associations.drop_levels(space)
    return erased[0]


@service
def erase_memories_alone(*, actor: Actor, space: Space, root_ids: Collection[uuid.UUID]) -> int:
    """Erase these chains with their quotes, keys, vectors and proposals; the documents they came from keep their words,
    since those are their owner's to delete. Returns how many were erased."""
    if not root_ids:
        return 0
    chains.lock(space, chains.with_derived(space, root_ids))
    blank = blanker(_sentences(space, root_ids))
    for root_id in sorted(root_ids):
        memories.erase(actor=actor, space=space, memory_id=root_id)
    review.blank(actor=actor, space=space, root_ids=root_ids, document_ids=(), blank=blank)
    associations.drop_levels(space)
    return len(root_ids)


def _same_words(space: Space, root: uuid.UUID) -> list[uuid.UUID]:
    """The chain and, behind it, all that were merged into it, and those that say the same and are forgotten."""
    hashes = Memory.objects.filter(space=space, root_id=root).exclude(text_hash="").values("text_hash")
    twins = Memory.objects.filter(space=space, is_latest=True, forgotten_at__isnull=False, text_hash__in=hashes)
    found = list(dict.fromkeys([root, *twins.order_by("root_id").values_list("root_id", flat=True)]))
    front = found
    while front:
        merged = Memory.objects.filter(space=space, merged_into__in=front, is_latest=True).order_by("root_id")
        front = [each for each in merged.values_list("root_id", flat=True) if each not in found]
        found = [*found, *front]
    return found


def _sources(space: Space, roots: Collection[uuid.UUID]) -> QuerySet[MemorySource]:
    return MemorySource.objects.filter(space=space, memory__root_id__in=roots, document__isnull=False)


def _sentences(space: Space, roots: Collection[uuid.UUID]) -> set[str]:
    """How the fact was ever put: by its versions, and by the documents."""
    texts = Memory.objects.filter(space=space, root_id__in=roots).values_list("text", flat=True)
    return {*texts, *_sources(space, roots).values_list("quote", flat=True)} - {""}
