"""Questions about documents."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memoryhub.core import errors
from memoryhub.documents import selectors
from memoryhub.spaces.models import Space
from tests.cast import Cast
from tests.ingest.work_through import take_in


def test_a_list_of_documents_leaves_their_content_where_it_is(space: Space) -> None:
    take_in(space, "The studio is in Ghent.")
    with CaptureQueriesContext(connection) as queries:
        list(selectors.documents_of(space))
    assert len(queries) == 1
    assert '"content"' not in queries[0]["sql"]


def test_documents_of_another_space_are_not_found(cast: Cast) -> None:
    document = take_in(cast.elsewhere, "Dora has a boat.", custom_id="boat")
    assert selectors.by_custom_id(cast.space, "boat") is None
    assert selectors.with_content(cast.space, document.content_hash) is None
    with pytest.raises(errors.NotFound):
        selectors.document_of(cast.space, document.pk)


def test_every_status_is_counted(space: Space) -> None:
    take_in(space, "The studio is in Ghent.")
    take_in(space, b"\x00\x01\x02\x03" * 100, name="a.bin")
    counts = selectors.counts_of(space)
    assert counts == dict.fromkeys(counts, 0) | {"done": 1, "failed": 1}
    assert len(counts) == 6


def test_documents_are_found_by_a_sentence_they_hold(space: Space) -> None:
    document = take_in(space, "# Studio\n\nThe **studio** is in Ghent.\n", name="a.md")
    take_in(space, "The studio was in Porto.")
    assert selectors.holding(space, ["The studio is in Ghent."]) == {document.pk}
    assert selectors.holding(space, ["...", ""]) == set()
