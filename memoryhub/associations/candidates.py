"""Raw steps of recall by association: from a question to keys, from keys to memories, and back; `retrieval` scores."""

from __future__ import annotations

import math
import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np
from django.db import connection

from memoryhub.ai import nearest as vectors
from memoryhub.ai.models import EmbeddingModel
from memoryhub.ai.nearest import Asked, Source
from memoryhub.associations.models import Key
from memoryhub.associations.texts import normalise
from memoryhub.core import ids, text
from memoryhub.core.narrowing import ALL, Narrowing
from memoryhub.memories.horizon import PRESENT, Horizon
from memoryhub.spaces import scale
from memoryhub.spaces.models import Space

# A question longer than this is searched for names in its beginning.
LONGEST_QUESTION = 400
_LINKED = """
SELECT asked.key_id, near.memory_id, near.weight, count(*) OVER (PARTITION BY asked.key_id)
FROM unnest(%(keys)s::uuid[]) AS asked (key_id) CROSS JOIN LATERAL (
    SELECT link.memory_id, link.weight
    FROM associations_keylink AS link JOIN memories_memory ON memories_memory.id = link.memory_id
    WHERE link.space_id = %(space)s AND link.key_id = asked.key_id AND {current}
    ORDER BY link.memory_id DESC LIMIT %(each)s
) AS near ORDER BY asked.key_id, near.memory_id DESC
"""


_NAMED = "SELECT id, text, kind, forms FROM associations_key WHERE space_id = %s AND forms && %s::varchar[]"
_WORDINGS = "SELECT id, text FROM associations_key WHERE id = ANY(%s)"
_OWNED = """
SELECT link.memory_id, link.key_id, key.text, key.kind, link.weight
FROM associations_keylink AS link JOIN associations_key AS key ON key.id = link.key_id
WHERE link.space_id = %s AND link.memory_id = ANY(%s::uuid[]) AND key.taken_over_by_id IS NULL
ORDER BY link.memory_id, link.key_id
"""
_CONCEPTS = Source(
    table="associations_keyvector",
    owner="key_id",
    joined="JOIN associations_key ON associations_key.id = associations_keyvector.key_id",
    where="associations_key.kind = 'concept' AND associations_key.taken_over_by_id IS NULL",
)


@dataclass(frozen=True, slots=True)
class Hit:
    """A key that a question names (`score` 1) or, of a concept, means (the cosine)."""

    id: uuid.UUID
    text: str
    score: float
    kind: str


@dataclass(frozen=True, slots=True)
class Owned:
    """A key that a memory has."""

    memory_id: uuid.UUID
    key_id: uuid.UUID
    text: str
    kind: str
    weight: float


@dataclass(frozen=True, slots=True)
class Link:
    """A memory that has a key; `spread` counts the current memories that have it, up to as many as were asked for."""

    key_id: uuid.UUID
    memory_id: uuid.UUID
    weight: float
    spread: int


def damping(spread: int) -> float:
    """What of a key's strength is left when so many memories have it: all at one, half at two, a sixth at thirty."""
    return 1 / (1 + math.log2(max(spread, 1)))


def named(space: Space, query: str, *, limit: int) -> list[Hit]:
    """The keys whose own wording or alias stands in the query as a whole, the longest first."""
    query = query[:LONGEST_QUESTION]
    forms = {normalise(name) for name in text.possible_names(query)} - {""}
    found = [
        (max(map(len, said)), key_id, wording, kind)
        for key_id, wording, kind, known in _rows(_NAMED, space.pk, sorted(forms))
        if (said := [form for form in known if form in forms and text.mentions(query, form)])
    ]
    found.sort(key=lambda one: (-one[0], one[2], one[1]))
    return [Hit(key_id, wording, 1.0, kind) for _length, key_id, wording, kind in found[:limit]]


def meant(
    space: Space, vector: np.ndarray, *, model: EmbeddingModel, limit: int, least: float | None = None
) -> list[Hit]:
    """The concepts nearest to the question, from the cosine `least` on (the model's `key_hit` if none is given), best
    first.
    """
    if least is None:
        least = float(model.thresholds["key_hit"])
    asked = Asked(space.pk, model, vector, limit)
    known = scale.of(space, scale.KEYS)
    ranked = vectors.of_all(_CONCEPTS, asked, width=known.width(model.pk), rows=known.vectors)
    near = [(key_id, cosine) for key_id, cosine in ranked if cosine >= least]
    wordings = dict(_rows(_WORDINGS, [key_id for key_id, _ in near])) if near else {}
    return [Hit(key_id, wordings[key_id], cosine, Key.Kind.CONCEPT) for key_id, cosine in near if key_id in wordings]


def linked(
    space: Space,
    key_ids: Collection[uuid.UUID],
    *,
    now: datetime,
    each: int | None,
    narrowing: Narrowing = ALL,
    horizon: Horizon = PRESENT,
) -> list[Link]:
    """The memories within the horizon that have these keys, in the order of the keys, the newest `each` of every key or
    all.
    """
    seen, values = horizon.sql(space, now)
    values |= {"keys": sorted(key_ids), "each": each, **narrowing.parameters()}
    with connection.cursor() as cursor:
        cursor.execute(_LINKED.format(current=seen + narrowing.sql("memories_memory")), values)
        return [Link(*row) for row in cursor.fetchall()]


def keys_of(space: Space, memory_ids: Iterable[uuid.UUID]) -> list[Owned]:
    """Each key of these versions, in the order of memories and keys."""
    return [Owned(*row) for row in _rows(_OWNED, space.pk, ids.array(memory_ids))]


def _rows(statement: str, *values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
