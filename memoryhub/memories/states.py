"""The history of what the hub took each version for, kept with the sequence number of the change."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db.models import F, Value
from django.db.models.functions import Greatest

from memoryhub.core import bulk, clock, ids
from memoryhub.ledger import unit
from memoryhub.memories import stable
from memoryhub.memories.models import Memory, State

CURRENT, PENDING, SUPERSEDED = "current", "pending", "superseded"
FORGOTTEN, DECLINED, WITHDRAWN, ERASED = "forgotten", "declined", "withdrawn", "erased"


def of(memory: Memory) -> str:
    """The state a row stands for, time aside: expiry is a matter of the clock and changes no row."""
    if memory.erased_at is not None:
        return ERASED
    if not memory.is_latest:
        return WITHDRAWN if memory.review_status == Memory.Review.WITHDRAWN else SUPERSEDED
    if memory.forgotten_at is not None:
        return FORGOTTEN
    if memory.review_status in {Memory.Review.PENDING, Memory.Review.DECLINED, Memory.Review.WITHDRAWN}:
        return str(memory.review_status)
    return CURRENT


def shown(memory: Memory, now: datetime) -> str:
    """The state a reader sees at `now`: as `of`, or `expired` once `forget_after` has passed."""
    state = of(memory)
    if state == CURRENT and memory.forget_after is not None and memory.forget_after <= now:
        return "expired"
    return state


def note(memories: Sequence[Memory], *, fresh: bool = False) -> None:
    """Write down the present state of these rows when the running unit flushes; `fresh` rows have no earlier state."""
    at = clock.now()
    stable.moved(memories)

    def write(last: dict[uuid.UUID, int]) -> None:
        if not fresh:
            # A clock that was set back must not make a state end before it began.
            ended = Greatest(F("from_at"), Value(at))
            State.objects.filter(memory__in=[row.pk for row in memories], to_at=None).update(to_at=ended)
        bulk.insert(
            [
                State(
                    id=ids.new(),
                    space_id=row.space_id,
                    memory_id=row.pk,
                    state=of(row),
                    from_at=at,
                    seq=last[row.space_id],
                )
                for row in memories
            ]
        )

    if memories:
        unit.at_flush(write)
