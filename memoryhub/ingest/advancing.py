"""The job boundary: runs a document's stages one after the other, and stores what stops it."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError

from memoryhub.core import clock, errors
from memoryhub.documents import services as documents
from memoryhub.documents.models import Document
from memoryhub.ingest import reading, stages, tasks
from memoryhub.ingest.work import ACTOR, Work
from memoryhub.ledger.unit import service

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 8
FIRST_WAIT = timedelta(seconds=5)
LONGEST_WAIT = timedelta(minutes=15)


def advance(document_id: uuid.UUID, *, should_stop: Callable[[], bool] = lambda: False) -> None:
    """Take a document as far as it goes; `should_stop` is asked between stages, when the worker shuts down."""
    document = documents.begin(actor=ACTOR, document_id=document_id, most_attempts=MOST_ATTEMPTS)
    if document is None:
        return
    work = Work(document, should_stop=should_stop)
    try:
        while work.document.status == Document.Status.RUNNING and not should_stop():
            work.document = stages.run(work)
    except (documents.Overtaken, reading.Stopped):
        return
    except (InterfaceError, OperationalError):
        # The database is away: nothing can be stored now, and the document is found again when it is back.
        raise
    except Exception as error:  # noqa: BLE001 - the job boundary: whatever it is, it is stored with its stage
        _store(work.document, error)


def _store(document: Document, error: Exception) -> None:
    try:
        if isinstance(error, errors.Unavailable) and document.attempts < MOST_ATTEMPTS:
            _wait(document, error)
        elif isinstance(error, errors.HubError):
            documents.fail(actor=ACTOR, document=document, code=error.code, message=error.message)
        else:
            logger.exception("Document %s failed at %s.", document.pk, document.stage)
            message = f"An error of the hub itself ({type(error).__name__}); its log has the details."
            documents.fail(actor=ACTOR, document=document, code="internal_error", message=message)
    except documents.Overtaken:
        return


@service
def _wait(document: Document, error: errors.Unavailable) -> None:
    until = next_try(document.attempts, error.details.get("retry_after"))
    documents.wait(actor=ACTOR, document=document, until=until, code=error.code, message=error.message)
    tasks.queue_wake(document, until)


def next_try(attempts: int, retry_after: float | None = None) -> datetime:
    """When to try again: twice as long after each attempt, and never before what the other side asks (seconds)."""
    delay: timedelta = min(FIRST_WAIT * 2 ** max(attempts - 1, 0), LONGEST_WAIT)
    return clock.now() + max(delay, timedelta(seconds=retry_after or 0))
