"""Jobs of dead workers come back; old ones are cleared away."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import override_settings
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateEvent, ProcrastinateJob

from memoryhub.core import clock
from memoryhub.jobs import schedules

pytestmark = pytest.mark.django_db


def add_job(
    *, worker: int | None, name: str = "ingest.wake", queueing_lock: str | None = None, status: str = "doing"
) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, status, worker_id, queueing_lock, args)"
            " VALUES ('ingest', %s, %s, %s, %s, '{}') RETURNING id",
            [name, status, worker, queueing_lock],
        )
        return int(cursor.fetchone()[0])


def add_worker(*, silent_for: timedelta = timedelta()) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO procrastinate_workers (last_heartbeat) VALUES (%s) RETURNING id", [clock.now() - silent_for]
        )
        return int(cursor.fetchone()[0])


def status_of(job_id: int) -> str:
    return str(ProcrastinateJob.objects.values_list("status", flat=True).get(pk=job_id))


def rescue() -> int:
    return async_to_sync(schedules.rescue_stalled)(app)


@override_settings(MEMORYHUB_WORKER_STALLED_SECONDS=30)
def test_the_job_of_a_silent_worker_is_queued_again_and_that_of_a_live_one_is_not() -> None:
    silent, alive = add_worker(silent_for=timedelta(minutes=1)), add_worker(silent_for=timedelta(seconds=5))
    lost, running = add_job(worker=silent), add_job(worker=alive)
    assert rescue() == 1
    assert (status_of(lost), status_of(running)) == ("todo", "doing")


def test_the_job_of_a_worker_that_is_not_even_known_any_more_is_queued_again() -> None:
    lost = add_job(worker=None)
    assert rescue() == 1
    assert status_of(lost) == "todo"


def test_a_lost_job_whose_successor_waits_already_is_closed(transactional_db: None) -> None:
    lost = add_job(worker=None, queueing_lock="document:a")
    waiting = add_job(worker=None, queueing_lock="document:a", status="todo")
    assert rescue() == 1
    assert (status_of(lost), status_of(waiting)) == ("failed", "todo")


def test_a_rescue_that_died_is_itself_rescued_and_keeps_nobody_waiting(transactional_db: None) -> None:
    dead = add_job(worker=None, name="jobs.rescue", queueing_lock="jobs.rescue")
    task = app.tasks["jobs.rescue"]
    assert task.lock is None
    assert task.queueing_lock == "jobs.rescue"
    task.defer(timestamp=0)
    assert rescue() == 1
    assert status_of(dead) == "failed"


def test_what_happens_by_the_clock_is_registered_with_a_queueing_lock_and_no_lock() -> None:
    app.perform_import_paths()  # type: ignore[no-untyped-call]  # procrastinate types all but this
    periodic = {name: task for (name, _), task in app.periodic_registry.periodic_tasks.items()}
    assert {"jobs.rescue", "jobs.clear", "ingest.find_stranded"} <= set(periodic)
    for name in ("jobs.rescue", "jobs.clear", "ingest.find_stranded"):
        assert (periodic[name].task.lock, periodic[name].task.queueing_lock) == (None, name)


@pytest.mark.parametrize(("seconds", "cron"), [(2, "* * * * * */2"), (0, "* * * * * */1"), (90, "* * * * *")])
def test_the_clock_of_a_heartbeat(settings: Any, seconds: int, cron: str) -> None:
    settings.MEMORYHUB_WORKER_HEARTBEAT_SECONDS = seconds
    assert schedules.heartbeat_cron() == cron


def test_finished_jobs_are_deleted_when_they_are_old_and_live_ones_never() -> None:
    old, fresh = add_job(worker=None, status="succeeded"), add_job(worker=None, status="failed")
    waiting = add_job(worker=None, status="todo")
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_events")
        for job_id, age in ((old, 100), (waiting, 100), (fresh, 1)):
            at = clock.now() - timedelta(hours=age)
            cursor.execute(
                "INSERT INTO procrastinate_events (job_id, type, at) VALUES (%s, 'succeeded', %s)", [job_id, at]
            )
    async_to_sync(schedules.clear_old_jobs)(app)
    assert set(ProcrastinateJob.objects.values_list("pk", flat=True)) == {fresh, waiting}
    assert not ProcrastinateEvent.objects.filter(job_id=old).exists()
