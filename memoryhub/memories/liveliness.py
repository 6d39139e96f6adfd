"""Which memories stand for a space before anything is asked: what sits deepest, and what came up last."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Coalesce

from memoryhub.memories.candidates import CURRENT
from memoryhub.memories.models import Memory
from memoryhub.memories.selectors import current_memories_of
from memoryhub.spaces.models import Space

# Of the newest sources so many are looked at for each memory that is wanted: one fact may have several of them.
SOURCES_EACH = 4
_COLUMNS = ", ".join(
    f"memories_memory.{field.column}"
    for field in Memory._meta.concrete_fields
    if field.name not in {"tokens", "length"}
)
# Each list goes down an index and stops; what reinforced a memory is among them, whichever of the three it was.
_READ = f"""
    WITH candidate AS (
        (SELECT memories_memory.id FROM memories_memory
         WHERE {CURRENT} AND NOT memories_memory.is_static
         ORDER BY memories_memory.created_at DESC, memories_memory.id DESC LIMIT %(recent)s)
        UNION
        (SELECT memories_memory.id FROM memories_activity AS activity
         JOIN memories_memory ON memories_memory.id = activity.memory_id
         WHERE activity.space_id = %(space)s AND activity.last_recalled_at IS NOT NULL
           AND {CURRENT} AND NOT memories_memory.is_static
         ORDER BY activity.last_recalled_at DESC LIMIT %(recent)s)
        UNION
        (SELECT memories_memory.id FROM memories_memorysource AS source
         JOIN memories_memory ON memories_memory.id = source.memory_id
         WHERE source.space_id = %(space)s AND source.ended_at IS NULL
           AND {CURRENT} AND NOT memories_memory.is_static
         ORDER BY source.created_at DESC LIMIT %(sources)s)
    )
    SELECT {_COLUMNS}, greatest(memories_memory.created_at, activity.last_recalled_at, (
        SELECT max(source.created_at) FROM memories_memorysource AS source
        WHERE source.memory_id = memories_memory.id AND source.ended_at IS NULL
    )) AS reinforced_at
    FROM memories_memory LEFT JOIN memories_activity AS activity ON activity.memory_id = memories_memory.id
    WHERE {CURRENT} AND memories_memory.id = ANY(%(ids)s::uuid[] || ARRAY(SELECT id FROM candidate))
"""  # noqa: S608 - our own columns and condition


def deepest(space: Space, wanted: Q, *, now: datetime, limit: int) -> Sequence[tuple[uuid.UUID, datetime | None]]:
    """(Version id, when it ends) of current memories, by how deep they sit, how many say so, and the newest first."""
    rows = current_memories_of(space, now=now).filter(wanted).annotate(sits=Coalesce("activity__depth", 0.0))
    return list(rows.order_by("-sits", "-source_count", "-pk").values_list("pk", "forget_after")[:limit])


def lines(
    space: Space, memory_ids: Sequence[uuid.UUID], *, recent: int, now: datetime
) -> dict[uuid.UUID, tuple[Memory, datetime]]:
    """These versions, as far as they are current, and the `recent` others that are no stable facts and were said or
    asked for last, maybe some more: each with that time, by its id, in one query. Tokens are left out.
    """
    parameters = {
        "space": space.pk,
        "now": now,
        "ids": list(memory_ids),
        "recent": recent,
        "sources": SOURCES_EACH * recent,
    }
    # What the query names beside the columns of the table becomes an attribute of each row.
    found = Memory.objects.raw(_READ, parameters)
    return {memory.pk: (memory, vars(memory)["reinforced_at"]) for memory in found}
