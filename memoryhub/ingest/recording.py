"""Carries out a plan: everything one extraction writes, in one transaction that happens once for a revision."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from memoryhub.associations import services as associations
from memoryhub.associations.texts import PreparedKey
from memoryhub.core.errors import Conflict
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest.knowledge import Told
from memoryhub.ingest.planning import Plan, Question, Update, place
from memoryhub.ingest.work import ACTOR
from memoryhub.ledger.unit import service
from memoryhub.memories import chains, states
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.review import services as review
from memoryhub.spaces.models import Space

SOURCE_REMOVED = "source_removed"
MOVED_ON = "plan_moved_on"


@service
def carry_out(*, document: Document, plan: Plan) -> Document:
    """Write what the plan says and take the document to its next stage.

    Raises `documents.Overtaken`, before anything is written, when this revision is remembered already or the work was
    stopped; `Conflict` with code `plan_moved_on` when a memory the plan concerns has changed since it was made.
    """
    moved = documents.pass_on(
        actor=ACTOR,
        document=document,
        done=plan.size,
        total=plan.size,
        remembered_revision=document.revision,
        outcome=_outcome(document, plan),
    )
    latest = _lock(document.space, plan)
    if document.remembered_revision:
        review.withdraw_for_document(actor=ACTOR, space=document.space, document_id=document.pk)
    _Record(document, plan, latest).write()
    documents.drop_older_chunks(document)
    return moved


def _outcome(document: Document, plan: Plan) -> str:
    if plan.size:
        return Document.Outcome.REMEMBERED
    return Document.Outcome.UNPACKED if documents_read.members_of(document).exists() else Document.Outcome.NOTHING


def _lock(space: Space, plan: Plan) -> dict[uuid.UUID, Memory]:
    """Take all locks at once and in order, so that two documents about the same memories cannot block each other;
    returns the latest version of each chain the plan concerns."""
    texts = [one.hash for one in plan.fresh] + [update.told.hash for update in plan.updates]
    chains.lock_texts(space, texts)
    subjects = plan.subjects
    roots = chains.with_derived(space, plan.known_roots | {known.root_id for known in subjects})
    latest = chains.lock(space, roots)
    for known in subjects:
        now = latest.get(known.root_id)
        if now is None or now.pk != known.id or states.of(now) != states.CURRENT:
            raise Conflict("A memory has changed while the document was read.", code=MOVED_ON)
    return latest


class _Record:
    """The writing of one plan; `_rows` are the latest versions of the chains it concerns or has made."""

    def __init__(self, document: Document, plan: Plan, latest: Mapping[uuid.UUID, Memory]) -> None:
        self._document, self._plan, self._space = document, plan, document.space
        self._rows: dict[uuid.UUID | int, Memory] = dict(latest.items())
        self._roots: set[uuid.UUID] = set(plan.known_roots)
        self._keys: dict[uuid.UUID, tuple[PreparedKey, ...]] = {}

    def write(self) -> None:
        self._remember()
        again = [(self._rows[known.root_id], told.source) for known, told in self._plan.again]
        if again:
            memories.add_sources(actor=ACTOR, space=self._space, pairs=again)
            self._roots |= {row.root_id for row, _ in again}
        for update in self._plan.updates:
            self._update(update)
        for question in self._plan.questions:
            self._ask(question)
        if self._document.remembered_revision:
            self._leave_behind()
        if self._keys:
            about = ("document", self._document.pk)
            associations.link(actor=ACTOR, space=self._space, keys=self._keys, about=about)

    def _remember(self) -> None:
        drafts = [told.draft for told in self._plan.fresh]
        results = memories.remember_many(actor=ACTOR, space=self._space, drafts=drafts)
        for at, (told, result) in enumerate(zip(self._plan.fresh, results, strict=True)):
            self._rows[at] = result.memory
            self._roots.add(result.memory.root_id)
            if result.created and told.keys:
                self._keys[result.memory.pk] = told.keys

    def _update(self, update: Update) -> None:
        before = self._rows[place(update.subject)]
        row = memories.revise(actor=ACTOR, space=self._space, memory_id=before.pk, draft=update.draft)
        self._rows[place(update.subject)] = row
        self._roots.add(row.root_id)
        if update.told.keys:
            self._keys[row.pk] = update.told.keys

    def _ask(self, question: Question) -> None:
        told = question.told
        review.propose(
            actor=ACTOR,
            space=self._space,
            kind=question.kind,
            subjects=[] if question.subject is None else [self._rows[place(question.subject)]],
            payload=_payload(told),
            why=question.why,
            confidence=told.fact.confidence,
            document_id=self._document.pk,
        )

    def _leave_behind(self) -> None:
        """Sources follow the sentences that still stand; what the document says no longer loses it as a source."""
        memories.follow_document(space=self._space, moved=self._plan.kept, replaced=self._plan.replaced)
        memories.end_sources(
            actor=ACTOR,
            space=self._space,
            document_id=self._document.pk,
            reason=SOURCE_REMOVED,
            keep=self._roots,
        )


def _payload(told: Told) -> dict[str, Any]:
    """What approval would write, as plain data."""
    source, valid_from = told.source, told.draft.valid_from
    return {
        "text": told.draft.prepared.text,
        "sources": [
            {
                "document_id": str(source.document_id),
                "chunk_id": str(source.chunk_id),
                "start": source.start,
                "end": source.end,
                "quote": source.quote,
            }
        ],
        "valid_from": None if valid_from is None else valid_from.isoformat(),
    }
