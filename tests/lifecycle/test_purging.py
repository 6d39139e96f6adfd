"""A purged space leaves nothing but its ledger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from memoryhub.core import errors
from memoryhub.documents import files
from memoryhub.documents import services as documents
from memoryhub.ingest import advancing
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.lifecycle import services as lifecycle
from memoryhub.spaces.models import Space
from tests.cast import Cast
from tests.ingest.work_through import take_in, texts_of


def tables_naming(space: Space) -> set[str]:
    """Every table that has a row of the space."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(
                f"SELECT EXISTS (SELECT FROM {connection.ops.quote_name(table)} t WHERE t::text LIKE %s)",
                [f"%{space.pk}%"],
            )
            if cursor.fetchone()[0]:
                found.add(table)
    return found


def test_only_the_ledger_names_a_purged_space(
    space: Space, ada: Actor, cast: Cast, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    document = take_in(space, b"Orlan leads the payments squad.", name="a.md")
    take_in(cast.elsewhere, "Dora has a boat.", name="b.md")
    done = documents.Done(201, "{}", document.pk)
    documents.once(actor=ada, space=space, call=documents.Call("k", "0" * 64), work=lambda: done)
    seq = ledger.revision_of(space.pk)
    with django_capture_on_commit_callbacks(execute=True):
        lifecycle.purge_space(actor=ada, space=space)
    assert tables_naming(space) == {"ledger_entry", "ledger_sequence"}
    assert ledger.revision_of(space.pk) == seq + 1
    assert not files.folder_of(space.pk).exists()
    assert texts_of(cast.elsewhere) == ["Dora has a boat."]
    advancing.advance(document.pk)
    with pytest.raises(errors.NotFound):
        lifecycle.purge_space(actor=ada, space=space)
