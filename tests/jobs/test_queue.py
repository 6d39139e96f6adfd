"""A job is queued with what it is about, or not at all."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob

from memoryhub.core import clock
from memoryhub.ingest import tasks
from memoryhub.jobs import queue

pytestmark = pytest.mark.django_db


class Undone(Exception):
    """Breaks a transaction off."""


def test_a_job_goes_with_the_transaction_it_was_queued_in() -> None:
    def undone() -> None:
        with transaction.atomic():
            assert queue.defer(tasks.wake, document_id="a")
            assert ProcrastinateJob.objects.count() == 1
            raise Undone()

    with pytest.raises(Undone):
        undone()
    assert ProcrastinateJob.objects.count() == 0


def test_inside_a_worker_too_jobs_go_through_djangos_connection() -> None:
    """A worker binds procrastinate to a pool of its own, on which a job would outlive a rolled back transaction."""
    connector: Any = app.connector
    with app.replace_connector(connector.get_worker_connector()):
        assert queue.defer(tasks.wake, document_id="a")
    assert ProcrastinateJob.objects.count() == 1


def test_a_second_job_with_the_same_queueing_lock_is_not_needed_and_breaks_nothing() -> None:
    assert queue.defer(tasks.advance, queueing_lock="document:a", document_id="a")
    assert not queue.defer(tasks.advance, queueing_lock="document:a", document_id="a")
    assert queue.defer(tasks.advance, queueing_lock="document:b", document_id="b")
    assert ProcrastinateJob.objects.count() == 2


def test_a_job_may_wait_for_its_time() -> None:
    at = clock.now() + timedelta(minutes=5)
    queue.defer(tasks.wake, at=at, document_id="a")
    assert ProcrastinateJob.objects.get().scheduled_at == at
