"""Keyset paging: stable pages while rows come and go, by (sort value, id)."""

from __future__ import annotations

import base64
import binascii
import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db import models
from django.db.models import Q

from memoryhub.core import errors

M = TypeVar("M", bound=models.Model)
MAX_SIZE = 100


@dataclass(frozen=True, slots=True)
class Page(Generic[M]):
    """Rows of one page, and the opaque cursor of the next (None on the last)."""

    rows: Sequence[M]
    next_cursor: str | None


def page(queryset: models.QuerySet[M], *, scope: str, sort: str, size: int = 50, cursor: str | None = None) -> Page[M]:
    """One page of `queryset` by `sort` (a field name, `-` in front for descending) and then by id.

    `scope` names list and space: a cursor of another scope or sort order is refused with `errors.InvalidInput`.
    """
    if not 1 <= size <= MAX_SIZE:
        raise errors.InvalidInput("limit", f"limit must be from 1 to {MAX_SIZE}.")
    field, descending = sort.lstrip("-"), sort.startswith("-")
    if cursor:
        value, last_id = _read(cursor, scope=scope, sort=sort)
        beyond = "lt" if descending else "gt"
        queryset = queryset.filter(Q(**{f"{field}__{beyond}": value}) | Q(**{field: value, f"pk__{beyond}": last_id}))
    direction = "-" if descending else ""
    rows = list(queryset.order_by(f"{direction}{field}", f"{direction}pk")[: size + 1])
    more = len(rows) > size
    rows = rows[:size]
    return Page(rows, _write(rows[-1], field, scope=scope, sort=sort) if more else None)


def _write(row: models.Model, field: str, *, scope: str, sort: str) -> str:
    value: Any = getattr(row, field)
    kind = "t" if isinstance(value, datetime) else "v"
    plain = value.isoformat() if isinstance(value, datetime) else value
    body = json.dumps([scope, sort, kind, plain, str(row.pk)], separators=(",", ":"), default=str)
    return base64.urlsafe_b64encode(body.encode()).decode().rstrip("=")


def _read(cursor: str, *, scope: str, sort: str) -> tuple[Any, uuid.UUID]:
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        made_for, made_sort, kind, plain, last = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        value = datetime.fromisoformat(plain) if kind == "t" else plain
        last_id = uuid.UUID(last)
    except (ValueError, TypeError, binascii.Error, AttributeError) as error:
        raise errors.InvalidInput("cursor", "This cursor is broken; start again without one.") from error
    if (made_for, made_sort) != (scope, sort) or not isinstance(value, datetime | str | int | float):
        raise errors.InvalidInput("cursor", "This cursor belongs to another list, space or sort order.")
    return value, last_id
