"""The job of a deed on more than can be done at once, and how far it has come: the ledger itself counts that."""

from __future__ import annotations

import base64
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import IntegerField, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from procrastinate.contrib.django import app

from memoryhub.accounts.models import User
from memoryhub.core import packed
from memoryhub.jobs import queue as jobs
from memoryhub.jobs import schedules
from memoryhub.ledger import selectors as ledger
from memoryhub.lifecycle import bulk
from memoryhub.lifecycle.bulk import DEEDS, Order
from memoryhub.spaces import access
from memoryhub.spaces import selectors as spaces
from memoryhub.spaces.access import Principal
from memoryhub.spaces.models import Space


@dataclass(frozen=True, slots=True)
class Progress:
    """To how many of `total` it has been done, and whether the job still waits or works."""

    deed: str
    done: int
    total: int
    is_at_work: bool


@app.task(name="lifecycle.bulk", queue=schedules.QUEUE)
def carry_out(space_id: str, user_id: str, deed: str, values: dict[str, Any], batch: str, ids: str, total: int) -> None:
    """Do it slice by slice, as long as the person who asked for it may. Done again, it goes on where it was broken off.

    Raises as the permission door does.
    """
    space, person = spaces.by_id(uuid.UUID(space_id)), Principal(User.objects.get(pk=user_id))
    order = Order(deed, person.actor, space, uuid.UUID(batch), values)
    subjects = packed.unpack(packed.of_bytes(base64.b64decode(ids)))
    for first in range(0, len(subjects), bulk.AT_ONCE):
        access.space_for(person, space.tag, DEEDS[deed].needs)
        bulk.carry_out(order, subjects[first : first + bulk.AT_ONCE])


def queue(order: Order, subjects: Sequence[uuid.UUID], *, user_id: uuid.UUID) -> None:
    """Queue that in the caller's transaction; the actor of the order is that person."""
    jobs.defer(
        carry_out,
        lock=f"bulk:{order.space.pk}",
        space_id=str(order.space.pk),
        user_id=str(user_id),
        deed=order.deed,
        values=dict(order.values),
        batch=str(order.batch),
        ids=base64.b64encode(packed.to_bytes(packed.pack(subjects))).decode(),
        total=len(subjects),
    )


def progress_of(space: Space, batch: uuid.UUID) -> Progress | None:
    """How far the job of a batch has come; None where there is no such job (any more)."""
    job = jobs.job_of(carry_out, space_id=str(space.pk), batch=str(batch))
    if job is None:
        return None
    given = job.args
    entries = ledger.entries_of(space.pk).filter(batch=batch, verb=DEEDS[given["deed"]].verb)
    # An entry of a key tells of many memories, any other of its subject.
    counted = Coalesce(Cast(KT("values__count"), IntegerField()), 1)
    done = entries.aggregate(done=Sum(counted))["done"] or 0
    return Progress(given["deed"], done, given["total"], job.status in jobs.UNFINISHED)
