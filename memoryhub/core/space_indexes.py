"""Indexes over the rows of one large space. In one over all spaces, every row of the others is in its way.

PostgreSQL uses a partial index for a query that says its condition, and the same expression; a room that has such an
index writes both once.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import connection

_LOCK = "memoryhub.space_indexes"
_NAMED = "_(near|words)_[0-9a-f]{16}$"
_WARMS = "pg_prewarm"


@dataclass(frozen=True, slots=True)
class SpaceIndex:
    """`body` is what follows the table in CREATE INDEX, and `condition` says which rows: our own SQL. `kind` is near or
    words."""

    table: str
    kind: str
    made_from: str
    body: str
    condition: str

    @property
    def name(self) -> str:
        """It changes with all that the index is made from."""
        return f"{self.table}_{self.kind}_{hashlib.blake2b(self.made_from.encode(), digest_size=8).hexdigest()}"


def build(index: SpaceIndex) -> bool:
    """Make the index without keeping writers waiting, and what an interrupted build has left anew; outside of any
    transaction. False when another process builds one at this moment, here or in a worker that has died since.
    """
    if existing().get(index.name):
        return True
    with _alone() as is_alone:
        if is_alone:
            _run(f"DROP INDEX CONCURRENTLY IF EXISTS {index.name}")
            _run(f"CREATE INDEX CONCURRENTLY {index.name} ON {index.table} {index.body} WHERE {index.condition}")
        return is_alone


def drop(name: str) -> bool:
    """Drop the index without keeping anybody waiting; False when one is being built at this moment."""
    with _alone() as is_alone:
        if is_alone:
            _run(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        return is_alone


def warm(relations: Iterable[str]) -> int:
    """Have these indexes and tables in the server's memory, as far as they fit: the first who search would wait for it
    page by page. Returns how many pages were read: none where the server has no pg_prewarm.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM unnest(%s::text[]) AS name WHERE EXISTS (SELECT 1 FROM pg_extension WHERE extname = %s)",
            [list(relations), _WARMS],
        )
        pages = 0
        for (name,) in cursor.fetchall():
            cursor.execute("SELECT pg_prewarm(%s::regclass)", [name])
            pages += cursor.fetchone()[0]
        return pages


def existing() -> dict[str, bool]:
    """Name -> whether it is whole, of every such index of the database."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
            " WHERE pg_table_is_visible(pg_class.oid) AND relname ~ %s",
            [_NAMED],
        )
        return dict(cursor.fetchall())


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
