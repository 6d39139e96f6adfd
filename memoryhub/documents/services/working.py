"""The work on a document: begun, taken from stage to stage, waiting, failed, stopped, started again.

Every step of the work is an UPDATE that names the revision, stage and attempt it was done for. When a person stopped
the document, submitted it anew or deleted it meanwhile, or another worker took it over, no row answers to that, the
step is `Overtaken`, and nothing of it is written.
"""

from __future__ import annotations

import copy
import itertools
import uuid
from datetime import datetime
from typing import Any

from memoryhub.core import clock, errors
from memoryhub.documents import verbs
from memoryhub.documents.models import Document
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import record, service
from memoryhub.spaces.models import Space

Stage, Status = Document.Stage, Document.Status

ORDER = (Stage.EXTRACTING, Stage.CHUNKING, Stage.EMBEDDING, Stage.INDEXING, Stage.REMEMBERING, Stage.LINKING)
AFTER: dict[str, str] = dict(itertools.pairwise(ORDER))

# Which status may follow which; every other change is refused.
MAY_BECOME: dict[str, frozenset[str]] = {
    Status.QUEUED: frozenset({Status.RUNNING, Status.CANCELLED}),
    Status.RUNNING: frozenset({Status.RUNNING, Status.WAITING, Status.DONE, Status.FAILED, Status.CANCELLED}),
    Status.WAITING: frozenset({Status.QUEUED, Status.RUNNING, Status.CANCELLED}),
    Status.DONE: frozenset(),
    Status.FAILED: frozenset({Status.QUEUED}),
    Status.CANCELLED: frozenset({Status.QUEUED}),
}


class Overtaken(Exception):
    """The step was done for a document that is not in that place any more; there is nothing left to do."""


@service
def begin(*, actor: Actor, document_id: uuid.UUID, most_attempts: int) -> Document | None:
    """Take a queued document into work, or one whose worker died at it; None when there is nothing to do.

    A document that was begun `most_attempts` times and never got on has failed.
    """
    document = Document.objects.select_for_update(of=("self",)).select_related("space").filter(pk=document_id).first()
    if document is None or document.status not in {Status.QUEUED, Status.RUNNING}:
        return None
    if document.status == Status.RUNNING and document.attempts >= most_attempts:
        fail(actor=actor, document=document, code="worker_died", message="The worker ended at this stage every time.")
        return None
    times = document.stage_times | {document.stage: {"started": clock.now().isoformat(), "done": 0, "total": 0}}
    document.status, document.attempts, document.stage_times = Status.RUNNING, document.attempts + 1, times
    document.next_try_at, document.error_code, document.error_message = None, "", ""
    document.updated_at = clock.now()
    document.save(
        update_fields=[
            "status", "attempts", "stage_times", "next_try_at", "error_code", "error_message", "updated_at",
        ]
    )  # fmt: skip
    record_step(actor, document)
    return document


def pass_on(*, actor: Actor, document: Document, done: int = 1, total: int = 1, **columns: Any) -> Document:
    """End the stage of a document and enter the next, inside the caller's unit; returns the document as it is then.

    `done` and `total` count what the stage worked on. Raises `Overtaken`.
    """
    following = AFTER[document.stage]
    at = clock.now().isoformat()
    times = _times(document, done=done, total=total, finished=at)
    times[following] = {"started": at, "done": 0, "total": 0}
    moved = _step(document, stage=following, stage_times=times, **columns)
    record_step(actor, moved)
    return moved


@service
def progress(*, actor: Actor, document: Document, done: int, total: int) -> Document:
    """Say how far a long stage has come. Raises `Overtaken`."""
    moved = _step(document, stage_times=_times(document, done=done, total=total))
    record_step(actor, moved, done=done, total=total)
    return moved


def finish(*, actor: Actor, document: Document, done: int = 1, total: int = 1) -> Document:
    """End the last stage, inside the caller's unit. Raises `Overtaken`."""
    times = _times(document, done=done, total=total, finished=clock.now().isoformat())
    moved = _step(document, status=Status.DONE, stage_times=times)
    record_step(actor, moved, outcome=moved.outcome)
    return moved


@service
def fail(*, actor: Actor, document: Document, code: str, message: str) -> Document:
    """The stage cannot be done; it waits for a person. Raises `Overtaken`."""
    moved = _step(document, status=Status.FAILED, error_code=code[:64], error_message=message)
    record_step(actor, moved, code=moved.error_code)
    return moved


