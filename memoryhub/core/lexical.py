"""BM25 in SQL over a table with `tokens text[]` (with repeats) and `length`; which table is the caller's business.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the non-negative
inverse document frequency of Lucene. What has a term is found by the GIN index on (space_id, tokens) and read once:
how many have it, and how often, are counted from the same rows.

A search takes as long as it reads texts. In a large space a term that thousands have is nearly worthless by itself, so
that texts are found by the rare terms of a question, and by several of the common ones together. It has a GIN index of
its own (`words_of`): in the one over all spaces each lookup goes through the list of all its texts as well.
"""

from __future__ import annotations

import itertools
import json
import math
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from memoryhub.core.space_indexes import SpaceIndex

K1 = 1.2
B = 0.75

# A term that more texts have is common. Of those of a question so many, the least common, lead together, by as many at
# a time as leave about so many texts to read.
COMMON = 2_000
MOST_TOGETHER = 6
MOST_READ = 3_000

_COUNTED = (
    "SELECT count(*)::float8 AS n, greatest(coalesce(avg(length), 1), 1)::float8 AS mean FROM {source} WHERE {where}"
)
_COMMON = """
SELECT term, count(*) FROM {source} CROSS JOIN LATERAL (SELECT DISTINCT unnest(tokens)) AS told (term)
WHERE {where} GROUP BY term HAVING count(*) > {common}
"""
# Statistics may be older than the rows: no term is in more texts than there are, nor in fewer than were read.
_RANKING = """
WITH corpus AS MATERIALIZED ({corpus}), hit AS MATERIALIZED (
    SELECT id, length, tokens, {literal} AS is_wanted FROM {source} WHERE {where} AND ({leading})
), frequency AS MATERIALIZED (
    SELECT id, length, is_wanted, term, cardinality(array_positions(tokens, term))::float8 AS tf
    FROM hit CROSS JOIN unnest(%(terms)s::text[]) AS term WHERE term = ANY(tokens)
), rarity AS MATERIALIZED (
    SELECT term, greatest(count(*), (%(common)s::jsonb ->> term)::int)::float8 AS df FROM frequency GROUP BY term
)
SELECT id, sum(ln(1 + (greatest(n, df) - df + 0.5) / (df + 0.5)) * tf * (%(k1)s + 1)
               / (tf + %(k1)s * (1 - %(b)s + %(b)s * length / mean)))::float8 AS score
FROM frequency JOIN rarity USING (term) CROSS JOIN corpus
WHERE is_wanted GROUP BY id ORDER BY score DESC, id DESC LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Corpus:
    """How many texts there are, their mean length in tokens, and how many of them have each common term, as they were
    counted some time ago.
    """

    texts: int
    mean_length: float
    common: Mapping[str, int] = field(default_factory=dict)


def count(*, source: str, where: str, parameters: Mapping[str, Any]) -> Corpus:
    """The texts as they are now. `source` and `where` are our own SQL."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTED.format(source=source, where=where), parameters)
        texts, mean = cursor.fetchone()
        cursor.execute(_COMMON.format(source=source, where=where, common=COMMON), parameters)
        return Corpus(int(texts), mean, dict(cursor.fetchall()))


def words_of(source: str, space_id: uuid.UUID) -> SpaceIndex:
    """The index of the terms of one space in a table."""
    condition = f"{source}.space_id = '{space_id}'::uuid"
    return SpaceIndex(source, kind="words", made_from=str(space_id), body="USING gin (tokens)", condition=condition)


def ranking(
    *,
    source: str,
    where: str,
    parameters: Mapping[str, Any],
    terms: Sequence[str],
    phrases: Sequence[str] = (),
    limit: int,
    corpus: Corpus | None = None,
) -> list[tuple[uuid.UUID, float]]:
    """Ids and BM25 scores (0 and up), best first. `source` and `where` are our own SQL, never text of a caller.

    Every phrase must occur literally, letter case aside. No terms find nothing. Without a `corpus` the texts are
    counted, which takes time in a large space; an old one may move a score. With one, a text of common terms alone, and
    of fewer of them than lead together, is found only where no other text is; and `parameters` name the `space`, whose
    own index is used where there is one.
    """
    if not terms:
        return []
    if corpus:
        where += f" AND {words_of(source, parameters['space']).condition}"
    literal = " AND ".join(f"position(lower(%(phrase_{at})s) IN lower(text)) > 0" for at in range(len(phrases)))
    counted = "SELECT %(n)s::float8 AS n, greatest(%(mean)s::float8, 1) AS mean" if corpus else _COUNTED
    common = {term: corpus.common[term] for term in terms if term in corpus.common} if corpus else {}
    values = {
        **parameters,
        **{f"phrase_{at}": phrase for at, phrase in enumerate(phrases)},
        **({"n": corpus.texts, "mean": corpus.mean_length} if corpus else {}),
        "terms": list(terms),
        "common": json.dumps(common),
        "k1": K1,
        "b": B,
        "limit": limit,
    }
    for leading, named in _ways(terms, {} if phrases else common, corpus.texts if corpus else 0):
        statement = _RANKING.format(
            corpus=counted.format(source=source, where=where),
            source=source,
            where=where,
            literal=literal or "true",
            leading=leading,
        )
        with connection.cursor() as cursor:
            cursor.execute(statement, values | named)
            if found := cursor.fetchall():
                return [(row[0], row[1]) for row in found]
    return []


def _ways(terms: Sequence[str], common: Mapping[str, int], texts: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Which of so many texts to read, as conditions with their values: a few, and all that have a term where these are
    none."""
    rare = [term for term in terms if term not in common]
    together = {f"together_{at}": list(some) for at, some in enumerate(_together(common, texts))}
    if common and (rare or together):
        leading = ["tokens && %(rare)s::text[]", *(f"tokens @> %({name})s::text[]" for name in together)]
        yield " OR ".join(leading), {"rare": rare, **together}
    yield "tokens && %(terms)s::text[]", {}


def _together(common: Mapping[str, int], texts: int) -> Sequence[tuple[str, ...]]:
    """Which common terms a text must have at a time: any two, or more where too many of the texts would have two, as if
    terms came independently of each other.
    """
    least_common = sorted(common, key=lambda term: (common[term], term))[:MOST_TOGETHER]
    found: Sequence[tuple[str, ...]] = ()
    for size in range(2, len(least_common) + 1):
        found = list(itertools.combinations(least_common, size))
        if sum(texts * math.prod(common[term] / texts for term in some) for some in found) <= MOST_READ:
            break
    return found
