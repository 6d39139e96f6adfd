"""Which memories stand for a space before anything is asked: what sits deepest, and what came up last."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Coalesce

from memoryhub.memories.horizon import CURRENT
from memoryhub.memories.selectors import current_memories_of
from memoryhub.spaces.models import Space

# Of the newest sources so many are looked at for each memory that is wanted: one fact may have several of them.
SOURCES_EACH = 4
# Each list goes down an index and stops; what reinforced a memory is among them, whichever of the three it was.
_READ = f"""
    WITH named AS MATERIALIZED (
        SELECT unnest(%(ids)s::uuid[]) AS id
    ), candidate AS MATERIALIZED (
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
        UNION
        (SELECT id FROM named)
    ), alive AS MATERIALIZED (
        SELECT memories_memory.id, memories_memory.is_static, greatest(
            memories_memory.created_at, activity.last_recalled_at,
            (SELECT max(source.created_at) FROM memories_memorysource AS source
             WHERE source.memory_id = memories_memory.id AND source.ended_at IS NULL)
        ) AS reinforced_at
        FROM candidate JOIN memories_memory ON memories_memory.id = candidate.id
        LEFT JOIN memories_activity AS activity ON activity.memory_id = memories_memory.id
        WHERE {CURRENT}
    ), wanted AS (
        (SELECT id, reinforced_at FROM alive WHERE id IN (SELECT id FROM named))
        UNION
        (SELECT id, reinforced_at FROM alive WHERE NOT is_static ORDER BY reinforced_at DESC, id DESC LIMIT %(recent)s)
    )
    SELECT memories_memory.id, memories_memory.root_id, memories_memory.text, memories_memory.language,
        memories_memory.is_static, wanted.reinforced_at
    FROM wanted JOIN memories_memory ON memories_memory.id = wanted.id
"""  # noqa: S608 - our own columns and condition


@dataclass(frozen=True, slots=True)
class Line:
    """What a profile tells of a version, and when that was said or asked for last. No model: a profile is read often,
    and to make hundreds of rows into models takes longer than to find them."""

    pk: uuid.UUID
    root_id: uuid.UUID
    text: str
    language: str
    is_static: bool
    reinforced_at: datetime


def deepest(space: Space, wanted: Q, *, now: datetime, limit: int) -> Sequence[tuple[uuid.UUID, datetime | None]]:
    """(Version id, when it ends) of current memories, by how deep they sit, how many say so, and the newest first."""
    rows = current_memories_of(space, now=now).filter(wanted).annotate(sits=Coalesce("activity__depth", 0.0))
    return list(rows.order_by("-sits", "-source_count", "-pk").values_list("pk", "forget_after")[:limit])


def lines(space: Space, memory_ids: Sequence[uuid.UUID], *, recent: int, now: datetime) -> dict[uuid.UUID, Line]:
    """These versions, as far as they are current, and the `recent` ones that are no stable facts and were said or asked
    for last, by their ids, in one query.
    """
    sources = SOURCES_EACH * recent
    with connection.cursor() as cursor:
        cursor.execute(
            _READ, {"space": space.pk, "now": now, "ids": list(memory_ids), "recent": recent, "sources": sources}
        )
        return {row[0]: Line(*row) for row in cursor.fetchall()}
