"""Puts jobs on the queue inside the caller's transaction: the job exists if, and only if, what it is about does."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.contrib.django.models import ProcrastinateEvent, ProcrastinateJob
from procrastinate.exceptions import AlreadyEnqueued
from procrastinate.manager import JobManager
from procrastinate.tasks import Task

UNFINISHED = frozenset({"todo", "doing"})
# Always Django's own connection: inside a worker procrastinate's app is bound to another one.
_manager = JobManager(DjangoConnector())


def priority_served(queue_name: str) -> int:
    """The priority of the job of this queue that a worker took last; 0 when none waits, or none was ever taken."""
    if not ProcrastinateJob.objects.filter(status="todo", queue_name=queue_name).exists():
        return 0
    taken = ProcrastinateEvent.objects.filter(type="started", job__queue_name=queue_name).order_by("-pk")
    return taken.values_list("job__priority", flat=True).first() or 0


def job_of(task: Task[..., Any, Any], **arguments: str) -> ProcrastinateJob | None:
    """The newest job of a task with these arguments; finished ones are cleared away in time (see `schedules`)."""
    named = {f"args__{name}": value for name, value in arguments.items()}
    return ProcrastinateJob.objects.filter(task_name=task.name, **named).order_by("-pk").first()


def defer(
    task: Task[..., Any, Any],
    *,
    lock: str | None = None,
    queueing_lock: str | None = None,
    at: datetime | None = None,
    priority: int = 0,
    is_new: bool = False,
    **arguments: Any,
) -> bool:
    """Queue a job; False when one with this `queueing_lock` waits already, which will do what is asked.

    `lock` lets only one such job run at a time; `at` is the earliest time; a higher `priority` comes first. A caller
    that has just made what the lock is named after says so with `is_new`, and saves a savepoint.
    """
    prepared = task.configure(lock=lock, queueing_lock=queueing_lock, schedule_at=at, priority=priority)
    job = prepared.make_new_job(**arguments)
    if is_new or queueing_lock is None:
        _manager.defer_job(job)
        return True
    try:
        with transaction.atomic():
            _manager.defer_job(job)
    except AlreadyEnqueued:
        return False
    return True