@service
def wait(*, actor: Actor, document: Document, until: datetime, code: str, message: str) -> Document:
    """The stage cannot be done now; it is tried again at `until`. Raises `Overtaken`."""
    moved = _step(document, status=Status.WAITING, next_try_at=until, error_code=code[:64], error_message=message)
    record_step(actor, moved, code=moved.error_code)
    return moved


@service
def cancel(*, actor: Actor, space: Space, document_id: uuid.UUID) -> Document:
    """Stop the work at once: a step in progress writes nothing any more. `errors.Conflict` when there is no work."""
    document = lock(space, document_id)
    _become(document, Status.CANCELLED, "Only a document in work can be stopped; this one is {status}.")
    document.next_try_at = None
    _save(document)
    record_step(actor, document, verbs.CANCELLED)
    return document


@service
def retry(*, actor: Actor, space: Space, document_id: uuid.UUID) -> Document:
    """Queue a failed, stopped or waiting document at the stage it had reached. `errors.Conflict` for any other."""
    document = lock(space, document_id)
    _become(document, Status.QUEUED, "Only a failed, stopped or waiting document can be retried; this one is {status}.")
    document.attempts, document.next_try_at, document.error_code, document.error_message = 0, None, "", ""
    _save(document)
    record_step(actor, document, verbs.RETRIED)
    return document


@service
def wake(*, actor: Actor, document_id: uuid.UUID, now: datetime) -> Document | None:
    """Queue a document whose time to try again has come; None when it has not."""
    document = Document.objects.select_for_update(of=("self",)).select_related("space").filter(pk=document_id).first()
    if document is None or document.status != Status.WAITING or document.next_try_at is None:
        return None
    if document.next_try_at > now:
        return None
    document.status, document.next_try_at = Status.QUEUED, None
    _save(document)
    record_step(actor, document)
    return document


def lock(space: Space, document_id: uuid.UUID) -> Document:
    """The document, locked for the rest of the transaction; `errors.NotFound` outside the space."""
    document = Document.objects.select_for_update(of=("self",)).filter(space=space, pk=document_id).first()
    if document is None:
        raise errors.NotFound()
    return document


def hold(document: Document) -> None:
    """Keep the work on a document as it is for the rest of the transaction: nobody stops, changes or deletes it
    meanwhile. Raises `Overtaken` when somebody has.
    """
    at_work = Document.objects.select_for_update(of=("self",)).filter(**_as_taken(document))
    if at_work.values_list("pk", flat=True).first() is None:
        raise Overtaken()


def _as_taken(document: Document) -> dict[str, Any]:
    return {
        "pk": document.pk,
        "revision": document.revision,
        "attempts": document.attempts,
        "status": Status.RUNNING,
    }


def _step(document: Document, **values: Any) -> Document:
    """Write a step if the document is where the caller took it from. The caller's object stays as it was, so that a
    transaction that lost a race can be done again."""
    values["updated_at"] = clock.now()
    rows = Document.objects.filter(**_as_taken(document), stage=document.stage)
    if values.get("remembered_revision") is not None:
        # The guard of ARCHITECTURE 6.5: one revision is remembered once.
        rows = rows.exclude(remembered_revision__gte=document.revision)
    if not rows.update(**values):
        raise Overtaken()
    moved = copy.copy(document)
    for name, value in values.items():
        setattr(moved, name, value)
    return moved


def _become(document: Document, status: str, refusal: str) -> None:
    if status not in MAY_BECOME[document.status]:
        raise errors.Conflict(refusal.format(status=document.status), code="wrong_status", status=document.status)
    document.status = status


def _save(document: Document) -> None:
    document.updated_at = clock.now()
    document.save(update_fields=["status", "attempts", "next_try_at", "error_code", "error_message", "updated_at"])


def _times(document: Document, **values: Any) -> dict[str, Any]:
    times: dict[str, Any] = document.stage_times
    return times | {document.stage: times.get(document.stage, {}) | values}


def record_step(actor: Actor, document: Document, verb: str = verbs.STAGE, **values: Any) -> None:
    """The entry of where the work on a document stands."""
    record(
        actor=actor,
        space_id=document.space_id,
        verb=verb,
        subject_kind="document",
        subject_id=document.pk,
        values={
            "stage": document.stage,
            "status": document.status,
            "revision": document.revision,
            "attempt": document.attempts,
            **values,
        },
    )
