"""Documents coming in: new, said anew, added to, or with other details."""

from __future__ import annotations

from typing import Any

from memoryhub.core import clock, errors, ids
from memoryhub.documents import files, verbs
from memoryhub.documents.drafts import Content, Details, DocumentDraft
from memoryhub.documents.models import Document, DocumentInput
from memoryhub.documents.selectors import IN_WORK
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.spaces.models import Space

DATE, TITLE = "document_date", "title"
KEPT = ("url", "source", "origin", "file_name", "media_type", "metadata", "document_date")


@service
def add(*, actor: Actor, space: Space, draft: DocumentDraft) -> Document:
    """A new document, queued for its first stage."""
    at = clock.now()
    document = Document(
        id=ids.new(),
        space=space,
        custom_id=draft.custom_id,
        container=draft.inside.container if draft.inside else None,
        path=draft.inside.path if draft.inside else "",
        kind=draft.details.kind,
        title=draft.details.title,
        file=draft.content.file,
        size=draft.content.size,
        content_hash=draft.content.hash,
        added_by_kind=actor.kind,
        added_by_id=actor.id,
        created_at=at,
        updated_at=at,
        stated=_stated(draft.details),
        **_given(draft.details),
    )
    document.save(force_insert=True)
    _write_input(actor, document, draft.content, mode="replace", position=1)
    _record(actor, document, verbs.SUBMITTED)
    return document


@service
def replace(*, actor: Actor, document: Document, content: Content, details: Details) -> Document:
    """The next revision, which says `content` and nothing of what was said before; the caller holds the row's lock."""
    last = document.inputs.order_by("-position").values_list("position", flat=True).first() or 0
    document.inputs.all().delete()
    if document.file != content.file:
        files.remove_unused_on_commit(document.space_id, [document.file])
    _write_input(actor, document, content, mode="replace", position=last + 1, revision=document.revision + 1)
    document.kind, document.title = details.kind, details.title
    document.stated = [name for name in document.stated if name != TITLE]
    document.file, document.size, document.content_hash = content.file, content.size, content.hash
    return _revised(actor, document, details, verbs.REVISED)


@service
def append(*, actor: Actor, document: Document, content: Content, whole: Content, details: Details) -> Document:
    """The next revision, which says `content` after all that was said before (`whole`); the caller holds the lock."""
    last = document.inputs.order_by("-position").values_list("position", flat=True).first() or 0
    _write_input(actor, document, content, mode="append", position=last + 1, revision=document.revision + 1)
    document.title = details.title or document.title
    document.size, document.content_hash = whole.size, whole.hash
    return _revised(actor, document, details, verbs.APPENDED)


@service
def reread(*, actor: Actor, document: Document) -> Document:
    """The next revision, which says what was said before and is only read anew; the caller holds the lock.

    `errors.Conflict` while it is in work.
    """
    if document.status in IN_WORK:
        raise errors.Conflict(
            f"The document is in work; it is {document.status}.", code="wrong_status", status=document.status
        )
    return _revised(actor, document, Details(), verbs.REREAD)


@service
def change(*, actor: Actor, document: Document, details: Details) -> bool:
    """Set what is given of `details` and differs; False when nothing does. The content is not read anew."""
    given = _given(details) | ({"title": details.title} if details.title else {})
    changed = [name for name, value in given.items() if getattr(document, name) != value]
    known, document.stated = document.stated, sorted({*document.stated, *_stated(details)})
    if not changed:
        if document.stated != known:
            document.save(update_fields=["stated"])
        return False
    for name in changed:
        setattr(document, name, given[name])
    document.updated_at = clock.now()
    document.save(update_fields=[*changed, "stated", "updated_at"])
    _record(actor, document, verbs.CHANGED, fields=tuple(changed))
    return True


def _revised(actor: Actor, document: Document, details: Details, verb: str) -> Document:
    for name, value in _given(details).items():
        setattr(document, name, value)
    document.stated = sorted({*document.stated, *_stated(details)})
    document.revision += 1
    document.stage, document.status = Document.Stage.EXTRACTING, Document.Status.QUEUED
    document.outcome, document.error_code, document.error_message = Document.Outcome.NONE, "", ""
    document.attempts, document.next_try_at, document.stage_times = 0, None, {}
    document.updated_at = clock.now()
    document.save()
    _record(actor, document, verb)
    return document


def _given(details: Details) -> dict[str, Any]:
    return {name: value for name in KEPT if (value := getattr(details, name)) not in (None, "")}


def _stated(details: Details) -> list[str]:
    """Of what a document may say of itself, too, the names of what is said for it: that holds for all its revisions."""
    return [name for name in (DATE, TITLE) if getattr(details, name)]


def _write_input(
    actor: Actor, document: Document, content: Content, *, mode: str, position: int, revision: int = 1
) -> None:
    DocumentInput.objects.create(
        id=ids.new(),
        space_id=document.space_id,
        document=document,
        position=position,
        mode=mode,
        text=content.text,
        url=content.url,
        content_hash=content.hash,
        # A document that comes from another space brings what was fetched.
        fetched_at=clock.now() if content.url and content.file else None,
        revision=revision,
        added_by_kind=actor.kind,
        added_by_id=actor.id,
        at=clock.now(),
    )


def _record(actor: Actor, document: Document, verb: str, fields: tuple[str, ...] = ()) -> None:
    record(
        actor=actor,
        space_id=document.space_id,
        verb=verb,
        subject_kind="document",
        subject_id=document.pk,
        fields=fields,
        values={"revision": document.revision, "hash": document.content_hash},
    )
