"""Questions about memories; the time is passed in, so that what is current changes with the clock alone."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Count, Max, Q, QuerySet

from memoryhub.core import clock, errors, ids
from memoryhub.documents.models import Document
from memoryhub.memories.models import Memory, MemorySource, Relation
from memoryhub.spaces.models import Space

APPROVED = Q(review_status__isnull=True) | Q(review_status=Memory.Review.APPROVED)


def current(now: datetime, prefix: str = "") -> Q:
    """The condition of being current: latest, not forgotten, erased or expired, and not waiting for review."""
    terms = {
        "is_latest": True,
        "forgotten_at__isnull": True,
        "erased_at__isnull": True,
    }
    plain = Q(**{prefix + name: value for name, value in terms.items()})
    unexpired = Q(**{prefix + "forget_after__isnull": True}) | Q(**{prefix + "forget_after__gt": now})
    approved = Q(**{prefix + "review_status__isnull": True}) | Q(**{prefix + "review_status": "approved"})
    return plain & unexpired & approved


def current_memories_of(space: Space, *, now: datetime) -> QuerySet[Memory]:
    """What read scope gets."""
    return Memory.objects.filter(current(now), space=space)


def memories_of(space: Space, *, now: datetime, state: str) -> QuerySet[Memory]:
    """Latest or older versions by the state a reader sees (`states.shown`); `errors.InvalidInput` otherwise."""
    rows = Memory.objects.filter(space=space)
    conditions = {
        "current": current(now),
        "pending": Q(is_latest=True, review_status="pending", forgotten_at=None, erased_at=None),
        "declined": Q(is_latest=True, review_status="declined", forgotten_at=None, erased_at=None),
        "withdrawn": Q(is_latest=True, review_status="withdrawn", forgotten_at=None, erased_at=None),
        "superseded": Q(is_latest=False, erased_at=None),
        "forgotten": Q(is_latest=True, forgotten_at__isnull=False, erased_at=None),
        "expired": APPROVED & Q(is_latest=True, forgotten_at=None, erased_at=None, forget_after__lte=now),
        "erased": Q(is_latest=True, erased_at__isnull=False),
    }
    if state not in conditions:
        raise errors.InvalidInput("state", f"state must be one of {', '.join(conditions)}.")
    return rows.filter(conditions[state])


def memory_of(space: Space, memory_id: uuid.UUID) -> Memory:
    """One version of the space; `errors.NotFound` otherwise."""
    memory = Memory.objects.filter(space=space, pk=memory_id).first()
    if memory is None:
        raise errors.NotFound()
    return memory


def versions(space: Space, memory_ids: Iterable[uuid.UUID]) -> QuerySet[Memory]:
    """These very versions of the space; whether a caller may see them is the caller's business."""
    return Memory.objects.filter(space=space, pk__in=set(memory_ids))


def latest_of(space: Space, memory_id: uuid.UUID) -> Memory:
    """The latest version of the chain that holds this one."""
    return Memory.objects.get(space=space, root_id=memory_of(space, memory_id).root_id, is_latest=True)


def latest_by_root(space: Space, root_ids: Iterable[uuid.UUID], *, hidden: bool) -> QuerySet[Memory]:
    """The latest version of each of these chains; without `hidden` only those that are current now."""
    rows = Memory.objects.filter(space=space, root_id__in=set(root_ids), is_latest=True, erased_at=None)
    return rows if hidden else rows.filter(current(clock.now()))


def history_of(space: Space, memory_id: uuid.UUID) -> Sequence[Memory]:
    """All versions of the chain that holds this one, first to last."""
    return list(Memory.objects.filter(space=space, root_id=memory_of(space, memory_id).root_id).order_by("version"))


def sources_of(space: Space, memory_ids: Iterable[uuid.UUID]) -> Sequence[MemorySource]:
    """Sources of these versions, live ones first, with document and chunk."""
    rows = MemorySource.objects.select_related("document", "chunk").filter(space=space, memory_id__in=set(memory_ids))
    return list(rows.order_by("ended_at", "created_at", "pk"))


