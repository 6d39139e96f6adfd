"""What the workers do by the clock: bring back the jobs of dead workers, and clear away old ones."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from procrastinate import App
from procrastinate.contrib.django import app
from procrastinate.exceptions import ConnectorException, UniqueViolation
from procrastinate.jobs import Job, Status

logger = logging.getLogger(__name__)

QUEUE = "upkeep"
KEEP_HOURS, KEEP_UPKEEP_HOURS = 72, 1


def heartbeat_cron() -> str:
    """Every heartbeat of a worker as a cron line with seconds; longer than a minute is a minute."""
    seconds = max(1, int(settings.MEMORYHUB_WORKER_HEARTBEAT_SECONDS))
    return f"* * * * * */{seconds}" if seconds < 60 else "* * * * *"


def every_heartbeat(app: App, *, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Run a function of the timestamp at each heartbeat. A queueing lock keeps such jobs from piling up; they have no
    lock, so that one whose worker died stands in nobody's way."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        task = app.task(name=name, queue=QUEUE, queueing_lock=name)(function)
        app.periodic(cron=heartbeat_cron(), periodic_id=name)(task)
        return function

    return register


@every_heartbeat(app, name="jobs.rescue")
async def rescue(timestamp: int) -> None:
    """Queue the jobs of workers that gave no sign of life."""
    await rescue_stalled(app)


async def rescue_stalled(app: App) -> int:
    """Queue again each job whose worker is gone or silent; returns how many there were."""
    stalled = list(
        await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=settings.MEMORYHUB_WORKER_STALLED_SECONDS)
    )
    for job in stalled:
        await _bring_back(app, job)
    return len(stalled)


async def _bring_back(app: App, job: Job) -> None:
    try:
        await app.job_manager.retry_job(job)
    except UniqueViolation:
        # Another job with the same queueing lock waits already and will do the work.
        await app.job_manager.finish_job(job, Status.FAILED, delete_job=False)
    except ConnectorException:
        logger.info("Job %s ended while it was being brought back.", job.id)


@app.periodic(cron="17 * * * *", periodic_id="jobs.clear")
@app.task(name="jobs.clear", queue=QUEUE, queueing_lock="jobs.clear")
async def clear(timestamp: int) -> None:
    """Delete finished jobs."""
    await clear_old_jobs(app)


async def clear_old_jobs(app: App) -> None:
    """Delete finished jobs: those of this room after an hour, others after three days."""
    for queue, hours in ((QUEUE, KEEP_UPKEEP_HOURS), (None, KEEP_HOURS)):
        await app.job_manager.delete_old_jobs(
            nb_hours=hours, queue=queue, include_failed=True, include_cancelled=True, include_aborted=True
        )
