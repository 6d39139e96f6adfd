"""BM25 in SQL over a table with `tokens text[]` (with repeats) and `length`; which table is the caller's business.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the non-negative
inverse document frequency of Lucene. What has a term is found by the GIN index on (space_id, tokens) and read once:
how many have it, and how often, are counted from the same rows.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

K1 = 1.2
B = 0.75

_COUNTED = (
    "SELECT count(*)::float8 AS n, greatest(coalesce(avg(length), 1), 1)::float8 AS mean FROM {source} WHERE {where}"
)
# Statistics may be older than the rows: no term is in more texts than there are.
_RANKING = """
WITH corpus AS MATERIALIZED ({corpus}), frequency AS MATERIALIZED (
    SELECT id, length, is_wanted, term, cardinality(array_positions(tokens, term))::float8 AS tf
    FROM unnest(%(terms)s::text[]) AS term CROSS JOIN LATERAL (
        SELECT id, length, tokens, {literal} AS is_wanted FROM {source} WHERE {where} AND tokens @> ARRAY[term]
    ) AS hit
), rarity AS MATERIALIZED (
    SELECT term, count(*)::float8 AS df FROM frequency GROUP BY term
)
SELECT id, sum(ln(1 + (greatest(n, df) - df + 0.5) / (df + 0.5)) * tf * (%(k1)s + 1)
               / (tf + %(k1)s * (1 - %(b)s + %(b)s * length / mean)))::float8 AS score
FROM frequency JOIN rarity USING (term) CROSS JOIN corpus
WHERE is_wanted GROUP BY id ORDER BY score DESC, id DESC LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Corpus:
    """How many texts there are, and their mean length in tokens, as they were counted some time ago."""

    texts: int
    mean_length: float


def count(*, source: str, where: str, parameters: Mapping[str, Any]) -> Corpus:
    """The texts as they are now. `source` and `where` are our own SQL."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTED.format(source=source, where=where), parameters)
        texts, mean = cursor.fetchone()
        return Corpus(int(texts), mean)


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
    counted, which takes time in a large space; an old one may move a score, never what is found.
    """
    if not terms:
        return []
    literal = " AND ".join(f"position(lower(%(phrase_{at})s) IN lower(text)) > 0" for at in range(len(phrases)))
    counted = "SELECT %(n)s::float8 AS n, greatest(%(mean)s::float8, 1) AS mean" if corpus else _COUNTED
    values = {
        **parameters,
        **{f"phrase_{at}": phrase for at, phrase in enumerate(phrases)},
        **({"n": corpus.texts, "mean": corpus.mean_length} if corpus else {}),
        "terms": list(terms),
        "k1": K1,
        "b": B,
        "limit": limit,
    }
    statement = _RANKING.format(
        corpus=counted.format(source=source, where=where), source=source, where=where, literal=literal or "true"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [(row[0], row[1]) for row in cursor.fetchall()]
