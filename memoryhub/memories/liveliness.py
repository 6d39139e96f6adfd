"""Which memories stand for a space before anything is asked: what sits deepest, and what came up last."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Coalesce

from memoryhub.core import ids
from memoryhub.memories.horizon import CURRENT
from memoryhub.memories.selectors import current_memories_of
from memoryhub.spaces.models import Space

# Of the newest sources so many are looked at for each memory that is wanted: one fact may have several of them.
SOURCES_EACH = 4
# Each list goes down an index and stops. The latest time of what stands first among all is in one of the lists, since
# what is behind all that a list has cannot be among the first. `OFFSET 0` keeps the planner from joining all of a space
# to sort it afterwards. Dates come as seconds: to read two hundred takes longer than to find them, and few are shown.
_READ = """
    WITH named AS MATERIALIZED (
        SELECT memories_memory.id, greatest(
            memories_memory.created_at, activity.last_recalled_at,
            (SELECT max(source.created_at) FROM memories_memorysource AS source
             WHERE source.memory_id = memories_memory.id AND source.ended_at IS NULL)
        ) AS at
        FROM memories_memory LEFT JOIN memories_activity AS activity ON activity.memory_id = memories_memory.id
        WHERE {current} AND memories_memory.id = ANY(%(ids)s::uuid[])
    ), listed AS (
        (SELECT memories_memory.id, memories_memory.created_at AS at FROM memories_memory
         WHERE {current} AND NOT memories_memory.is_static
         ORDER BY memories_memory.created_at DESC, memories_memory.id DESC LIMIT {recent:d})
        UNION ALL
        (SELECT told.id, activity.last_recalled_at
         FROM memories_activity AS activity CROSS JOIN LATERAL (
             SELECT memories_memory.id FROM memories_memory
             WHERE memories_memory.id = activity.memory_id AND {current} AND NOT memories_memory.is_static OFFSET 0
         ) AS told
         WHERE activity.space_id = %(space)s AND activity.last_recalled_at IS NOT NULL
         ORDER BY activity.last_recalled_at DESC LIMIT {recent:d})
        UNION ALL
        (SELECT told.id, source.created_at
         FROM memories_memorysource AS source CROSS JOIN LATERAL (
             SELECT memories_memory.id FROM memories_memory
             WHERE memories_memory.id = source.memory_id AND {current} AND NOT memories_memory.is_static OFFSET 0
         ) AS told
         WHERE source.space_id = %(space)s AND source.ended_at IS NULL
         ORDER BY source.created_at DESC LIMIT {sources:d})
    ), wanted AS (
        SELECT id, at FROM named
        UNION ALL
        (SELECT id, max(at) FROM listed WHERE id NOT IN (SELECT id FROM named)
         GROUP BY id ORDER BY max(at) DESC, id DESC LIMIT {recent:d})
    )
    SELECT memories_memory.id, memories_memory.root_id, memories_memory.text, memories_memory.language,
        memories_memory.is_static, extract(epoch FROM wanted.at)::float8
    FROM wanted JOIN memories_memory ON memories_memory.id = wanted.id
"""


class Line(NamedTuple):
    """What a profile tells of a version, and when that was said or asked for last, in seconds since 1970. No model: a
    profile is read often, and to make hundreds of rows into models takes longer than to find them."""

    pk: uuid.UUID
    root_id: uuid.UUID
    text: str
    language: str
    is_static: bool
    reinforced: float

    @property
    def reinforced_at(self) -> datetime:
        """The same as a moment, in UTC."""
        return datetime.fromtimestamp(self.reinforced, UTC)


def deepest(space: Space, wanted: Q, *, now: datetime, limit: int) -> Sequence[tuple[uuid.UUID, datetime | None, str]]:
    """(Version id, when it ends, text) of current memories, by how deep they sit, how many say so, and the newest
    first."""
    rows = current_memories_of(space, now=now).filter(wanted).annotate(sits=Coalesce("activity__depth", 0.0))
    return list(rows.order_by("-sits", "-source_count", "-pk").values_list("pk", "forget_after", "text")[:limit])


def lines(space: Space, memory_ids: Sequence[uuid.UUID], *, recent: int, now: datetime) -> dict[uuid.UUID, Line]:
    """These versions, as far as they are current, and the `recent` ones that are no stable facts and were said or asked
    for last, by their ids, in one query.
    """
    # The numbers stand in the statement: without them its plan is made anew for every call.
    statement = _READ.format(current=CURRENT, recent=recent, sources=SOURCES_EACH * recent)
    with connection.cursor() as cursor:
        cursor.execute(statement, {"space": space.pk, "now": now, "ids": ids.array(memory_ids)})
        return {row[0]: Line(*row) for row in cursor.fetchall()}
