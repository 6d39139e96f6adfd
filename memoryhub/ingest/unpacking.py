"""What is found inside a document (files of an archive, mails of a mailbox, conversations of an export) becomes
documents of its own, each with its own states, dates and sources; deleting the outer one takes them along.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import PurePosixPath

from memoryhub.core import ids
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.drafts import Inside
from memoryhub.documents.models import Document
from memoryhub.ingest import services
from memoryhub.ingest.extract import ExtractionError, Member
from memoryhub.ingest.work import ACTOR, Work
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.memories import services as memories
from memoryhub.review import services as review

# A file of an archive may itself hold others (a mail with its attachments, a zip in a zip), and these again.
DEEPEST = 3
LONGEST_PATH, SHORTENED_PATH = 500, 430
NOT_INSIDE = "not_inside_any_more"


def submit_members(work: Work, members: Sequence[Member]) -> None:
    """Submit each member; what is known by its path and content is left alone, so that this may be done again.

    Raises `documents.Overtaken` when the outer document was stopped or deleted meanwhile, and ExtractionError
    `unsafe_archive` for documents inside of each other beyond `DEEPEST`.
    """
    container = work.document
    if members and depth_of(container) >= DEEPEST:
        raise ExtractionError("unsafe_archive", f"Files are packed into each other more than {DEEPEST} levels deep.")
    for member in members:
        _submit(container, member)
    # Without its file, which went with something erased, nothing can be told of what it holds.
    if container.revision > 1 and container.file:
        kept = {stored_path(member.path) for member in members}
        for gone in documents_read.members_of(container).exclude(path__in=kept):
            _remove(container, gone)


def depth_of(document: Document) -> int:
    """In how many others a document lies."""
    depth, outer = 0, document
    while (found := outer.container) is not None:
        depth, outer = depth + 1, found
    return depth


def stored_path(path: str) -> str:
    """The path as it is stored; a very long one is cut and marked with its hash, so that it stays one of its own."""
    if len(path) <= LONGEST_PATH:
        return path
    return f"{path[:SHORTENED_PATH]}…{hashlib.sha256(path.encode()).hexdigest()[:16]}"


def _submit(container: Document, member: Member) -> None:
    name = PurePosixPath(member.path).name
    services.submit(
        actor=Actor(container.added_by_kind, container.added_by_id),
        space=container.space,
        content=member.file.read_bytes(),
        name=name[-LONGEST_PATH:],
        media_type=member.media_type or None,
        kind=member.kind or None,
        title=member.title[:LONGEST_PATH],
        source=container.source,
        origin=container.origin,
        inside=Inside(container, stored_path(member.path)),
    )


@service
def _remove(container: Document, gone: Document) -> None:
    """What an archive's next revision does not hold any more goes as if its sentences had gone from a text."""
    inside = documents_read.with_members(container.space, [gone.pk])
    rows = [documents.lock(container.space, pk) for pk in sorted(inside)]
    for row in rows:
        memories.end_sources(actor=ACTOR, space=container.space, document_id=row.pk, reason=NOT_INSIDE)
        review.withdraw_for_document(actor=ACTOR, space=container.space, document_id=row.pk)
    documents.delete(actor=ACTOR, space=container.space, documents=rows, batch=ids.new())
