"""Row locks in one order, and the retry of transactions that lost a race.

Order: document -> chain roots by id -> keys by normalised text -> space sequences by id.
"""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, models, transaction
from psycopg import errors as pg

P = ParamSpec("P")
R = TypeVar("R")
M = TypeVar("M", bound=models.Model)
ATTEMPTS = 4


def lost_race(error: BaseException) -> bool:
    """Whether PostgreSQL broke the transaction off only because another one stood in its way."""
    return isinstance(error.__cause__, pg.DeadlockDetected | pg.SerializationFailure)


def retried(function: Callable[P, R]) -> Callable[P, R]:
    """Run `function` again, up to three times, when its transaction lost a race; inside another transaction, once.

    A broken transaction cannot be mended from within, so only the outermost one may try again.
    """

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        if connection.in_atomic_block:
            return function(*args, **kwargs)
        for attempt in range(1, ATTEMPTS):
            try:
                return function(*args, **kwargs)
            except OperationalError as error:
                if not lost_race(error):
                    raise
                time.sleep(random.uniform(0.01, 0.05) * attempt)  # noqa: S311 - jitter, not a secret
        return function(*args, **kwargs)

    return run


def names(wanted: Iterable[str]) -> None:
    """Let only one transaction at a time hold each of these names; for what has no row to lock."""
    ordered = sorted(set(wanted))
    if ordered:
        with connection.cursor() as cursor:
            # A materialised list is gone through in its order, so that all who hold names take them in one order.
            cursor.execute(
                "WITH wanted AS MATERIALIZED (SELECT name FROM unnest(%s::text[]) AS name)"
                " SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM wanted",
                [ordered],
            )


def rows(queryset: models.QuerySet[M], ids: Iterable[object]) -> dict[object, M]:
    """The rows with these primary keys, locked `FOR UPDATE` in the order of their ids."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("Locks need a transaction.")
    wanted = queryset.filter(pk__in=set(ids)).order_by("pk").select_for_update(of=("self",))
    return {row.pk: row for row in wanted}
