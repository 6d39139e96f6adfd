"""Finding and locking chains: any version's id stands for its chain."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.db import connection

from memoryhub.core import errors, locks
from memoryhub.ledger import unit
from memoryhub.memories.models import Memory, Relation
from memoryhub.spaces.models import Space


def root_of(space: Space, memory_id: uuid.UUID) -> uuid.UUID:
    """The root of the chain that holds this version in this space; `errors.NotFound` otherwise."""
    root = Memory.objects.filter(space=space, pk=memory_id).values_list("root_id", flat=True).first()
    if root is None:
        raise errors.NotFound()
    return root


def roots_of(space: Space, memory_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, uuid.UUID]:
    """Version id -> root id, for those that are in this space."""
    return dict(Memory.objects.filter(space=space, pk__in=set(memory_ids)).values_list("pk", "root_id"))


def lock(space: Space, root_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, Memory]:
    """Lock these chains by their roots, in order, and return the latest version of each by root id."""
    wanted = set(root_ids)
    if not wanted:
        return {}
    hold(space, wanted)
    latest = Memory.objects.filter(space=space, root_id__in=wanted, is_latest=True).defer("tokens")
    return {row.root_id: row for row in latest}


def hold(space: Space, root_ids: Iterable[uuid.UUID]) -> bool:
    """Lock these chains by their roots, in order; whether any of them had not been held before."""
    if missing := unit.not_held(root_ids):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT 1 FROM memories_memory WHERE space_id = %s AND id = ANY(%s) ORDER BY id FOR UPDATE",
                [space.pk, list(missing)],
            )
    return bool(missing)


def lock_one(space: Space, memory_id: uuid.UUID) -> Memory:
    """Lock the chain of a version and return its latest."""
    root = root_of(space, memory_id)
    return lock(space, [root])[root]


def with_derived(space: Space, root_ids: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """These chains and all that were, step by step, inferred from them."""
    found: set[uuid.UUID] = set(root_ids)
    front = set(found)
    while front:
        rows = Relation.objects.filter(
            space=space, kind=Relation.Kind.DERIVES, severed_at=None, older__root_id__in=front
        ).values_list("newer__root_id", flat=True)
        front = set(rows) - found
        found |= front
    return found


def lock_texts(space: Space, hashes: Iterable[str]) -> None:
    """Let only one transaction at a time decide whether these texts are new to the space."""
    locks.names(unit.not_held(f"{space.pk}:{digest}" for digest in hashes))
