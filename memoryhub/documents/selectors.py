"""Questions about documents, their inputs and chunks."""

from __future__ import annotations

import bisect
import uuid
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, Concat
from procrastinate.contrib.django.models import ProcrastinateJob, ProcrastinateWorker

from memoryhub.core import errors, text
from memoryhub.documents.models import Chunk, ChunkVector, Document, DocumentInput
from memoryhub.spaces.models import Space

WORK_LOCK = "document:"
SHARED_BY_MANY = 8  # spaces; a document that more of them hold says nothing about any two
_SHARED = """
WITH held AS (
    SELECT DISTINCT space_id, content_hash FROM documents_document
    WHERE space_id = ANY(%(spaces)s) AND content_hash <> ''
), common AS (
    SELECT content_hash FROM held GROUP BY content_hash HAVING count(*) BETWEEN 2 AND %(many)s
)
SELECT one.space_id, other.space_id, count(*) FROM common JOIN held AS one USING (content_hash)
JOIN held AS other USING (content_hash) WHERE one.space_id < other.space_id
GROUP BY one.space_id, other.space_id ORDER BY count(*) DESC, one.space_id, other.space_id LIMIT %(most)s
"""
IN_WORK = (Document.Status.QUEUED, Document.Status.RUNNING, Document.Status.WAITING)


def documents_of(
    space: Space, *, statuses: Collection[str] = (), kind: str = "", outcome: str = "", titled: str = ""
) -> QuerySet[Document]:
    """Documents of the space without their content, which may be large; `titled` occurs in title or file name."""
    unknown = set(statuses) - set(Document.Status.values)
    if unknown:
        raise errors.InvalidInput("status", f"status must be one of {', '.join(Document.Status.values)}.")
    rows = Document.objects.filter(space=space).defer("content")
    if statuses:
        rows = rows.filter(status__in=statuses)
    if outcome:
        rows = rows.filter(outcome=outcome)
    if titled:
        rows = rows.filter(Q(title__icontains=titled) | Q(file_name__icontains=titled))
    return rows.filter(kind=kind) if kind else rows


def document_of(space: Space, document_id: uuid.UUID) -> Document:
    """One document of the space; `errors.NotFound` otherwise."""
    document = Document.objects.filter(space=space, pk=document_id).first()
    if document is None:
        raise errors.NotFound()
    return document


def titled(space: Space, words: str, *, limit: int) -> list[Document]:
    """Documents whose title or file name has these words, newest first."""
    named = Q(title__icontains=words) | Q(file_name__icontains=words)
    return list(documents_of(space).filter(named).order_by("-created_at", "-pk")[:limit])


def by_custom_id(space: Space, custom_id: str) -> Document | None:
    """The document the caller named so."""
    return Document.objects.filter(space=space, custom_id=custom_id).first()


def content_by_custom_id(space: Space, custom_ids: Iterable[str]) -> dict[str, tuple[uuid.UUID, str]]:
    """Of the documents the caller named so: custom_id -> (id, hash of what it says)."""
    rows = Document.objects.filter(space=space, custom_id__in=set(custom_ids))
    return {
        str(name): (pk, content_hash) for name, pk, content_hash in rows.values_list("custom_id", "pk", "content_hash")
    }


def by_custom_id_prefix(space: Space, prefix: str) -> dict[str, uuid.UUID]:
    """Of the documents whose custom_id begins so: custom_id -> id."""
    rows = Document.objects.filter(space=space, custom_id__startswith=prefix)
    return {str(name): pk for name, pk in rows.values_list("custom_id", "pk")}


def with_content(space: Space, content_hash: str) -> Document | None:
    """The first document of the space that was given exactly this content, and does not go when another goes."""
    rows = Document.objects.filter(space=space, content_hash=content_hash, container=None)
    return rows.order_by("created_at", "pk").first()


def at_address(space: Space, url: str) -> Document | None:
    """The first document of the space that was submitted by this web address, in its one form."""
    rows = Document.objects.filter(space=space, container=None, inputs__space=space, inputs__url=url)
    return rows.order_by("created_at", "pk").first()


