"""Writes and reads vectors in PostgreSQL's binary form: as text a vector of 512 numbers costs more than half a
millisecond each way, which is a good part of what it costs to compute."""

from __future__ import annotations

import struct
import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from django.db import connection, models

from memoryhub.ai.models import Vector
from memoryhub.ai.vectors import Vectors
from memoryhub.core import ids

_HEADER = b"PGCOPY\n\xff\r\n\x00" + struct.pack(">II", 0, 0)
_TRAILER = struct.pack(">h", -1)
_UUID_LENGTH = struct.pack(">i", 16)


def insert(
    table: type[Vector],
    owner: str,
    rows: Sequence[tuple[uuid.UUID, np.ndarray]],
    *,
    space_id: uuid.UUID,
    model_id: uuid.UUID,
) -> None:
    """Insert (owner id, vector) rows of one space and model; `owner` is the field of `table` that names the owner."""
    if not rows:
        return
    names = ("id", "space_id", f"{owner}_id", "model_id", "vector")
    columns = ", ".join(connection.ops.quote_name(name) for name in names)
    statement = f"COPY {connection.ops.quote_name(table._meta.db_table)} ({columns}) FROM STDIN (FORMAT BINARY)"
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(_HEADER)
        for owner_id, vector in rows:
            copy.write(_row((ids.new(), space_id, owner_id, model_id), vector))
        copy.write(_TRAILER)


def read(rows: models.QuerySet[Any], owner: str) -> Iterator[tuple[Any, Vectors]]:
    """(What the field path `owner` says, vector as float32) of the rows of a queryset of vectors."""
    binary = models.Func(models.F("vector"), function="halfvec_send", output_field=models.BinaryField())
    found: Iterable[tuple[Any, bytes]] = rows.values_list(owner, binary)
    for of, sent in found:
        yield of, np.frombuffer(sent, dtype=">f2", offset=4).astype(np.float32)


def as_text(vector: np.ndarray) -> str:
    """pgvector's text form with the five digits that a half has, for vectors that are compared, not stored."""
    return "[" + ",".join([f"{value:.5g}" for value in vector.tolist()]) + "]"


def _row(keys: Sequence[uuid.UUID], vector: np.ndarray) -> bytes:
    """One tuple of COPY's binary format; pgvector's own form is the dimension, two bytes unused, and the halves."""
    halves = np.asarray(vector).astype(">f2").tobytes()
    sent = struct.pack(">HH", len(halves) // 2, 0) + halves
    fields = b"".join(_UUID_LENGTH + key.bytes for key in keys)
    return struct.pack(">h", len(keys) + 1) + fields + struct.pack(">i", len(sent)) + sent
