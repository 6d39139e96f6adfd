"""What goes with answers where it is asked for: older versions of a memory, and the documents it comes from."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import replace

from memoryhub.documents.models import Document
from memoryhub.memories import selectors as memories
from memoryhub.memories.models import Memory
from memoryhub.retrieval.request import Hit
from memoryhub.spaces.models import Space


def fuse_in(space: Space, hits: Sequence[Hit], include: Collection[str]) -> Sequence[Hit]:
    """The answers with what is asked for; a query for each kind of it, whatever the number of answers."""
    found = [hit.memory for hit in hits if hit.memory is not None]
    if "versions" in include:
        versions = _versions(space, found)
        hits = [replace(hit, versions=versions.get(hit.id, ())) for hit in hits]
    if "documents" in include:
        documents = _documents(space, found)
        hits = [replace(hit, documents=_of_hit(hit, documents)) for hit in hits]
    return tuple(hits)


def _versions(space: Space, found: Sequence[Memory]) -> dict[uuid.UUID, list[Memory]]:
    """Version id -> the versions before it, the newest first."""
    older = memories.served_versions(space, {memory.root_id for memory in found})
    return {
        memory.pk: [row for row in older if row.root_id == memory.root_id and row.version < memory.version]
        for memory in found
    }


def _documents(space: Space, found: Sequence[Memory]) -> dict[uuid.UUID, dict[uuid.UUID, Document]]:
    """Version id -> its documents by their ids, the most relevant first."""
    of_memory: dict[uuid.UUID, dict[uuid.UUID, Document]] = {}
    for source in memories.documented(space, [memory.pk for memory in found]):
        if source.document is not None:
            of_memory.setdefault(source.memory_id, {}).setdefault(source.document.pk, source.document)
    return of_memory


def _of_hit(hit: Hit, documents: dict[uuid.UUID, dict[uuid.UUID, Document]]) -> Sequence[Document]:
    return (hit.document,) if hit.document is not None else tuple(documents.get(hit.id, {}).values())