def at_path(container: Document, path: str) -> Document | None:
    """The document found at this path in another."""
    return Document.objects.filter(space_id=container.space_id, container=container, path=path).first()


def members_of(document: Document) -> QuerySet[Document]:
    """The documents found inside this one, without their content."""
    return Document.objects.filter(space_id=document.space_id, container=document).defer("content").order_by("path")


def with_members(space: Space, document_ids: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """These documents of the space and all that were found inside them, at any depth."""
    known: set[uuid.UUID] = set()
    found = set(Document.objects.filter(space=space, pk__in=set(document_ids)).values_list("pk", flat=True))
    while found:
        known |= found
        inside = Document.objects.filter(space=space, container__in=found).values_list("pk", flat=True)
        found = set(inside) - known
    return known


def with_containers(space: Space, document_ids: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """These documents of the space and all that they were found inside of."""
    known: set[uuid.UUID] = set()
    found = set(document_ids)
    while found:
        known |= found
        outer = Document.objects.filter(space=space, pk__in=found).exclude(container=None)
        found = set(outer.values_list("container_id", flat=True)) - known
    return known


def is_at_work(document: Document) -> bool:
    """Whether the work on a document is still what its row told of: not stopped, revised, deleted or taken over."""
    return Document.objects.filter(
        pk=document.pk, revision=document.revision, attempts=document.attempts, status=Document.Status.RUNNING
    ).exists()


def is_read_through(document: Document) -> bool:
    """Whether what the present revision says went through all stages once."""
    ended = document.stage_times.get(Document.Stage.LINKING, {}).get("finished")
    return bool(ended) and document.remembered_revision == document.revision


def place_at(document: Document, offset: int | None) -> tuple[str, str] | None:
    """On which page, slide or sheet a place of the content stands: its kind and label; None where it has none."""
    if offset is None:
        return None
    at = bisect.bisect_right(document.places, offset, key=lambda place: place[0]) - 1
    if at < 0:
        return None
    _start, kind, label = document.places[at]
    return kind, label


def inputs_of(document: Document) -> Sequence[DocumentInput]:
    """What the document was given, in order: a replacing input first, then those appended to it."""
    return list(DocumentInput.objects.filter(space_id=document.space_id, document=document).order_by("position"))


def chunks_of(document: Document) -> QuerySet[Chunk]:
    """The chunks of the revision that is in work or done, in reading order, with their turns."""
    return (
        Chunk.objects.select_related("turn")
        .filter(space_id=document.space_id, document=document, revision=document.revision)
        .order_by("index")
    )


def chunks_by_id(space: Space, chunk_ids: Iterable[str]) -> dict[str, Chunk]:
    """Chunks of the space by the text form of their id, with their document but without its content."""
    rows = (
        Chunk.objects.select_related("document").defer("document__content").filter(space=space, pk__in=set(chunk_ids))
    )
    return {str(row.pk): row for row in rows}


def chunks_without_vector(document: Document, model_id: uuid.UUID) -> QuerySet[Chunk]:
    """What is left to embed of the document's revision."""
    embedded = ChunkVector.objects.filter(chunk=OuterRef("pk"), space_id=document.space_id, model_id=model_id)
    return (
        Chunk.objects.filter(space_id=document.space_id, document=document, revision=document.revision)
        .exclude(Exists(embedded))
        .order_by("index")
    )


def holding(space: Space, sentences: Iterable[str]) -> set[uuid.UUID]:
    """Documents with an indexed chunk that has every word of one of these sentences, in any order."""
    found: set[uuid.UUID] = set()
    for sentence in sentences:
        if terms := set(text.tokens(sentence, language=text.language(sentence))):
            rows = Chunk.objects.filter(space=space, tokens__contains=sorted(terms))
            found |= set(rows.values_list("document_id", flat=True))
    return found


def counts_by_outcome(space: Space) -> dict[tuple[str, str], int]:
    """(status, outcome) -> how many documents of the space have both; only what there is."""
    rows = Document.objects.filter(space=space).values_list("status", "outcome").annotate(number=Count("pk"))
    return {(status, outcome): number for status, outcome, number in rows.order_by()}


def counts_of(space: Space) -> dict[str, int]:
    """Documents of the space by status; every status is there."""
    counted = dict.fromkeys(Document.Status.values, 0)
    for (status, _outcome), number in counts_by_outcome(space).items():
        counted[status] += number
    return counted


def chunks_per_document(space: Space, document_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Document id -> how many chunks its present revision has; a document without any is left out."""
    rows = Chunk.objects.filter(space=space, document__in=set(document_ids), revision=F("document__revision"))
    return dict(rows.values_list("document_id").annotate(number=Count("pk")).order_by())


def documents_per_space() -> dict[uuid.UUID, int]:
    """Space id -> how many documents it holds: a figure for staff, no content."""
    counted = Document.objects.values_list("space_id").annotate(number=Count("pk")).order_by()
    return dict(counted)


def newest_per_space(space_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, tuple[int, datetime]]:
    """Space id -> how many documents it holds, and when the newest came; spaces without are left out."""
    rows = Document.objects.filter(space__in=space_ids).values_list("space_id")
    return {space: (number, at) for space, number, at in rows.annotate(Count("pk"), Max("created_at")).order_by()}


def shared(space_ids: Collection[uuid.UUID], *, most: int) -> list[tuple[uuid.UUID, uuid.UUID, int]]:
    """Pairs of these spaces and how many documents of the very same content are in both, the most first."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARED, {"spaces": list(space_ids), "many": SHARED_BY_MANY, "most": most})
        return [(one, other, number) for one, other, number in cursor.fetchall()]


def in_work(space: Space, document_ids: Iterable[uuid.UUID] | None = None) -> QuerySet[Document]:
    """Documents that are not finished, of the space or of these only."""
    rows = documents_of(space, statuses=IN_WORK)
    return rows if document_ids is None else rows.filter(pk__in=set(document_ids))


def waiting_in(space_id: uuid.UUID, *, besides: uuid.UUID, limit: int) -> int:
    """How many documents of the space wait for a worker, counted up to a limit."""
    waiting = Document.objects.filter(space_id=space_id, status=Document.Status.QUEUED).exclude(pk=besides)
    return waiting.order_by()[:limit].count()


def work_lock(document_id: uuid.UUID) -> str:
    """The lock and queueing lock of a document's job."""
    return f"{WORK_LOCK}{document_id}"


def stuck(found: Iterable[Document], *, now: datetime) -> set[uuid.UUID]:
    """Those of these documents that are in work by no worker, or by one that gave no sign of life for too long; without
    a query where none is in work."""
    running = [document.pk for document in found if document.status == Document.Status.RUNNING]
    if not running:
        return set()
    at_work = _jobs_of_documents().filter(status="doing", worker__last_heartbeat__gte=now - _silence())
    rows = Document.objects.filter(pk__in=running, status=Document.Status.RUNNING)
    return set(rows.exclude(Exists(at_work)).values_list("pk", flat=True))


def has_live_worker(*, now: datetime) -> bool:
    """Whether any worker gave a sign of life lately."""
    return ProcrastinateWorker.objects.filter(last_heartbeat__gte=now - _silence()).exists()


def _silence() -> timedelta:
    return timedelta(seconds=settings.MEMORYHUB_WORKER_STALLED_SECONDS)


def _jobs_of_documents() -> QuerySet[ProcrastinateJob]:
    """The jobs of the document of the outer query."""
    lock = Concat(Value(WORK_LOCK), Cast(OuterRef("pk"), TextField()))
    return ProcrastinateJob.objects.filter(queueing_lock=lock)


def stranded(*, now: datetime) -> QuerySet[Document]:
    """Documents that should be in work, or tried again by now, and have no live job: their job was lost."""
    jobs = _jobs_of_documents().filter(status__in=["todo", "doing"])
    due = Q(status__in=[Document.Status.QUEUED, Document.Status.RUNNING]) | Q(
        status=Document.Status.WAITING, next_try_at__lte=now
    )
    return Document.objects.filter(due & ~Exists(jobs)).defer("content").select_related("space").order_by("pk")
