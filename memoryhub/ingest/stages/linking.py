"""Stage 6: what was remembered is joined to what was known, and what follows from it is concluded."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from memoryhub.associations import selectors as associations
from memoryhub.core import clock
from memoryhub.core.errors import HubError, Unavailable
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest import extending, inference
from memoryhub.ingest.extending import Extension
from memoryhub.ingest.work import ACTOR, Work
from memoryhub.ledger.unit import service
from memoryhub.memories import chains
from memoryhub.memories import selectors as memories_read
from memoryhub.memories import services as memories
from memoryhub.memories.drafts import Draft
from memoryhub.memories.models import Relation
from memoryhub.memories.services import RelationDraft

MOST_TRIES = 5


def run(work: Work) -> Document:
    """Link what this revision has brought. Raises `Unavailable` when others keep changing what it is linked with."""
    document = work.document
    model = work.model
    for _ in range(MOST_TRIES):
        now = clock.now()
        keys = associations.key_texts_of(work.space, _brought(document, now))
        forms = {normal for theirs in keys.values() for normal in theirs}
        holders = associations.newest_with_keys(work.space, forms, each=extending.MOST_WITH_KEY + 1)
        extensions = extending.find(work.space, keys, holders, model=model, now=now)
        conclusions = inference.conclude(work.space, holders, model=model, now=now)
        try:
            return _commit(document, extensions, conclusions)
        except HubError:
            # One of the memories went or moved meanwhile; what is left is found anew.
            continue
    raise Unavailable("The memories this document is linked with keep changing; it is tried again.")


def _brought(document: Document, now: datetime) -> list[uuid.UUID]:
    """The current versions that came with this revision."""
    began = datetime.fromisoformat(document.stage_times[Document.Stage.REMEMBERING]["started"])
    rows = memories_read.current_memories_of(document.space, now=now).filter(
        sources__document=document, sources__ended_at=None, created_at__gte=began
    )
    return list(rows.order_by("pk").values_list("pk", flat=True))


@service
def _commit(document: Document, extensions: Sequence[Extension], conclusions: Sequence[Draft]) -> Document:
    count = len(extensions) + len(conclusions)
    moved = documents.finish(actor=ACTOR, document=document, done=count, total=count)
    space = document.space
    if extensions and conclusions:
        # Each of the two takes its locks in order; for both together they are taken here.
        named = {each for found in extensions for each in (found.newer_id, found.older_id)}
        named |= {each for draft in conclusions for each in draft.derives_from}
        chains.lock_texts(space, [draft.prepared.text_hash for draft in conclusions])
        chains.lock(space, chains.roots_of(space, named).values())
    memories.relate_many(actor=ACTOR, space=space, drafts=[_relation(found) for found in extensions])
    if conclusions:
        memories.remember_many(actor=ACTOR, space=space, drafts=conclusions)
    return moved


def _relation(found: Extension) -> RelationDraft:
    similarity = found.evidence["similarity"]
    return RelationDraft(
        found.newer_id, found.older_id, Relation.Kind.EXTENDS, extending.RULE, similarity, found.evidence
    )
