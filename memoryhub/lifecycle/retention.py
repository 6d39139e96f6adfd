"""How long a space keeps what nobody comes back to: what the policy means, what it would do, and doing it.

The setting `retention` of a space: `{"forget_after_days": 90, "purge_after_days": 30}`, either alone or both. Recent
context that was neither said, asked for nor changed for so many days is forgotten; stable facts, and what names its own
end, are kept. What has been forgotten, or has expired, for so many days is erased: that is the grace in which it can be
brought back. Days are whole days of the space's time zone.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from memoryhub.core import errors, ids
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.lifecycle import erasing
from memoryhub.memories import selectors as memories_read
from memoryhub.memories import services as memories
from memoryhub.memories.models import Memory
from memoryhub.spaces import days
from memoryhub.spaces.models import Space

ACTOR = Actor.hub("retention")
REASON = "retention"
SETTING = "retention"
LEAST_DAYS, MOST_DAYS = 1, 3650
NAMES = ("forget_after_days", "purge_after_days")
# So many chains are locked at once, so that nobody has to wait long for one of them.
AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Policy:
    """After how many days; None where that is not done."""

    forget_after_days: int | None = None
    purge_after_days: int | None = None

    def __bool__(self) -> bool:
        return self != Policy()


@dataclass(frozen=True, slots=True)
class Preview:
    """How many memories a policy would reach now, and the first of them, those that have waited longest."""

    forget: int
    purge: int
    first_to_forget: Sequence[Memory]
    first_to_purge: Sequence[Memory]


@dataclass(frozen=True, slots=True)
class Done:
    """What one run did; `batch` takes back what it has forgotten, by `ledger.undo`."""

    batch: uuid.UUID
    forgotten: int
    purged: int


def of(space: Space) -> Policy:
    """The policy of a space; empty where it has none."""
    return checked(space.settings.get(SETTING, {})) if space.settings else Policy()


def checked(given: Any) -> Policy:
    """The policy of a setting; `errors.InvalidInput` naming `settings` for anything that is none."""
    if not isinstance(given, dict):
        raise errors.InvalidInput("settings", "retention must be an object.")
    for name, value in given.items():
        if name not in NAMES:
            raise errors.InvalidInput("settings", f"retention has no {name!r}; it has {', '.join(NAMES)}.")
        if isinstance(value, bool) or not isinstance(value, int) or not LEAST_DAYS <= value <= MOST_DAYS:
            raise errors.InvalidInput("settings", f"{name} must be a number of days from {LEAST_DAYS} to {MOST_DAYS}.")
    return Policy(**given)


def preview(space: Space, policy: Policy, *, now: datetime, first: int) -> Preview:
    """What the next run would do under this policy, without doing it."""
    forget, purge = _to_forget(space, policy, now), _to_purge(space, policy, now)
    return Preview(forget.count(), purge.count(), list(forget[:first]), list(purge[:first]))


def carry_out(*, space: Space, now: datetime) -> Done:
    """One run of the space's policy, in small transactions; what is forgotten is one batch with one undo.

    An archived space is left as it is. What waits in a run that is broken off is found by the next.
    """
    policy, batch = of(space), ids.new()
    forgotten = purged = 0
    if space.archived_at is None:
        while some := _forget_some(space=space, policy=policy, now=now, batch=batch):
            forgotten += some
        while some := _purge_some(space=space, policy=policy, now=now):
            purged += some
    return Done(batch, forgotten, purged)


def _to_forget(space: Space, policy: Policy, now: datetime) -> QuerySet[Memory]:
    """What names its own end is kept until then. A new source changes its memory, so that sources need no look."""
    rows = memories_read.current_memories_of(space, now=now).order_by("updated_at", "pk")
    if policy.forget_after_days is None:
        return rows.none()
    since = days.before(space, now, policy.forget_after_days)
    recalled = Q(activity__last_recalled_at__gte=since)
    return rows.filter(is_static=False, forget_after=None, updated_at__lt=since).exclude(recalled)


def _to_purge(space: Space, policy: Policy, now: datetime) -> QuerySet[Memory]:
    rows = Memory.objects.filter(space=space, is_latest=True, erased_at=None).order_by("updated_at", "pk")
    if policy.purge_after_days is None:
        return rows.none()
    since = days.before(space, now, policy.purge_after_days)
    expired = memories_read.APPROVED & Q(forgotten_at=None, forget_after__lt=since, updated_at__lt=since)
    return rows.filter(Q(forgotten_at__lt=since) | expired)


@service
def _forget_some(*, space: Space, policy: Policy, now: datetime, batch: uuid.UUID) -> int:
    due = _to_forget(space, policy, now).values_list("pk", flat=True)[:AT_ONCE]
    done = memories.forget(actor=ACTOR, space=space, memory_ids=list(due), reason=REASON, batch=batch)
    return len(done.root_ids)


@service
def _purge_some(*, space: Space, policy: Policy, now: datetime) -> int:
    due = _to_purge(space, policy, now).values_list("root_id", flat=True)[:AT_ONCE]
    return erasing.erase_memories_alone(actor=ACTOR, space=space, root_ids=list(due))
