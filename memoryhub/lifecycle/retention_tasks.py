"""The jobs that carry out how long spaces keep what nobody comes back to, once an hour."""

from __future__ import annotations

import uuid

from procrastinate.contrib.django import app

from memoryhub.core import clock
from memoryhub.jobs import queue as jobs
from memoryhub.jobs import schedules
from memoryhub.lifecycle import retention
from memoryhub.spaces import selectors as spaces


@app.periodic(cron="23 * * * *", periodic_id="lifecycle.retention")
@app.task(name="lifecycle.retention", queue=schedules.QUEUE, queueing_lock="lifecycle.retention")
def retention_of_all(timestamp: int) -> None:
    """Queue a run for each space with a policy, so that one that fails stops no other."""
    for space_id in spaces.with_setting(retention.SETTING):
        lock = f"retention:{space_id}"
        jobs.defer(retention_of, lock=lock, queueing_lock=lock, space_id=str(space_id))


@app.task(name="lifecycle.retention_of", queue=schedules.QUEUE)
def retention_of(space_id: str) -> None:
    """One run of a space's policy."""
    retention.carry_out(space=spaces.by_id(uuid.UUID(space_id)), now=clock.now())
