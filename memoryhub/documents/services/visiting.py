"""Documents that lie at a web address: what was found there is kept, and visited again when it is submitted again."""

from __future__ import annotations

from typing import Any

from memoryhub.core import clock
from memoryhub.documents import files, verbs
from memoryhub.documents.drafts import Content
from memoryhub.documents.models import Document, DocumentInput
from memoryhub.documents.selectors import inputs_of, is_read_through
from memoryhub.documents.services import working
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service


@service
def revisit(*, actor: Actor, document: Document) -> Document:
    """Queue a document that was read to its end, to have what is at its address fetched anew; the caller holds the
    lock. Until something else is found there it stays as it is, at its revision.
    """
    first = inputs_of(document)[0]
    DocumentInput.objects.filter(pk=first.pk).update(fetched_at=None)
    document.stage, document.status = Document.Stage.EXTRACTING, Document.Status.QUEUED
    document.attempts, document.next_try_at, document.error_code, document.error_message = 0, None, "", ""
    document.updated_at = clock.now()
    document.save(
        update_fields=["stage", "status", "attempts", "next_try_at", "error_code", "error_message", "updated_at"]
    )
    working.record_step(actor, document, verbs.RETRIED, hash=document.content_hash)
    return document


@service
def receive(
    *, actor: Actor, document: Document, found: Content, whole: Content, media_type: str, file_name: str
) -> Document:
    """Keep the file `found` at the address of a document at work; `whole` is that with what was appended.

    Returns the document as it is then: done when this very file was read to its end before, and of the next revision
    when another was. Raises `Overtaken`.
    """
    working.hold(document)
    first, was_read = inputs_of(document)[0], is_read_through(document)
    is_same = first.content_hash == found.hash
    is_known = was_read and is_same
    first.content_hash, first.fetched_at = found.hash, clock.now()
    values: dict[str, Any] = {"size": whole.size, "content_hash": whole.hash, "updated_at": clock.now()}
    if is_known:
        values |= _done(document)
    elif not (is_same and first.text):
        # A text in the place of these very bytes has been blanked where they are not: it is what is read.
        first.text = ""
        values |= {"file": found.file, "media_type": media_type, "file_name": file_name or document.file_name}
        files.remove_unused_on_commit(document.space_id, [document.file])
    if was_read and not is_known:
        first.revision = document.revision + 1
        values |= _next_revision(document, media_type)
    first.save(update_fields=["content_hash", "text", "fetched_at", "revision"])
    for name, value in values.items():
        setattr(document, name, value)
    document.save(update_fields=[*values])
    verb = verbs.REVISED if "revision" in values else verbs.STAGE
    working.record_step(actor, document, verb, hash=document.content_hash)
    return document


def _done(document: Document) -> dict[str, Any]:
    """The end of a visit that found what was known."""
    extracting = {**document.stage_times[Document.Stage.EXTRACTING], "done": 1, "total": 1}
    times = document.stage_times | {Document.Stage.EXTRACTING: extracting | {"finished": clock.now().isoformat()}}
    return {"stage": Document.Stage.LINKING, "status": Document.Status.DONE, "stage_times": times}


def _next_revision(document: Document, media_type: str) -> dict[str, Any]:
    """What the next revision does not take over from this one."""
    extracting = Document.Stage.EXTRACTING
    is_like_before = media_type.partition(";")[0] == document.media_type.partition(";")[0]
    return {
        "revision": document.revision + 1,
        "kind": document.kind if is_like_before else "",
        "outcome": Document.Outcome.NONE,
        "stage_times": {extracting: document.stage_times[extracting]},
    }
