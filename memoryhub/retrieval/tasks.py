"""The job of the way out: large spaces are counted and indexed by the clock, away from anybody who searches."""

from __future__ import annotations

from procrastinate.contrib.django import app

from memoryhub.jobs import schedules
from memoryhub.retrieval import upkeep


@app.periodic(cron="*/5 * * * *", periodic_id="retrieval.tend")
@app.task(name="retrieval.tend", queue=schedules.QUEUE, queueing_lock="retrieval.tend")
def tend(timestamp: int) -> None:
    """See `upkeep.tend`. It has no lock, so that one whose worker died stands in nobody's way; of two that build at the
    same time one leaves it to the other.
    """
    upkeep.tend()
