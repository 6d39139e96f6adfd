"""BM25 in SQL over a table with `tokens text[]` (with repeats) and `length`; which table is the caller's business.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the non-negative
inverse document frequency of Lucene. Document frequencies are counted from the GIN index on (space_id, tokens).
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

K1 = 1.2
B = 0.75

# Without MATERIALIZED the planner counts a term's documents anew for every row that has it, and the time is quadratic.
_RANKING = """
WITH corpus AS MATERIALIZED (
    SELECT count(*)::float8 AS n, greatest(coalesce(avg(length), 1), 1)::float8 AS mean FROM {source} WHERE {where}
), hits AS (
    SELECT id, length, tokens FROM {source} WHERE {where} AND tokens && %(terms)s::text[] {literal}
), frequency AS (
    SELECT hits.id, hits.length, token AS term, count(*)::float8 AS tf
    FROM hits CROSS JOIN LATERAL unnest(hits.tokens) AS token
    WHERE token = ANY(%(terms)s::text[]) GROUP BY hits.id, hits.length, token
), rarity AS MATERIALIZED (
    SELECT term, (SELECT count(*) FROM {source} WHERE {where} AND tokens @> ARRAY[term])::float8 AS df
    FROM unnest(%(terms)s::text[]) AS term
)
SELECT id, sum(ln(1 + (n - df + 0.5) / (df + 0.5)) * tf * (%(k1)s + 1)
               / (tf + %(k1)s * (1 - %(b)s + %(b)s * length / mean)))::float8 AS score
FROM frequency JOIN rarity USING (term) CROSS JOIN corpus
GROUP BY id ORDER BY score DESC, id DESC LIMIT %(limit)s
"""


def ranking(
    *,
    source: str,
    where: str,
    parameters: Mapping[str, Any],
    terms: Sequence[str],
    phrases: Sequence[str] = (),
    limit: int,
) -> list[tuple[uuid.UUID, float]]:
    """Ids and BM25 scores (0 and up), best first. `source` and `where` are our own SQL, never text of a caller.

    Every phrase must occur literally, letter case aside. No terms find nothing.
    """
    if not terms:
        return []
    literal = "".join(f" AND position(lower(%(phrase_{at})s) IN lower(text)) > 0" for at in range(len(phrases)))
    values = {
        **parameters,
        **{f"phrase_{at}": phrase for at, phrase in enumerate(phrases)},
        "terms": list(terms),
        "k1": K1,
        "b": B,
        "limit": limit,
    }
    with connection.cursor() as cursor:
        cursor.execute(_RANKING.format(source=source, where=where, literal=literal), values)
        return [(row[0], row[1]) for row in cursor.fetchall()]