def documented(space: Space, memory_ids: Iterable[uuid.UUID]) -> QuerySet[MemorySource]:
    """Live sources of these versions that lie in a document, the most relevant first; of it, what names it."""
    live = MemorySource.objects.filter(space=space, memory_id__in=set(memory_ids), ended_at=None)
    names = ("title", "file_name", "url", "custom_id", "kind", "places")
    wanted = ("memory_id", "quote", "start", "end", *(f"document__{name}" for name in names))
    told = live.exclude(document=None).select_related("document").only(*wanted)
    return told.order_by("-relevance", "created_at", "pk")


def served_versions(space: Space, root_ids: Iterable[uuid.UUID]) -> QuerySet[Memory]:
    """The versions of these chains that were once served and still have their text, the newest first."""
    return Memory.objects.filter(APPROVED, space=space, root_id__in=set(root_ids), erased_at=None).order_by("-version")


def drawn_from(document: Document) -> QuerySet[MemorySource]:
    """Live sources in the document, in reading order, with the versions that rest on them, in whatever state."""
    return (
        MemorySource.objects.select_related("memory")
        .filter(space_id=document.space_id, document=document, ended_at=None, memory__erased_at=None)
        .order_by("start", "pk")
    )


@dataclass(frozen=True, slots=True)
class Drawn:
    """How many memories rest on a document: those that are current, and those that wait for review."""

    current: int
    pending: int


