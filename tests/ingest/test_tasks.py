"""Nothing stays in work for ever: documents whose job was lost are queued again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.core import clock
from memoryhub.documents.models import Document
from memoryhub.ingest import services as ingest
from memoryhub.ingest import tasks
from memoryhub.ledger.actor import Actor
from memoryhub.spaces.models import Space


def submitted(space: Space, **values: object) -> Document:
    document = ingest.submit(actor=Actor.hub("test"), space=space, content="The studio is in Ghent.").document
    Document.objects.filter(pk=document.pk).update(**values)
    return document


def set_jobs(status: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE procrastinate_jobs SET status = %s", [status])


@pytest.mark.parametrize("status", ["todo", "doing"])
def test_a_document_with_a_live_job_is_left_alone(space: Space, status: str) -> None:
    submitted(space, status="running")
    set_jobs(status)
    assert tasks.requeue_stranded(now=clock.now()) == 0


@pytest.mark.parametrize("status", ["queued", "running"])
def test_a_document_without_one_is_queued_again(space: Space, status: str) -> None:
    document = submitted(space, status=status)
    set_jobs("failed")
    assert tasks.requeue_stranded(now=clock.now()) == 1
    job = ProcrastinateJob.objects.get(status="todo")
    assert job.args == {"document_id": str(document.pk)}
    assert tasks.requeue_stranded(now=clock.now()) == 0


@pytest.mark.parametrize("status", ["done", "failed", "cancelled"])
def test_a_finished_document_needs_no_job(space: Space, status: str) -> None:
    submitted(space, status=status, error_code="test")
    set_jobs("succeeded")
    assert tasks.requeue_stranded(now=clock.now()) == 0


def test_a_waiting_document_is_queued_when_its_time_has_passed(space: Space) -> None:
    at = clock.now()
    document = submitted(space, status="waiting", next_try_at=at + timedelta(minutes=5))
    set_jobs("succeeded")
    assert tasks.requeue_stranded(now=at) == 0
    with clock.frozen(at + timedelta(minutes=6)):
        assert tasks.requeue_stranded(now=clock.now()) == 1
    document.refresh_from_db()
    assert document.status == "queued"
    assert ProcrastinateJob.objects.filter(status="todo").count() == 1
