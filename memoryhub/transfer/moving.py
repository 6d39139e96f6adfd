"""Documents that move to another space. Nothing crosses a space but what was given: there it is read anew."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet

from memoryhub.core import errors, locks
from memoryhub.documents import files
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.drafts import Content, Details, DocumentDraft
from memoryhub.documents.models import Document, DocumentInput
from memoryhub.ingest import folding, tasks
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.lifecycle import services as lifecycle
from memoryhub.spaces.models import Space

MOVED = "document_moved"


@dataclass(frozen=True, slots=True)
class Moved:
    """The documents as they are in the other space, in the order asked for, and what that did to the first one.

    `batch` takes back what was forgotten there: `ledger.undo` of any of its entries.
    """

    documents: tuple[Document, ...]
    forgotten: tuple[uuid.UUID, ...]
    batch: uuid.UUID


def move(*, actor: Actor, source: Space, target: Space, document_ids: Collection[uuid.UUID]) -> Moved:
    """Take documents out of one space and into another; the caller may manage both.

    They are read anew there, with the name, date and details they had. What only they said is forgotten where they
    were; corrections people made to it stay in its history there. All of them move, or none: `errors.NotFound` for an
    unknown one, `errors.Conflict` for one that lies inside another, or whose own name the other space has already.
    """
    if source.pk == target.pk:
        raise errors.InvalidInput("to", "The documents are in this space already.")
    # Files are on disk before any row names them.
    for sha256 in set(_found(source, document_ids).values_list("file", flat=True)) - {""}:
        files.write(target.pk, files.read(source.pk, sha256))
    return _move(actor=actor, source=source, target=target, document_ids=document_ids)


@service
def _move(*, actor: Actor, source: Space, target: Space, document_ids: Collection[uuid.UUID]) -> Moved:
    rows = locks.rows(_found(source, document_ids), document_ids)
    if len(rows) < len(set(document_ids)):
        raise errors.NotFound()
    wanted = [rows[pk] for pk in dict.fromkeys(document_ids)]
    for document in wanted:
        _check(document, target)
    arrived = tuple(_arrive(actor, document, target) for document in wanted)
    gone = lifecycle.delete_documents(actor=actor, space=source, document_ids=document_ids, reason=MOVED)
    return Moved(arrived, gone.forgotten, gone.batch)


def _found(source: Space, document_ids: Collection[uuid.UUID]) -> QuerySet[Document]:
    return Document.objects.filter(space=source, pk__in=set(document_ids))


def _check(document: Document, target: Space) -> None:
    if document.container_id is not None:
        raise errors.Conflict("A document found inside another moves with that one.", code="inside_another")
    if document.custom_id and documents_read.by_custom_id(target, document.custom_id):
        raise errors.Conflict(
            f"The other space has a document called {document.custom_id!r} already.", code="custom_id_taken"
        )


def _arrive(actor: Actor, document: Document, target: Space) -> Document:
    """The same inputs in the same order, as a document of the other space."""
    first, *rest = documents_read.inputs_of(document)
    given = _content(first, document)
    draft = DocumentDraft(given, document.custom_id, _details(document))
    arrived = documents.add(actor=actor, space=target, draft=draft)
    inputs = [first]
    for one in rest:
        inputs.append(one)
        arrived = documents.append(
            actor=actor, document=arrived, content=_content(one, document), whole=folding.content_of(inputs),
            details=Details(),
        )  # fmt: skip
    tasks.queue(arrived, is_new=True)
    return arrived


def _content(given: DocumentInput, document: Document) -> Content:
    if given.text:
        return Content(hash=given.content_hash, size=len(given.text.encode()), text=given.text)
    return Content(hash=given.content_hash, size=document.size, file=document.file, url=given.url)


def _details(document: Document) -> Details:
    return Details(
        kind=document.kind,
        # What its content says is found there again.
        title=document.title if "title" in document.stated else "",
        url=document.url,
        source=document.source,
        origin=document.origin,
        file_name=document.file_name,
        media_type=document.media_type,
        metadata=document.metadata,
        document_date=document.document_date if "document_date" in document.stated else None,
    )
