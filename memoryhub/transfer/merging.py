"""Documents of one space made one: what they said follows, and what was remembered from them keeps its rows."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from memoryhub.core import errors, locks
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.drafts import Content, Details
from memoryhub.documents.models import Document, DocumentInput
from memoryhub.ingest import folding, submission, tasks
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.lifecycle import services as lifecycle
from memoryhub.memories import services as memories
from memoryhub.spaces.models import Space

MERGED = "document_merged"


@service
def merge(*, actor: Actor, space: Space, into: uuid.UUID, document_ids: Collection[uuid.UUID]) -> Document:
    """Append the texts of these documents, in this order, to the one they go into, and delete them.

    The memories they stood behind rest on that one from then on. `errors.NotFound` for an unknown document;
    `errors.Conflict` for one in work, and for one with others inside; `errors.TooLarge` when the whole is.
    """
    others = [pk for pk in dict.fromkeys(document_ids) if pk != into]
    if not others:
        raise errors.InvalidInput("ids", "Name the documents that go into the other.")
    rows = locks.rows(Document.objects.filter(space=space), [into, *others])
    if len(rows) < 1 + len(others):
        raise errors.NotFound()
    target = rows[into]
    target.space = space
    for pk in others:
        _check(rows[pk])
        target = _append(actor, target, rows[pk])
        memories.hand_over(space=space, from_document=pk, to_document=into)
    lifecycle.delete_documents(actor=actor, space=space, document_ids=others, reason=MERGED)
    tasks.queue(target)
    return target


def _check(document: Document) -> None:
    if document.status != Document.Status.DONE:
        raise errors.Conflict(
            f"Only a document that is done can go into another; this one is {document.status}.",
            code="wrong_status",
            status=document.status,
        )
    if documents_read.members_of(document).exists():
        raise errors.Conflict("A document with others inside cannot go into another.", code="has_members")


def _append(actor: Actor, target: Document, document: Document) -> Document:
    text = document.content
    given = Content(hash=submission.hash_of(text.encode()), size=len(text.encode()), text=text)
    inputs = [*documents_read.inputs_of(target), DocumentInput(text=text, content_hash=given.hash)]
    whole = folding.content_of(inputs)
    submission.refuse_large_text(whole.size)
    return documents.append(actor=actor, document=target, content=given, whole=whole, details=Details())
