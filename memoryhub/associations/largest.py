"""The names of the largest islands of several spaces, without reading their maps."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db import connection

from memoryhub.associations.graph import names
from memoryhub.associations.graph.clusters import Role
from memoryhub.associations.models import Key
from memoryhub.memories import selectors as memories

# Islands that a memory named are left out: nothing here tells whether its text may still be read.
_STORED = """
SELECT space_id, name FROM (
    SELECT level.space_id, island ->> 'name' AS name, row_number() OVER (
        PARTITION BY level.space_id ORDER BY (island ->> 'count')::int DESC, island ->> 'name'
    ) AS place
    FROM associations_graphlevel AS level, jsonb_array_elements(level.clusters) AS island
    WHERE level.space_id = ANY(%(spaces)s) AND island ->> 'role' = %(role)s AND island ->> 'name' <> ''
    AND (island ->> 'named_by')::int < 0
) AS named WHERE place <= %(most)s ORDER BY space_id, place
"""


def islands(space_ids: Collection[uuid.UUID], *, now: datetime, most: int) -> Mapping[uuid.UUID, Sequence[str]]:
    """Space id -> the names of its largest islands, as its map was stored; two queries in all.

    A name is left out where one of its words is no key of something current any more: a forgotten word goes with its
    memory, also where nobody has looked at the map since.
    """
    with connection.cursor() as cursor:
        cursor.execute(_STORED, {"spaces": list(space_ids), "role": Role.ISLAND.value, "most": most})
        stored = [(space, name, name.split(names.AND)) for space, name in cursor.fetchall()]
    words = {word for _space, _name, parts in stored for word in parts}
    kept = Key.objects.filter(
        memories.current(now, "links__memory__"), space__in=space_ids, text__in=words, taken_over_by=None
    )
    said = set(kept.values_list("space_id", "text").distinct()) if words else set()
    found: dict[uuid.UUID, list[str]] = defaultdict(list)
    for space, name, parts in stored:
        if all((space, word) in said for word in parts):
            found[space].append(name)
    return found
