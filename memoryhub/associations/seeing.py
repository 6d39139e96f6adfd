"""Which versions and documents are on a map, and in which state: now, at a moment, or with what was forgotten."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Case, F, Q, QuerySet, SmallIntegerField, Value, When

from memoryhub.associations.graph.inputs import NodeState
from memoryhub.documents.models import Document
from memoryhub.memories import selectors as memories
from memoryhub.memories.horizon import PRESENT, Horizon
from memoryhub.memories.models import Memory, MemorySource, Relation
from memoryhub.spaces.models import Space

SOON = timedelta(days=7)  # what ends within this is drawn as expiring
FORGOTTEN = Horizon(forgotten=True)
WAITING = Q(is_latest=True, review_status=Memory.Review.PENDING)
# An inference that was corrected before it was approved.
NEVER_SERVED = Q(is_latest=False, review_status=Memory.Review.WITHDRAWN)
# Of the present, what only reviewers see.
HIDDEN = WAITING | NEVER_SERVED


@dataclass(frozen=True, slots=True)
class Sight:
    """What a caller sees of a space, and as of when.

    `with_review` adds what waits for review, `with_forgotten` what was forgotten or has expired; whether the caller may
    see these is the caller's business. A `horizon` with a moment shows what read scope would have got then: neither of
    the two is seen through it (see `memories.horizon`).
    """

    with_review: bool = False
    with_forgotten: bool = False
    horizon: Horizon = PRESENT

    @property
    def is_present(self) -> bool:
        """Whether it sees what the sight sees that maps are arranged for, or a part of that."""
        return not self.horizon and not self.with_forgotten

    def name(self) -> str:
        """Tells it from any other sight of the same space."""
        if self.horizon:
            return "-".join(f"{name}-{moment.timestamp():f}" for name, moment in self.horizon.given().items())
        return ("review" if self.with_review else "read") + ("-forgotten" if self.with_forgotten else "")

    def memories(self, space: Space, now: datetime) -> QuerySet[Memory]:
        """The versions on the map, each with its `state`, a NodeState."""
        return self._then(space, now) if self.horizon else self._now(space, now)

    def documents(self, space: Space) -> QuerySet[Document]:
        """The documents on the map; a document says nothing of when it holds, only when it was made."""
        return Document.objects.filter(self._made(), space=space)

    def relations(self, space: Space) -> QuerySet[Relation]:
        """The relations that hold; one that was severed is seen at no moment."""
        return Relation.objects.filter(self._made(), space=space, severed_at=None)

    def sources(self, space: Space) -> QuerySet[MemorySource]:
        """Which document says what; a source that has ended is seen at no moment."""
        return MemorySource.objects.filter(self._made(), space=space, ended_at=None, document__isnull=False)

    def _made(self) -> Q:
        known_at = self.horizon.known_at
        return Q() if known_at is None else Q(created_at__lte=known_at)

    def _now(self, space: Space, now: datetime) -> QuerySet[Memory]:
        latest = memories.current(now)
        if self.with_review:
            waiting = WAITING & Q(forgotten_at=None, erased_at=None)
            latest |= waiting & (Q(forget_after__isnull=True) | Q(forget_after__gt=now))
        wanted = Q(root_id__in=Memory.objects.filter(latest, space=space).values("root_id"))
        if self.with_forgotten:
            wanted |= FORGOTTEN.q(space, now)
        rows = Memory.objects.filter(wanted, space=space, erased_at=None)
        if not self.with_review:
            rows = rows.exclude(NEVER_SERVED)
        return rows.annotate(state=_state_now(now))

    def _then(self, space: Space, now: datetime) -> QuerySet[Memory]:
        newest = When(version=F("seen"), then=Value(NodeState.CURRENT.value))
        return self.horizon.versions(space, now).annotate(state=_states(newest, default=NodeState.SUPERSEDED))


def _state_now(now: datetime) -> Case:
    return _states(
        When(is_latest=False, then=Value(NodeState.SUPERSEDED.value)),
        When(Q(forgotten_at__isnull=False) | Q(forget_after__lte=now), then=Value(NodeState.FORGOTTEN.value)),
        When(review_status=Memory.Review.PENDING, then=Value(NodeState.PENDING.value)),
        When(forget_after__lte=now + SOON, then=Value(NodeState.EXPIRING.value)),
        default=NodeState.CURRENT,
    )


def _states(*cases: When, default: NodeState) -> Case:
    return Case(*cases, default=Value(default.value), output_field=SmallIntegerField())


WHOLE = Sight(with_review=True)


def forgotten_count(space: Space, now: datetime) -> int:
    """How many memories a sight `with_forgotten` has in addition."""
    return Memory.objects.filter(FORGOTTEN.q(space, now), space=space).count()
