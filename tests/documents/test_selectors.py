"""Questions about documents."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from memoryhub.core import errors
from memoryhub.documents import selectors
from memoryhub.documents.models import Document
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
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


def taken_by_a_worker(heard: str) -> None:
    """A worker that was heard of last at `heard` takes the next document."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO procrastinate_workers (last_heartbeat) VALUES (%s::timestamptz) RETURNING id", [heard]
        )
        cursor.execute("SELECT id FROM procrastinate_fetch_job_v2(ARRAY['ingest'], %s)", cursor.fetchone())


def test_a_document_is_stuck_when_its_worker_is_silent_or_its_job_is_gone(
    space: Space, ada: Actor, settings: Settings
) -> None:
    settings.MEMORYHUB_WORKER_STALLED_SECONDS = 30
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    alive, silent, lost, waiting = (
        ingest.submit(actor=ada, space=space, content=text).document for text in ("One.", "Two.", "Three.", "Four.")
    )
    taken_by_a_worker("2026-11-30T11:59:40Z")
    taken_by_a_worker("2026-11-30T11:59:20Z")
    Document.objects.exclude(pk=waiting.pk).update(status="running")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_jobs WHERE queueing_lock = %s", [selectors.work_lock(lost.pk)])
    everything = list(Document.objects.all())
    assert {alive.pk, waiting.pk} < {document.pk for document in everything}
    assert selectors.stuck(everything, now=now) == {silent.pk, lost.pk}
    assert selectors.has_live_worker(now=now)
    assert not selectors.has_live_worker(now=now + timedelta(seconds=30))


@pytest.mark.parametrize(
    ("offset", "place"),
    [
        (0, None),
        (4, None),
        (5, ("page", "1")),
        (19, ("page", "1")),
        (20, ("page", "2")),
        (99, ("page", "2")),
        (None, None),
    ],
)
def test_a_place_of_the_content_stands_on_a_page(offset: int | None, place: tuple[str, str] | None) -> None:
    document = Document(places=[[5, "page", "1"], [20, "page", "2"]])
    assert selectors.place_at(document, offset) == place
