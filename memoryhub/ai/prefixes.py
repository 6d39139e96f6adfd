"""Indexes for large spaces: HNSW over the first numbers of the vectors of one space by one model, in one table.

A search among them finds candidates by their first numbers and orders these by all (Kusupati et al., Matryoshka
Representation Learning, 2022). An index over all spaces would lose most rows of each to its filter. PostgreSQL uses a
partial index for a query that says the same expression under the same condition: both are written here, once.
"""

from __future__ import annotations

import contextlib
import hashlib
import uuid
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection, transaction

MARK = "_near_"
# Of a filter that few rows pass, a scan of the index looks at so many; then looking at all is as quick.
MOST_SCANNED = 20_000
# How many others each vector is linked to, and how closely they are looked at for that. With pgvector's own 16 and 64,
# one in fifty of the nearest ten among 100,000 is not to be reached however long one looks, and with 16 and 128 one in
# fourteen among a million; with these, from one build to another, between one in thirty and one in 250.
LINKS, EFFORT = 24, 200
_LOCK = "memoryhub.prefixes"


@dataclass(frozen=True, slots=True)
class Prefix:
    """The first `width` numbers of the vectors in `table` (its name in the database) of one space and model."""

    table: str
    space_id: uuid.UUID
    model_id: uuid.UUID
    width: int

    @property
    def name(self) -> str:
        """The index's own name: it changes with all that it is made from."""
        said = f"{self.space_id} {self.model_id} {self.width} {LINKS} {EFFORT}"
        return self.table + MARK + hashlib.blake2b(said.encode(), digest_size=8).hexdigest()

    @property
    def condition(self) -> str:
        """Which rows of the table are in it."""
        return f"{self.table}.space_id = '{self.space_id}'::uuid AND {self.table}.model_id = '{self.model_id}'::uuid"

    def of(self, vector: str) -> str:
        """The prefix of what the SQL `vector` says, a halfvec."""
        return f"subvector({vector}, 1, {self.width})::halfvec({self.width})"


def build(prefix: Prefix) -> bool:
    """Make the index without keeping writers waiting, and what an interrupted build has left anew; outside of any
    transaction. False when another process builds one at this moment, here or in a worker that has died since.
    """
    if existing().get(prefix.name):
        return True
    with _alone() as is_alone:
        if is_alone:
            _run(f"DROP INDEX CONCURRENTLY IF EXISTS {prefix.name}")
            _run(
                f"CREATE INDEX CONCURRENTLY {prefix.name} ON {prefix.table}"
                f" USING hnsw (({prefix.of('vector')}) halfvec_cosine_ops)"
                f" WITH (m = {LINKS}, ef_construction = {EFFORT}) WHERE {prefix.condition}"
            )
        return is_alone


def drop(name: str) -> bool:
    """Drop the index without keeping anybody waiting; False when one is being built at this moment."""
    with _alone() as is_alone:
        if is_alone:
            _run(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        return is_alone


def existing() -> dict[str, bool]:
    """Name -> whether it is whole, of every such index of the database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
            " WHERE pg_table_is_visible(pg_class.oid) AND relname ~ %s",
            [MARK + "[0-9a-f]{16}$"],
        )
        return dict(cursor.fetchall())


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


@contextlib.contextmanager
def _alone() -> Iterator[bool]:
    """Whether this is the only session that builds or drops. A worker's death does not end the statement it sent, which
    goes on with this lock; nobody waits for it, since a build waits in turn for all who wait.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", [_LOCK])
        (is_alone,) = cursor.fetchone()
        try:
            yield is_alone
        finally:
            if is_alone:
                cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", [_LOCK])


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
