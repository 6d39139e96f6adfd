"""Which stored vectors of a space are nearest to one: by a scan of all, or, in a large space, in two stages."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from django.db import connection
from pgvector import HalfVector

from memoryhub.ai import prefixes
from memoryhub.ai.models import EmbeddingModel
from memoryhub.ai.prefixes import Prefix
from memoryhub.core import ids

Ranked = list[tuple[uuid.UUID, float]]

# Vectors have length 1, so that their inner product is their cosine at half the price; `<#>` is its negative. Adding
# zero keeps the planner from any index: what is wanted here is every row.
_EXACT = """
SELECT id, -distance FROM (
    SELECT {owner} AS id, ({table}.vector <#> %(vector)s::halfvec) + 0 AS distance,
           {owner} = ANY(%(also)s::uuid[]) AS is_asked
    FROM {table} {joined} WHERE {condition} AND {where} {among}
) AS found ORDER BY is_asked DESC, distance, id DESC LIMIT %(limit)s
"""
# Whether a row counts is asked of the nearest alone: to join all rows takes as long as to measure their distances. The
# number of candidates stands in the statement: a plan for any number is thought dear, and one is made for every search.
_NEAREST_FIRST = """
WITH near AS MATERIALIZED (
    SELECT {owner}, ({table}.vector <#> %(vector)s::halfvec) + 0 AS distance FROM {table} WHERE {condition}
    ORDER BY distance, {owner} DESC LIMIT {candidates:d}
), looked AS (
    SELECT {column}, distance, true AS is_near FROM near
    UNION ALL
    SELECT {owner}, ({table}.vector <#> %(vector)s::halfvec) + 0, false FROM {table}
    WHERE {condition} AND {owner} = ANY(%(also)s::uuid[]) AND {owner} NOT IN (SELECT {column} FROM near)
)
SELECT counted.at, found.* FROM (SELECT count(*) AS at FROM near) AS counted LEFT JOIN (
    SELECT {owner} AS id, -{table}.distance, {table}.is_near FROM looked AS {table} {joined} WHERE {where}
) AS found ON found.id IS NOT NULL
"""
_TWO_STAGES = """
WITH near AS MATERIALIZED (
    SELECT {owner} AS id, {table}.vector FROM {table} {joined} WHERE {condition} AND {where}
    ORDER BY {stored} <=> {asked} LIMIT {candidates:d}
)
SELECT id, -distance, (SELECT count(*) FROM near) FROM (
    SELECT id, vector <#> %(vector)s::halfvec AS distance FROM near
    UNION
    SELECT {owner}, {table}.vector <#> %(vector)s::halfvec
    FROM {table} {joined} WHERE {condition} AND {where} AND {owner} = ANY(%(also)s::uuid[])
) AS found ORDER BY distance, id DESC
"""


# Of so many times what is asked for enough count, unless the rows are filtered; and never fewer than these.
SPARE = 2
LEAST = 100


@dataclass(frozen=True, slots=True)
class Source:
    """A table of vectors with its column of owners, and which of these count: `joined` and `where` are our own SQL,
    never text of a caller, and `parameters` what they name. `is_filtered` where only few may count.
    """

    table: str
    owner: str
    joined: str
    where: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    is_filtered: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A vector of length 1 by `model`, asked of a space: for the nearest `limit`, and for all of `also`."""

    space_id: uuid.UUID
    model: EmbeddingModel
    vector: np.ndarray
    limit: int
    also: Collection[uuid.UUID] = ()


def among(source: Source, asked: Asked, owners: Collection[uuid.UUID]) -> Ranked:
    """(Owner id, cosine) of those of `owners` that count, best first."""
    return _exact(source, asked, f"AND {source.table}.{source.owner} = ANY(%(among)s::uuid[])", owners)


def of_all(source: Source, asked: Asked, *, width: int = 0, rows: int = 0) -> Ranked:
    """(Owner id, cosine), best first. `width` is that of the prefix index which the space has for this, or 0, and
    `rows` about how many vectors are in it.

    With one, the nearest are those of some candidates by prefix (`prefixes.candidates`); without, some of the nearest
    of all rows are asked whether they count. Where that leaves fewer than are asked for, every row is asked all the
    same.
    """
    if width:
        prefix = Prefix(source.table, asked.space_id, asked.model.pk, width)
        candidates = prefixes.candidates(asked.model.candidates, among=rows)
        with prefixes.preferred(candidates):
            found = _run(_two_stages(source, prefix, candidates), _values(source, asked))
        if found and found[0][2] >= asked.limit:
            return _kept([(key, cosine) for key, cosine, _ in found], asked)
    elif not source.is_filtered:
        candidates = max(SPARE * asked.limit, LEAST)
        looked = _run(_nearest_first(source, asked, candidates), _values(source, asked))
        counting = [row for row in looked if row[1] is not None]
        if looked[0][0] < candidates or sum(is_near for *_, is_near in counting) >= asked.limit:
            return _kept(_best_first((key, cosine) for _, key, cosine, _ in counting), asked)
    return _exact(source, asked)


def _exact(source: Source, asked: Asked, among: str = "", owners: Collection[uuid.UUID] = ()) -> Ranked:
    statement = _EXACT.format(condition=_every(source, asked), among=among, **_named(source))
    limit = len(owners) if among else asked.limit + len(asked.also)
    found = _run(statement, _values(source, asked) | {"limit": limit, "among": ids.array(owners)})
    ranked = _best_first(found)
    return ranked if among else _kept(ranked, asked)


def _nearest_first(source: Source, asked: Asked, candidates: int) -> str:
    return _NEAREST_FIRST.format(condition=_every(source, asked), candidates=candidates, **_named(source))


def _every(source: Source, asked: Asked) -> str:
    return Prefix(source.table, asked.space_id, asked.model.pk, 0).condition


def _two_stages(source: Source, prefix: Prefix, candidates: int) -> str:
    said = {"stored": prefix.of(f"{source.table}.vector"), "asked": prefix.of("%(vector)s::halfvec")}
    return _TWO_STAGES.format(condition=prefix.condition, candidates=candidates, **said, **_named(source))


def _best_first(found: Iterable[tuple[uuid.UUID, float]]) -> Ranked:
    return sorted(found, key=lambda one: (one[1], one[0]), reverse=True)


def _kept(ranked: Ranked, asked: Asked) -> Ranked:
    """The first of them, and what was asked for by name from among the rest."""
    also = set(asked.also)
    return ranked[: asked.limit] + [one for one in ranked[asked.limit :] if one[0] in also]


def _named(source: Source) -> dict[str, str]:
    owner = f"{source.table}.{source.owner}"
    return {
        "table": source.table,
        "column": source.owner,
        "owner": owner,
        "joined": source.joined,
        "where": source.where,
    }


def _values(source: Source, asked: Asked) -> dict[str, Any]:
    return {**source.parameters, "vector": HalfVector(asked.vector), "also": ids.array(asked.also)}


def _run(statement: str, values: Mapping[str, Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