def drawn_per_document(space: Space, document_ids: Iterable[uuid.UUID], *, now: datetime) -> dict[uuid.UUID, Drawn]:
    """Document id -> its figures; a document that nothing rests on is left out."""
    waiting = Q(memory__is_latest=True, memory__review_status="pending", memory__forgotten_at=None)
    rows = (
        MemorySource.objects.filter(space=space, document__in=set(document_ids), ended_at=None, memory__erased_at=None)
        .values_list("document_id")
        .annotate(
            current=Count("memory", filter=current(now, "memory__"), distinct=True),
            pending=Count("memory", filter=waiting, distinct=True),
        )
        .order_by()
    )
    return {document_id: Drawn(shown, pending) for document_id, shown, pending in rows}


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation seen from one memory: `outward` when that memory is the newer end."""

    relation: Relation
    other: Memory
    outward: bool


def relations_of(space: Space, memory_id: uuid.UUID, *, now: datetime) -> Sequence[Edge]:
    """Unsevered relations of the chain that holds this version to chains that read scope may see."""
    root = memory_of(space, memory_id).root_id
    rows = (
        Relation.objects.select_related("newer", "older")
        .filter(Q(newer__root_id=root) | Q(older__root_id=root), space=space, severed_at=None)
        .order_by("created_at", "pk")
    )
    edges = [
        Edge(row, row.older if row.newer.root_id == root else row.newer, row.newer.root_id == root) for row in rows
    ]
    seen = {edge.other.root_id for edge in edges}
    open_roots = set(
        Memory.objects.filter(current(now), space=space, root_id__in=seen).values_list("root_id", flat=True)
    )
    return [edge for edge in edges if edge.other.root_id in open_roots]


def relation_of(space: Space, relation_id: uuid.UUID) -> Relation:
    """One relation of the space; `errors.NotFound` otherwise."""
    relation = Relation.objects.select_related("newer", "older").filter(space=space, pk=relation_id).first()
    if relation is None:
        raise errors.NotFound()
    return relation


def live_by_hash(space: Space, hashes: Iterable[str]) -> dict[str, list[Memory]]:
    """Latest, unforgotten, unexpired versions by the hash of their text, whatever review said; oldest chain first."""
    rows = Memory.objects.filter(
        Q(forget_after__isnull=True) | Q(forget_after__gt=clock.now()),
        space=space,
        text_hash__in=set(hashes),
        is_latest=True,
        forgotten_at=None,
        erased_at=None,
    ).order_by("root_id")
    found: dict[str, list[Memory]] = {}
    for row in rows:
        found.setdefault(row.text_hash, []).append(row)
    return found


def inferred_hashes(space: Space, hashes: Iterable[str]) -> set[str]:
    """Which of these texts were ever inferred in the space, whatever became of them; by an index of inferences only."""
    rows = Memory.objects.filter(space=space, is_inference=True, text_hash__in=set(hashes))
    return set(rows.values_list("text_hash", flat=True))


def all_current(space: Space, memory_ids: Collection[uuid.UUID]) -> bool:
    """Whether each of these ids, of whatever version, stands for a chain of the space that is current now."""
    wanted = set(memory_ids)
    roots = dict(Memory.objects.filter(space=space, pk__in=wanted).values_list("pk", "root_id"))
    latest = Memory.objects.filter(current(clock.now()), space=space, root_id__in=roots.values())
    return wanted == set(roots) and latest.count() == len(set(roots.values()))


def only_source_of(space: Space, document_ids: Collection[uuid.UUID]) -> int:
    """How many current memories rest on these documents alone: what deleting them would forget."""
    resting = (
        MemorySource.objects.filter(current(clock.now(), "memory__"), space=space, ended_at=None)
        .values("memory_id")
        .annotate(all=Count("pk"), here=Count("pk", filter=Q(document_id__in=set(document_ids))))
    )
    return sum(1 for row in resting if row["here"] and row["all"] == row["here"])


def current_per_space(*, now: datetime) -> dict[uuid.UUID, int]:
    """Space id -> how many memories are current: a figure for staff, no content."""
    rows = Memory.objects.filter(current(now)).values("space_id").annotate(number=Count("pk"))
    return dict(rows.values_list("space_id", "number"))


def newest_per_space(space_ids: Collection[uuid.UUID], *, now: datetime) -> dict[uuid.UUID, tuple[int, datetime]]:
    """Space id -> how many memories are current, and when the newest came; spaces without are left out."""
    rows = Memory.objects.filter(current(now), space__in=space_ids).values_list("space_id")
    return {space: (number, at) for space, number, at in rows.annotate(Count("pk"), Max("created_at")).order_by()}


def sourced(space: Space, *, now: datetime) -> int:
    """How many current memories still have a source that can be looked at."""
    live = MemorySource.objects.filter(space=space, ended_at=None, document__isnull=False)
    return current_memories_of(space, now=now).filter(pk__in=live.values("memory_id")).count()


@dataclass(frozen=True, slots=True)
class Counts:
    """Memories of a space by the state a reader sees."""

    current: int
    pending: int
    superseded: int
    forgotten: int
    expired: int


def counts_of(space: Space, *, now: datetime) -> Counts:
    """All counts in one query."""
    latest = Q(is_latest=True, erased_at=None)
    row = Memory.objects.filter(space=space).aggregate(
        current=Count("pk", filter=current(now)),
        pending=Count("pk", filter=latest & Q(review_status="pending", forgotten_at=None)),
        superseded=Count("pk", filter=Q(is_latest=False, erased_at=None)),
        forgotten=Count("pk", filter=latest & Q(forgotten_at__isnull=False)),
        expired=Count("pk", filter=latest & APPROVED & Q(forgotten_at=None, forget_after__lte=now)),
    )
    return Counts(**row)


# A source that has ended says nothing any more. Of several times, NULLs among them, `greatest` is the last. Two hundred
# pairs of dates take longer to read than to find; what is wanted of them is how long ago they were.
_VITALITY = """
SELECT memory.id, memory.is_static, memory.source_count, coalesce(activity.depth, 0),
    greatest(extract(epoch FROM %(now)s - memory.created_at)::float8 / 86400, 0),
    greatest(extract(epoch FROM %(now)s - greatest(
        memory.created_at, activity.last_recalled_at,
        (SELECT max(source.created_at) FROM memories_memorysource AS source
         WHERE source.memory_id = memory.id AND source.ended_at IS NULL)
    ))::float8 / 86400, 0)
FROM memories_memory AS memory LEFT JOIN memories_activity AS activity ON activity.memory_id = memory.id
WHERE memory.space_id = %(space)s AND memory.id = ANY(%(ids)s::uuid[])
"""


@dataclass(frozen=True, slots=True)
class Vitality:
    """What says how alive a version is: `depth` from 0 to 1, days since it was made (`age`), and days since it was said
    or asked for last (`idle`).
    """

    is_static: bool
    source_count: int
    depth: float
    age: float
    idle: float


def vitality_of(space: Space, memory_ids: Iterable[uuid.UUID], *, now: datetime) -> dict[uuid.UUID, Vitality]:
    """Version id -> how alive it is, in one query: every search asks for its hundred candidates."""
    with connection.cursor() as cursor:
        cursor.execute(_VITALITY, {"space": space.pk, "ids": ids.array(memory_ids), "now": now})
        return {pk: Vitality(*vitality) for pk, *vitality in cursor.fetchall()}
