"""What one deed on many would do, before anybody says yes: to which it can be done, to which not and why, and what
goes with it."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Q

from memoryhub.associations.models import Key, KeyLink
from memoryhub.associations.texts import normalise
from memoryhub.documents.models import Document
from memoryhub.lifecycle.bulk import DEEDS, Order
from memoryhub.memories import chains, selectors, states
from memoryhub.memories.models import Memory, MemorySource, Relation
from memoryhub.spaces.models import Space

# Why a deed cannot be done to something, beside the states of memories.
DOCUMENT, GONE, SAME = "document", "gone", "same"
MOST_KEYS = 100


@dataclass(frozen=True, slots=True)
class Plan:
    """`subjects` are the versions (of the deed `cut` the relations) it can be done to; `left` says for how many of the
    others which state, or `DOCUMENT`, `GONE` or `SAME`, is in the way. `follows` counts what goes with a forgetting:
    `relations` that nobody sees any more, `returned` inferences that go back to review, `withdrawn` ones that waited
    there, and `documents` of which nothing is remembered any more.
    """

    subjects: Sequence[uuid.UUID]
    left: Mapping[str, int] = field(default_factory=dict)
    follows: Mapping[str, int] = field(default_factory=dict)


def plan(order: Order, chosen: Collection[uuid.UUID], *, now: datetime) -> Plan:
    """Sort out what was chosen, by the ids of versions and documents of the space; others count as gone."""
    if order.deed == "cut":
        return Plan(_relations_among(order.space, chosen))
    rows = list(Memory.objects.filter(space=order.space, pk__in=set(chosen)).defer("text", "tokens", "metadata"))
    found = {row.pk: states.shown(row, now) for row in rows}
    takes = DEEDS[order.deed].takes
    done = _done_already(order, [row for row in rows if found[row.pk] in takes])
    subjects = sorted(pk for pk, state in found.items() if state in takes and pk not in done)
    left = Counter(state for state in found.values() if state not in takes)
    left[SAME] = len(done)
    others = set(chosen) - found.keys()
    left[DOCUMENT] = Document.objects.filter(space=order.space, pk__in=others).count()
    left[GONE] = len(others) - left[DOCUMENT]
    follows = _following(order.space, subjects, now) if order.deed == "forget" else {}
    return Plan(subjects, {why: count for why, count in left.items() if count}, follows)


def keys_among(space: Space, chosen: Collection[uuid.UUID]) -> Sequence[tuple[Key, int]]:
    """The keys of these versions, each with how many of them have it; most first, `MOST_KEYS` of them."""
    linked = Key.objects.filter(space=space, links__memory__in=set(chosen), taken_over_by=None)
    counted = linked.annotate(among=Count("links")).order_by("-among", "text")
    return [(key, key.among) for key in counted[:MOST_KEYS]]


def _done_already(order: Order, rows: Sequence[Memory]) -> set[uuid.UUID]:
    """Those of the rows to which the deed would do nothing; nobody knows while it is not said what it is done with."""
    match (order.deed, dict(order.values)):
        case "mark", {"is_static": bool(is_static)}:
            return {row.pk for row in rows if row.is_static == is_static}
        case "give", {"text": str(text)}:
            return _linked(order.space, rows, Q(key__forms__contains=[normalise(text)]))
        case "take", {"key": str(key_id)}:
            return {row.pk for row in rows} - _linked(order.space, rows, Q(key=key_id))
    return set()


def _linked(space: Space, rows: Sequence[Memory], key: Q) -> set[uuid.UUID]:
    links = KeyLink.objects.filter(key, space=space, memory__in=[row.pk for row in rows])
    return set(links.values_list("memory_id", flat=True))


def _relations_among(space: Space, chosen: Collection[uuid.UUID]) -> list[uuid.UUID]:
    roots = set(chains.roots_of(space, chosen).values())
    among = Relation.objects.filter(
        space=space, newer__root_id__in=roots, older__root_id__in=roots, severed_at=None
    ).order_by("pk")
    return list(among.values_list("pk", flat=True))


def _following(space: Space, subjects: Sequence[uuid.UUID], now: datetime) -> Mapping[str, int]:
    roots = set(chains.roots_of(space, subjects).values())
    derived = Memory.objects.filter(
        space=space, root_id__in=chains.with_derived(space, roots) - roots, is_latest=True, is_inference=True
    ).exclude(forgotten_at__isnull=False)
    touching = Q(newer__root_id__in=roots) | Q(older__root_id__in=roots)
    return {
        "relations": Relation.objects.filter(touching, space=space, severed_at=None).count(),
        "returned": derived.filter(review_status=Memory.Review.APPROVED).count(),
        "withdrawn": derived.filter(review_status=Memory.Review.PENDING).count(),
        "documents": _documents_left_empty(space, roots, now),
    }


def _documents_left_empty(space: Space, roots: Collection[uuid.UUID], now: datetime) -> int:
    live = MemorySource.objects.filter(
        selectors.current(now, "memory__"), space=space, ended_at=None, document__isnull=False
    )
    of_these = Count("pk", filter=Q(memory__root_id__in=roots))
    resting = live.filter(document__in=live.filter(memory__root_id__in=roots).values("document"))
    return resting.values("document").annotate(all=Count("pk"), gone=of_these).filter(all=of_these).count()
