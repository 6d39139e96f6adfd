"""Documents and sentences that go. What rests on them in other rooms is `lifecycle`'s, which calls this."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from memoryhub.documents import files, verbs
from memoryhub.documents.models import Document
from memoryhub.documents.services import answering
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.spaces.models import Space


@service
def delete(*, actor: Actor, space: Space, documents: Sequence[Document], batch: uuid.UUID) -> None:
    """Delete locked documents with their inputs, chunks, vectors and files; one entry each, of one `batch`."""
    for document in documents:
        record(
            actor=actor,
            space_id=space.pk,
            verb=verbs.DELETED,
            subject_kind="document",
            subject_id=document.pk,
            values={"revision": document.revision, "hash": document.content_hash},
            batch=batch,
        )
    answering.empty_answers(space, documents)
    files.remove_unused_on_commit(space.pk, [document.file for document in documents])
    Document.objects.filter(space=space, pk__in=[document.pk for document in documents]).delete()
