"""How sure the hub is of a memory: a number from 0 to 1, in three words for people."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.db import connection

from memoryhub.spaces.models import Space

FAIR_FROM, HIGH_FROM = 0.5, 0.8


class Level(StrEnum):
    """What people are told in place of the number."""

    HIGH = "high"
    FAIR = "fair"
    LOW = "low"


# A row costs a Python object each; of a million memories, 16 bytes each come as one value.
_BELOW_HIGH = """
SELECT string_agg(uuid_send(id), '') FILTER (WHERE confidence < %(fair)s),
    string_agg(uuid_send(id), '') FILTER (WHERE confidence >= %(fair)s)
FROM memories_memory WHERE space_id = %(space)s AND confidence < %(high)s
"""


def below_high(space: Space) -> Mapping[Level, bytes]:
    """Ids of all versions the hub is not highly sure of, 16 bytes each, by level; the others are HIGH."""
    with connection.cursor() as cursor:
        cursor.execute(_BELOW_HIGH, {"space": space.pk, "fair": FAIR_FROM, "high": HIGH_FROM})
        low, fair = cursor.fetchone()
    return {Level.LOW: bytes(low or b""), Level.FAIR: bytes(fair or b"")}
