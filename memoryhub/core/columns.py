"""Rows of the database as arrays, without an object for each: for what reads them by the million."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.backends.postgresql.psycopg_any import mogrify
from django.db.models import QuerySet
from numpy.typing import NDArray

Table: TypeAlias = NDArray[np.void]

# Types of columns as PostgreSQL sends them: uuid, smallint, timestamptz and double precision.
ID, SMALL, MOMENT, REAL = "S16", ">i2", ">i8", ">f8"
_SENT_BY = {ID: "uuid_send", SMALL: "int2send", MOMENT: "timestamptz_send", REAL: "float8send"}
_EPOCH = 946_684_800  # it counts microseconds from 2000 on
# Of COPY's binary form: fields of the row, length and value of one, length of the next.
_HEAD = struct.Struct(">19xhiqi")
_WHOLE = "SELECT count(*), string_agg({row}, ''::bytea) FROM ({rows}) AS given ({names})"


def read(rows: QuerySet[Any, Any], types: Mapping[str, str]) -> Table:
    """The named columns of all rows as a structured array, in any order; none may hold a NULL.

    The server puts the rows one behind the other, since a message for each would take most of the time.
    """
    kinds = np.dtype(list(types.items()))
    try:
        sql, values = rows.values_list(*types).query.sql_with_params()
    except EmptyResultSet:  # asked for what is among nothing
        return np.zeros(0, kinds)
    names = [f"c{number}" for number in range(len(types))]
    row = " || ".join(f"{_SENT_BY[kind]}({name})" for name, kind in zip(names, types.values(), strict=True))
    whole = _WHOLE.format(row=row, rows=sql, names=", ".join(names))
    copied = mogrify(f"COPY ({whole}) TO STDOUT (FORMAT BINARY)", values, connection)  # COPY takes no parameters
    data = bytearray()
    with connection.cursor() as cursor, cursor.copy(copied) as copy:
        for block in copy:
            data += block
    _fields, _length, count, size = _HEAD.unpack_from(data)
    if max(size, 0) != count * kinds.itemsize:
        raise ValueError(f"a NULL among {', '.join(types)}")
    return np.frombuffer(data, kinds, count, _HEAD.size)


def seconds(moments: NDArray[np.int64]) -> NDArray[np.float64]:
    """A column of MOMENT as seconds since the epoch."""
    since: NDArray[np.float64] = (moments.astype(np.int64) + _EPOCH * 1_000_000) / 1_000_000
    return since


@contextmanager
def one_moment() -> Iterator[None]:
    """All that is read inside is of one state of the database; within a transaction it is read as that one has it."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
