"""Reading a document again, as it was given: after the readers or the rules got better, or their settings changed."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest import extractors, knowledge, planning, tasks
from memoryhub.ingest.planning import Plan, Subject
from memoryhub.ingest.stages import chunking, remembering
from memoryhub.ingest.work import Work
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.memories.models import MemorySource
from memoryhub.spaces.models import Space


@dataclass(frozen=True, slots=True)
class Change:
    """A memory `before`, empty for a new one, and what it would say `after`."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """`kept`: how many memories would stay as they are; `new`: texts that would be remembered, or found known from
    elsewhere; `changed`: next versions; `asked`: what a person would be asked; `gone`: texts the document would not
    stand behind any more, of which those without another source would be forgotten.
    """

    kept: int
    new: tuple[str, ...]
    changed: tuple[Change, ...]
    asked: tuple[Change, ...]
    gone: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not (self.new or self.changed or self.asked or self.gone)


def preview(document: Document) -> Preview:
    """Read the document as the worker would, and say what its plan says.

    The space may have moved on by the time the document is read again. Raises what reading does, and `Unavailable`
    when the embedder or the extractor does not answer.
    """
    work = Work(document, asks_who_wants_it=False)
    work.keep_chunks(chunking.chunks_of(work))
    extractor = extractors.configured()
    told = remembering.read_facts(work, extractor)
    plan = planning.make(document, told, extractor)
    sources = list(knowledge.earlier(document.space, document.pk).by_hash.values())
    return Preview(
        kept=len(plan.kept) + len(plan.again),
        new=tuple(one.draft.prepared.text for one in plan.fresh),
        changed=tuple(Change(_says(update.subject, plan), update.draft.prepared.text) for update in plan.updates),
        asked=tuple(
            Change("" if question.subject is None else _says(question.subject, plan), question.told.draft.prepared.text)
            for question in plan.questions
        ),
        gone=tuple(_gone(sources, plan)),
    )


@service
def reread(*, actor: Actor, space: Space, document_id: uuid.UUID) -> Document:
    """Read a document again from its first stage on: what it still says keeps its memories, what it says otherwise
    becomes their next versions, and what it does not say any more is retired. `errors.Conflict` while it is in work.
    """
    document = documents.lock(space, document_id)
    document.space = space
    documents.reread(actor=actor, document=document)
    tasks.queue(document)
    return document


def _says(subject: Subject, plan: Plan) -> str:
    return plan.fresh[subject].draft.prepared.text if isinstance(subject, int) else subject.text


def _gone(sources: Sequence[MemorySource], plan: Plan) -> list[str]:
    staying: set[uuid.UUID] = plan.known_roots | {known.root_id for known in plan.subjects}
    return sorted({source.memory.text for source in sources if source.memory.root_id not in staying})
