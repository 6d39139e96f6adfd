"""Keyset paging: stable pages while rows come and go, by (sort value, id)."""

from __future__ import annotations

import heapq
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.core import signing
from django.db import models
from django.db.models import Q

from memoryhub.core import errors

R = TypeVar("R")
M = TypeVar("M", bound=models.Model)
MAX_SIZE = 100
# Signed, so that a value in a filter is always one that a row had.
_signer = signing.Signer(salt="memoryhub.core.paging")


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """Rows of one page, and the opaque cursor of the next (None on the last)."""

    rows: Sequence[R]
    next_cursor: str | None


def page(queryset: models.QuerySet[M], *, scope: str, sort: str, size: int = 50, cursor: str | None = None) -> Page[M]:
    """One page of `queryset` by `sort` (a field name, `-` in front for descending) and then by id.

    `scope` names list and space: a cursor of another scope or sort order is refused with `errors.InvalidInput`.
    """
    return _cut(_begun(queryset, scope=scope, sort=sort, size=size, cursor=cursor), scope=scope, sort=sort, size=size)


def merged(
    querysets: Sequence[models.QuerySet[Any]], *, scope: str, sort: str, size: int = 50, cursor: str | None = None
) -> Page[Any]:
    """One page of several tables in one order; all have the field of `sort`."""
    field, descending = sort.lstrip("-"), sort.startswith("-")
    begun = [_begun(queryset, scope=scope, sort=sort, size=size, cursor=cursor) for queryset in querysets]
    rows = heapq.merge(*begun, key=lambda row: (getattr(row, field), row.pk), reverse=descending)
    return _cut(list(rows), scope=scope, sort=sort, size=size)


def _begun(queryset: models.QuerySet[M], *, scope: str, sort: str, size: int, cursor: str | None) -> list[M]:
    """The rows after the cursor, one more than a page holds if there are so many."""
    if not 1 <= size <= MAX_SIZE:
        raise errors.InvalidInput("limit", f"limit must be from 1 to {MAX_SIZE}.")
    field, descending = sort.lstrip("-"), sort.startswith("-")
    if cursor:
        value, last_id = _read(cursor, scope=scope, sort=sort)
        beyond = "lt" if descending else "gt"
        queryset = queryset.filter(Q(**{f"{field}__{beyond}": value}) | Q(**{field: value, f"pk__{beyond}": last_id}))
    direction = "-" if descending else ""
    return list(queryset.order_by(f"{direction}{field}", f"{direction}pk")[: size + 1])


def _cut(rows: list[M], *, scope: str, sort: str, size: int) -> Page[M]:
    more = len(rows) > size
    rows = rows[:size]
    return Page(rows, _write(rows[-1], scope=scope, sort=sort) if more else None)


def _write(row: models.Model, *, scope: str, sort: str) -> str:
    value: Any = getattr(row, sort.lstrip("-"))
    kind, plain = ("t", value.isoformat()) if isinstance(value, datetime) else ("v", value)
    return _signer.sign_object([scope, sort, kind, plain, str(row.pk)])


def _read(cursor: str, *, scope: str, sort: str) -> tuple[Any, uuid.UUID]:
    try:
        made_for, made_sort, kind, plain, last = _signer.unsign_object(cursor)
    except (signing.BadSignature, ValueError) as error:
        raise errors.InvalidInput("cursor", "This cursor is broken; start again without one.") from error
    if (made_for, made_sort) != (scope, sort):
        raise errors.InvalidInput("cursor", "This cursor belongs to another list, space or sort order.")
    return datetime.fromisoformat(plain) if kind == "t" else plain, uuid.UUID(last)
