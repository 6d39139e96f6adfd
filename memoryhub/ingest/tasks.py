"""The jobs of the way in: one job takes a document through all its stages; others bring back what waits or got lost."""

from __future__ import annotations

import uuid
from datetime import datetime

from procrastinate import JobContext
from procrastinate.contrib.django import app

from memoryhub.core import clock
from memoryhub.documents import selectors as documents_read
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest import fairness
from memoryhub.ingest.work import ACTOR
from memoryhub.jobs import queue as jobs
from memoryhub.jobs import schedules
from memoryhub.ledger.unit import service

QUEUE = "ingest"


@app.task(name="ingest.advance", queue=QUEUE, pass_context=True)
def advance(context: JobContext, document_id: str) -> None:
    """Take the document as far as it goes."""
    from memoryhub.ingest import advancing  # it queues jobs of this module itself

    advancing.advance(uuid.UUID(document_id), should_stop=context.should_abort)


@app.task(name="ingest.wake", queue=QUEUE)
def wake(document_id: str) -> None:
    """Queue a document whose time to try again has come."""
    _wake(uuid.UUID(document_id))


@schedules.every_heartbeat(app, name="ingest.find_stranded")
def find_stranded(timestamp: int) -> None:
    """Queue documents again whose job was lost: nothing stays in work for ever."""
    requeue_stranded(now=clock.now())


def requeue_stranded(*, now: datetime) -> int:
    """Queue every document that should be in work and has no job; returns how many there were."""
    found = list(documents_read.stranded(now=now))
    for document in found:
        if document.status == Document.Status.WAITING:
            _wake(document.pk)
        else:
            queue(document)
    return len(found)


@app.periodic(cron="37 * * * *", periodic_id="ingest.drop_answers")
@app.task(name="ingest.drop_answers", queue=schedules.QUEUE, queueing_lock="ingest.drop_answers")
def drop_answers(timestamp: int) -> None:
    """Clear away the answers of calls with an idempotency key whose day is over."""
    documents.drop_answers(now=clock.now())


def queue(document: Document, *, is_new: bool = False) -> None:
    """Queue the work on a document, in the caller's transaction; a job that waits already is enough."""
    lock = documents_read.work_lock(document.pk)
    priority = fairness.priority_of(document, queue_name=QUEUE)
    jobs.defer(advance, lock=lock, queueing_lock=lock, priority=priority, is_new=is_new, document_id=str(document.pk))


def queue_wake(document: Document, at: datetime) -> None:
    """Queue the waking of a waiting document. It holds no lock: a job with one would keep a retry waiting too."""
    jobs.defer(wake, at=at, document_id=str(document.pk))


@service
def _wake(document_id: uuid.UUID) -> None:
    document = documents.wake(actor=ACTOR, document_id=document_id, now=clock.now())
    if document is not None:
        queue(document)
