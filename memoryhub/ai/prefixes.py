"""Indexes for large spaces: HNSW over the first numbers of the vectors of one space by one model, in one table.

A search among them finds candidates by their first numbers and orders these by all (Kusupati et al., Matryoshka
Representation Learning, 2022).
"""

from __future__ import annotations

import contextlib
import math
import uuid
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection, transaction

from memoryhub.core.space_indexes import SpaceIndex

# Of a filter that few rows pass, a scan of the index looks at so many; then looking at all is as quick.
MOST_SCANNED = 20_000
# How many others each vector is linked to, and how closely they are looked at for that. With pgvector's own 16 and 64,
# one in fifty of the nearest ten among 100,000 is not to be reached however long one looks, and with 16 and 128 one in
# fourteen among a million; with these, from one build to another, between one in thirty and one in 250.
LINKS, EFFORT = 24, 200
# Among so many vectors a search finds all of the nearest ten with the candidates of its model. Of a million it finds
# .976 with these, .986 with twice as many, and .996 with three times as many; pgvector looks for a thousand at most.
ENOUGH_FOR, MOST_CANDIDATES = 100_000, 1_000


@dataclass(frozen=True, slots=True)
class Prefix:
    """The first `width` numbers of the vectors in `table` (its name in the database) of one space and model."""

    table: str
    space_id: uuid.UUID
    model_id: uuid.UUID
    width: int

    @property
    def index(self) -> SpaceIndex:
        """What a search by prefixes looks through."""
        return SpaceIndex(
            self.table,
            kind="near",
            made_from=f"{self.space_id} {self.model_id} {self.width} {LINKS} {EFFORT}",
            body=(
                f"USING hnsw (({self.of('vector')}) halfvec_cosine_ops) WITH (m = {LINKS}, ef_construction = {EFFORT})"
            ),
            condition=self.condition,
        )

    @property
    def condition(self) -> str:
        """Which rows of the table are in it."""
        return f"{self.table}.space_id = '{self.space_id}'::uuid AND {self.table}.model_id = '{self.model_id}'::uuid"

    def of(self, vector: str) -> str:
        """The prefix of what the SQL `vector` says, a halfvec."""
        return f"subvector({vector}, 1, {self.width})::halfvec({self.width})"


def candidates(least: int, *, among: int) -> int:
    """How many to look for `among` so many vectors: more than `least` where they are very many, by the square root."""
    return min(round(least * math.sqrt(max(among / ENOUGH_FOR, 1))), MOST_CANDIDATES)


@contextlib.contextmanager
def preferred(candidates: int) -> Iterator[None]:
    """Inside the block, queries take such an index where there is one, and it goes on until a filter is satisfied.

    Only for reading: all is rolled back, so that the settings do not outlive the block in a caller's transaction.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            # The planner does not know what a distance costs; a sort of the whole space can look cheaper to it.
            cursor.execute(
                "SELECT set_config('hnsw.ef_search', %s, true), set_config('hnsw.max_scan_tuples', %s, true),"
                " set_config('hnsw.iterative_scan', 'strict_order', true), set_config('enable_sort', 'off', true)",
                [str(candidates), str(MOST_SCANNED)],
            )
        yield
        transaction.set_rollback(True)
