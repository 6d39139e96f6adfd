"""Rows by COPY are rows like any other."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from memoryhub.core import bulk, ids
from memoryhub.documents.models import Chunk
from memoryhub.spaces.models import Space
from tests.ingest.work_through import take_in


def chunk(space: Space, index: int, **values: object) -> Chunk:
    document = take_in(space, "The studio is in Ghent.")
    return Chunk(
        **{
            "id": ids.new(), "space": space, "document": document, "revision": 1, "index": index, "text": "a\tb\\N\n",
            "start": 0, "end": 5, "tokens": ["a", 'quo"ted', "{}", "风"], **values,
        }
    )  # fmt: skip


def test_what_goes_in_comes_out(space: Space) -> None:
    rows = [chunk(space, 7), chunk(space, 8, tokens=None, language="de")]
    bulk.insert(rows)
    assert [row._state.adding for row in rows] == [False, False]
    for row in rows:
        stored = Chunk.objects.get(pk=row.pk)
        assert [getattr(stored, name) for name in ("text", "tokens", "language", "embed_text")] == [
            getattr(row, name) for name in ("text", "tokens", "language", "embed_text")
        ]


def test_constraints_hold_and_say_so_in_djangos_words(space: Space) -> None:
    row = chunk(space, 7, start=9, end=5)
    with pytest.raises(IntegrityError, match="chunk_span"), transaction.atomic():
        bulk.insert([row])
    assert not Chunk.objects.filter(pk=row.pk).exists()


@pytest.mark.django_db
def test_no_rows_are_no_statement() -> None:
    with CaptureQueriesContext(connection) as queries:
        bulk.insert([])
    assert len(queries) == 0
