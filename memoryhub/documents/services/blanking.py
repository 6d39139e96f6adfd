"""Erased sentences taken out of documents. What else the erasing reaches is `lifecycle`'s, which calls this."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memoryhub.core import clock, ids, text
from memoryhub.core.blanking import FILL, blank_json
from memoryhub.documents import files, verbs
from memoryhub.documents.models import Chunk, ChunkVector, Document, DocumentInput
from memoryhub.documents.services import answering
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service

Blank = Callable[[str], str]

TEXTS = ("title", "summary", "content", "file_name", "url", "error_message")
VALUES = ("metadata", "properties", "places")
# Kinds whose kept text is written as their files are; that of all others is Markdown.
KEPT_AS_WRITTEN = frozenset({"code", "csv", "json", "markdown", "text", "transcript"})
MARKDOWN = "markdown"
LONGEST_PATH = 500
CHUNK_TEXTS = ("text", "embed_text", "index_text", "heading")
IN_WORK = (Document.Status.QUEUED, Document.Status.RUNNING, Document.Status.WAITING)


@service
def blank(*, actor: Actor, document: Document, blank: Blank) -> bool:
    """Overwrite what `blank` takes out of everything a locked document says; False when that changes nothing.

    `blank` keeps lengths. Chunks it changes are indexed anew and lose their vectors, which the caller has made anew.
    An uploaded file goes; its kept text is what the document was given from then on. Work in progress is overtaken
    and begins again. What this document was found inside of is the caller's to `take_file` of.
    """
    inputs, chunks = list(document.inputs.order_by("position")), list(document.chunks.all())
    in_content = blank(document.content) != document.content
    changed = [_blank_row(document, blank), _blank_inputs(inputs, blank), _blank_chunks(document, chunks, blank)]
    if not any(changed):
        return False
    if document.file and in_content:
        _keep_text_for_file(document, inputs)
    answering.blank_answers(document, blank)
    _save(actor, document)
    return True


@service
def take_file(*, actor: Actor, document: Document) -> None:
    """Remove the file of a locked document in which something was found that is erased; what it found there stays, and
    its kept text is what it was given from then on.
    """
    if document.file:
        _keep_text_for_file(document, list(document.inputs.order_by("position")))
        _save(actor, document)


def _save(actor: Actor, document: Document) -> None:
    if document.status in IN_WORK:
        document.revision += 1
        document.stage, document.status = Document.Stage.EXTRACTING, Document.Status.QUEUED
        document.attempts, document.next_try_at, document.stage_times = 0, None, {}
    document.updated_at = clock.now()
    document.save()
    record(
        actor=actor, space_id=document.space_id, verb=verbs.BLANKED, subject_kind="document", subject_id=document.pk,
        values={"revision": document.revision},
    )  # fmt: skip


def _blank_row(document: Document, blank: Blank) -> bool:
    blanked = {name: blank(getattr(document, name)) for name in TEXTS}
    blanked |= {name: blank_json(getattr(document, name), blank) for name in VALUES}
    if (path := blank(document.path)) != document.path:
        # Two paths may be the same once they are overwritten.
        blanked["path"] = f"{path[: LONGEST_PATH - ids.WIRE_LENGTH]}{ids.encode(document.pk)}"
    changed = any(getattr(document, name) != value for name, value in blanked.items())
    for name, value in blanked.items():
        setattr(document, name, value)
    return changed


def _blank_inputs(inputs: Sequence[DocumentInput], blank: Blank) -> bool:
    changed = [given for given in inputs if (blank(given.text), blank(given.url)) != (given.text, given.url)]
    for given in changed:
        given.text, given.url = blank(given.text), blank(given.url)
        given.save(update_fields=["text", "url"])
    return bool(changed)


def _keep_text_for_file(document: Document, inputs: Sequence[DocumentInput]) -> None:
    """The file still has the sentence; its kept text, which has no more, is what was given from now on."""
    first, *rest = inputs
    DocumentInput.objects.filter(pk__in=[given.pk for given in rest]).delete()
    first.text = document.content or FILL
    first.save(update_fields=["text"])
    files.remove_unused_on_commit(document.space_id, [document.file])
    document.file = ""
    if document.kind and document.kind not in KEPT_AS_WRITTEN:
        document.kind = MARKDOWN


def _blank_chunks(document: Document, chunks: Sequence[Chunk], blank: Blank) -> bool:
    changed: list[Chunk] = []
    for chunk in chunks:
        blanked = {name: blank(getattr(chunk, name)) for name in CHUNK_TEXTS}
        if all(getattr(chunk, name) == value for name, value in blanked.items()):
            continue
        for name, value in blanked.items():
            setattr(chunk, name, value)
        if chunk.tokens is not None:
            chunk.tokens = text.tokens(chunk.index_text, language=chunk.language)
            chunk.length = len(chunk.tokens)
        changed.append(chunk)
    Chunk.objects.bulk_update(changed, [*CHUNK_TEXTS, "tokens", "length"], batch_size=200)
    ChunkVector.objects.filter(space_id=document.space_id, chunk__in=changed).delete()
    return bool(changed)
