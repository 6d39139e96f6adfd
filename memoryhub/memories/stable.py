"""When the stable facts of a space moved last, so that what is made of them alone is made anew only then."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from functools import partial

from django.db import connection

from memoryhub.ledger import unit
from memoryhub.memories.models import Memory
from memoryhub.spaces.models import Space


def revision_of(space: Space) -> int:
    """The number of the ledger's entry that moved a stable fact last; 0 before there was any."""
    # In plain SQL: every profile asks this first.
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM memories_stablefacts WHERE space_id = %s", [space.pk])
        found = cursor.fetchone()
    return found[0] if found else 0


def moved(memories: Iterable[Memory]) -> None:
    """Those of these rows that are stable facts have moved: said once, as the running unit flushes.

    The unit has the ledger's sequence of the space locked by then, so that revisions only grow.
    """
    for space_id in {row.space_id for row in memories if row.is_static}:
        unit.at_flush(partial(_write, space_id), once=("stable", space_id))


def _write(space_id: uuid.UUID, last: dict[uuid.UUID, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO memories_stablefacts (space_id, seq) VALUES (%s, %s)"
            " ON CONFLICT (space_id) DO UPDATE SET seq = excluded.seq",
            [space_id, last[space_id]],
        )
