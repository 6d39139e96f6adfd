"""Whose document comes next."""

from __future__ import annotations

from django.db import connection
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.documents.models import Document, DocumentInput
from memoryhub.ingest import fairness
from memoryhub.ingest import services as ingest
from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Space
from tests.cast import Cast


def submit(space: Space, text: str, actor: Actor) -> Document:
    return ingest.submit(actor=actor, space=space, content=text).document


def in_turn() -> list[str]:
    """The texts of the documents in the order in which workers take their jobs."""
    jobs = ProcrastinateJob.objects.filter(status="todo", task_name="ingest.advance").order_by("-priority", "id")
    texts = {str(row.document_id): row.text for row in DocumentInput.objects.all()}
    return [texts[job.args["document_id"]] for job in jobs]


def take() -> str:
    """Take the next job as a worker does; returns its document."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO procrastinate_workers DEFAULT VALUES RETURNING id")
        cursor.execute(
            "SELECT args->>'document_id' FROM procrastinate_fetch_job_v2(ARRAY['ingest'], %s)", cursor.fetchone()
        )
        (document_id,) = cursor.fetchone()
    return str(document_id)


def test_spaces_take_turns_and_within_one_the_first_comes_first(cast: Cast, ada: Actor) -> None:
    for number in range(5):
        submit(cast.space, f"a{number}", ada)
    submit(cast.elsewhere, "b0", ada)
    submit(cast.elsewhere, "b1", ada)
    assert in_turn() == ["a0", "b0", "a1", "b1", "a2", "a3", "a4"]


def test_who_comes_late_begins_where_the_others_are_by_then(cast: Cast, ada: Actor) -> None:
    for number in range(6):
        submit(cast.space, f"a{number}", ada)
    for _ in range(4):
        Document.objects.filter(pk=take()).update(status="done")
    for number in range(3):
        submit(cast.elsewhere, f"b{number}", ada)
    submit(cast.space, "a6", ada)
    assert in_turn() == ["b0", "a4", "b1", "a5", "b2", "a6"]


def test_a_small_document_does_not_wait_for_a_large_one(cast: Cast, ada: Actor) -> None:
    large = "x" * 3 * fairness.BYTES_PER_TURN
    submit(cast.space, large, ada)
    for number in range(4):
        submit(cast.space, f"a{number}", ada)
    assert in_turn() == ["a0", "a1", large, "a2", "a3"]
