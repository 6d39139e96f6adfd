"""Writes of the way in: documents submitted, facts told directly, and the work on documents stopped or retried."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memoryhub.documents import files
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.drafts import Content, DocumentDraft, Inside
from memoryhub.documents.models import Document, DocumentInput
from memoryhub.ingest import folding, submission, tasks
from memoryhub.ingest.submission import Submission
from memoryhub.ingest.telling import remember, revise
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.spaces.models import Space

__all__ = ["Submitted", "cancel", "remember", "retry", "revise", "submit"]


@dataclass(frozen=True, slots=True)
class Submitted:
    """The document, and whether it said exactly this already, so that there is nothing to read anew."""

    document: Document
    unchanged: bool


def submit(
    *,
    actor: Actor,
    space: Space,
    content: str | bytes | None = None,
    name: str = "",
    media_type: str | None = None,
    kind: str | None = None,
    custom_id: str | None = None,
    title: str = "",
    url: str = "",
    source: str = "",
    origin: str = "",
    metadata: dict[str, Any] | None = None,
    document_date: datetime | None = None,
    mode: str = "replace",
    inside: Inside | None = None,
) -> Submitted:
    """Take a text, the bytes of a file, or what lies at a web address into the space; the worker does the rest.

    The same `custom_id` again is the document's next revision, or with `mode="append"` adds to it, in order. Content
    the document was given before is `unchanged` and costs nothing; without a `custom_id` that goes for any document
    of the space with the same content. Without `content` the worker fetches what lies at the `url`, which without a
    `custom_id` names the document: it is fetched anew each time, and read anew only when something else lies there.
    A document found `inside` another is known by its path there, and taken only while that one is in work
    (`documents.Overtaken`). Raises `errors.InvalidInput` and `errors.TooLarge`, naming the field.
    """
    checked = submission.check(
        content, name=name, media_type=media_type, kind=kind, custom_id=custom_id, title=title, url=url,
        source=source, origin=origin, metadata=metadata, document_date=document_date, mode=mode,
    )  # fmt: skip
    given = _content(space, checked)
    return _submit(actor=actor, space=space, checked=checked, given=given, inside=inside)


def _content(space: Space, checked: Submission) -> Content:
    """The content by its hash; a file is on disk before any row names it."""
    if checked.address:
        return Content(hash="", size=0, url=checked.address)
    if checked.data:
        sha256 = files.write(space.pk, checked.data)
        return Content(hash=sha256, size=len(checked.data), file=sha256)
    encoded = checked.text.encode()
    return Content(hash=submission.hash_of(encoded), size=len(encoded), text=checked.text)


@service
def _submit(*, actor: Actor, space: Space, checked: Submission, given: Content, inside: Inside | None) -> Submitted:
    if inside is not None:
        documents.hold(inside.container)
    # Of two that submit the same at the same moment the second finds what the first has made.
    files.hold(space.pk, checked.custom_id or given.hash or given.url)
    known = _known(space, checked, given, inside)
    if given.file:
        # A document deleted since may have taken the file along.
        files.hold(space.pk, given.file)
        files.write(space.pk, checked.data)
    if known is None:
        document = documents.add(
            actor=actor, space=space, draft=DocumentDraft(given, checked.custom_id, checked.details, inside)
        )
        tasks.queue(document, is_new=True)
        return Submitted(document, unchanged=False)
    document = documents.lock(space, known.pk)
    document.space = space
    if checked.mode == "append":
        return _append(actor, document, checked, given)
    if given.url and _revisit(actor, document, checked):
        return Submitted(document, unchanged=False)
    if given.hash and document.content_hash == given.hash:
        documents.change(actor=actor, document=document, details=checked.details)
        return Submitted(document, unchanged=True)
    documents.replace(actor=actor, document=document, content=given, details=checked.details)
    tasks.queue(document)
    return Submitted(document, unchanged=False)


def _known(space: Space, checked: Submission, given: Content, inside: Inside | None) -> Document | None:
    if inside is not None:
        return documents_read.at_path(inside.container, inside.path)
    if checked.custom_id is not None:
        return documents_read.by_custom_id(space, checked.custom_id)
    if given.url:
        return documents_read.at_address(space, given.url)
    return documents_read.with_content(space, given.hash)


def _revisit(actor: Actor, document: Document, checked: Submission) -> bool:
    """Have the address of a document fetched anew; False when it has to begin from its beginning."""
    first, *appended = documents_read.inputs_of(document)
    if first.url != checked.address or (appended and checked.custom_id is not None):
        return False
    is_coming = first.fetched_at is None and document.status in {Document.Status.QUEUED, Document.Status.RUNNING}
    if not is_coming and not documents_read.is_read_through(document):
        return False
    documents.change(actor=actor, document=document, details=checked.details)
    if not is_coming:
        documents.revisit(actor=actor, document=document)
        tasks.queue(document)
    return True


def _append(actor: Actor, document: Document, checked: Submission, given: Content) -> Submitted:
    inputs = [*documents_read.inputs_of(document), DocumentInput(text=given.text, content_hash=given.hash)]
    whole = folding.content_of(inputs)
    submission.refuse_large_text(whole.size)
    documents.append(actor=actor, document=document, content=given, whole=whole, details=checked.details)
    tasks.queue(document)
    return Submitted(document, unchanged=False)


def cancel(*, actor: Actor, space: Space, document_id: uuid.UUID) -> Document:
    """Stop the work on a document, also while it goes on. `errors.NotFound`, or `errors.Conflict` when none does."""
    return documents.cancel(actor=actor, space=space, document_id=document_id)


@service
def retry(*, actor: Actor, space: Space, document_id: uuid.UUID) -> Document:
    """Start the work again at the stage it had reached; `errors.Conflict` unless failed, stopped or waiting."""
    document = documents.retry(actor=actor, space=space, document_id=document_id)
    tasks.queue(document)
    return document
