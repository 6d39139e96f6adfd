"""Calls that are done once: their answers are kept for a day, in the transaction of what they did."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from memoryhub.core import clock, errors, ids, locks
from memoryhub.core.blanking import blank_json
from memoryhub.documents.models import Answer, Document
from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Space

KEPT_FOR = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Call:
    """A call by the `key` its caller gave it, and the hash of what it asks for, SHA-256 in hex; `part` counts the items
    of one that holds several, which are done each for itself."""

    key: str
    request_hash: str
    part: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """What was done to a document, as the caller is told it: a status of HTTP and a body of JSON."""

    status: int
    body: str
    document_id: uuid.UUID


@locks.retried
def once(*, actor: Actor, space: Space, call: Call, work: Callable[[], Done]) -> tuple[Done, bool]:
    """Do the work of a call unless it was done before; what it answers, and whether that was before.

    Of two at the same moment the second waits for the first. What was done and its answer are kept together, or
    neither is. Raises what `work` does, and then keeps nothing; `errors.Conflict` with code `idempotency_key_reused`
    for a key that was given to another call, and `document_deleted` when the document is gone since.
    """
    with transaction.atomic():
        locks.names([f"answer:{space.pk}:{actor.kind}:{actor.id}:{call.key}"])
        rows = Answer.objects.filter(space=space, actor_kind=actor.kind, actor_id=actor.id, key=call.key)
        rows.filter(at__lte=clock.now() - KEPT_FOR).delete()
        if rows.exclude(request_hash=call.request_hash).exists():
            message = "This Idempotency-Key was given to another call; take a new one."
            raise errors.Conflict(message, code="idempotency_key_reused")
        known = rows.filter(part=call.part).first()
        if known is not None:
            return _before(known), True
        done = work()
        Answer.objects.create(
            id=ids.new(),
            space=space,
            actor_kind=actor.kind,
            actor_id=actor.id,
            key=call.key,
            part=call.part,
            request_hash=call.request_hash,
            document_id=done.document_id,
            status=done.status,
            body=done.body,
            at=clock.now(),
        )
        return done, False


def _before(known: Answer) -> Done:
    if known.document_id is None:
        raise errors.Conflict("This call was done, and its document deleted since.", code="document_deleted")
    return Done(known.status, known.body, known.document_id)


def blank_answers(document: Document, blank: Callable[[str], str]) -> None:
    """Take what `blank` does out of the kept answers about a document."""
    for row in Answer.objects.filter(space_id=document.space_id, document=document):
        body = json.dumps(blank_json(json.loads(row.body), blank), ensure_ascii=False, separators=(",", ":"))
        if body != row.body:
            row.body = body
            row.save(update_fields=["body"])


def empty_answers(space: Space, documents: Collection[Document]) -> None:
    """Keep of the answers about documents that go that they were given, and not what they said."""
    Answer.objects.filter(space=space, document__in=[row.pk for row in documents]).update(body="", document=None)


def drop_answers(*, now: datetime) -> int:
    """Delete the answers whose day is over; returns how many there were."""
    return Answer.objects.filter(at__lte=now - KEPT_FOR).delete()[0]
