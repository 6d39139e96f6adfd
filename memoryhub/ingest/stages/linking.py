"""Stage 6: what was remembered is joined to what was known, and what follows from it is concluded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memoryhub.ai import services as ai
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
from memoryhub.memories.models import Memory, Relation
from memoryhub.memories.services import RelationDraft

MOST_TRIES = 5


def run(work: Work) -> Document:
    """Link what this revision has brought. Raises `Unavailable` when others keep changing what it is linked with."""
    document = work.document
    model = ai.active_model()
    for _ in range(MOST_TRIES):
        now = clock.now()
        rows = _brought(document, now)
        extensions = extending.find(work.space, rows, model_id=model.pk, now=now) if rows else []
        conclusions = inference.conclude(work.space, [row.pk for row in rows], now=now) if rows else []
        try:
            return _commit(document, extensions, conclusions)
        except HubError:
            # One of the memories went or moved meanwhile; what is left is found anew.
            continue
    raise Unavailable("The memories this document is linked with keep changing; it is tried again.")


def _brought(document: Document, now: datetime) -> Sequence[Memory]:
    """The current versions that came with this revision."""
    began = datetime.fromisoformat(document.stage_times[Document.Stage.REMEMBERING]["started"])
    rows = memories_read.current_memories_of(document.space, now=now).filter(
        sources__document=document, sources__ended_at=None, created_at__gte=began
    )
    return list(rows.order_by("pk"))


@service
def _commit(document: Document, extensions: Sequence[Extension], conclusions: Sequence[Draft]) -> Document:
    count = len(extensions) + len(conclusions)
    moved = documents.finish(actor=ACTOR, document=document, done=count, total=count)
    space = document.space
    chains.lock_texts(space, [draft.prepared.text_hash for draft in conclusions])
    chains.lock(space, {row.root_id for found in extensions for row in (found.newer, found.older)})
    memories.relate_many(actor=ACTOR, space=space, drafts=[_relation(found) for found in extensions])
    if conclusions:
        memories.remember_many(actor=ACTOR, space=space, drafts=conclusions)
    return moved


def _relation(found: Extension) -> RelationDraft:
    similarity = found.evidence["similarity"]
    return RelationDraft(
        found.newer.pk, found.older.pk, Relation.Kind.EXTENDS, extending.RULE, similarity, found.evidence
    )
