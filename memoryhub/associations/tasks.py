"""The job of the map: a large space is arranged away from those who look at it."""

from __future__ import annotations

import uuid

from procrastinate.contrib.django import app

from memoryhub.jobs import queue as jobs
from memoryhub.jobs import schedules
from memoryhub.spaces.models import Space


@app.task(name="associations.arrange", queue=schedules.QUEUE)
def arrange(space_id: str) -> None:
    """See `arrangement.arrange`. Nothing is to be done for a space that is gone, or is going."""
    from memoryhub.associations import arrangement  # a second's worth of libraries that no other job needs

    space = Space.objects.filter(pk=uuid.UUID(space_id), purge_at=None).first()
    if space is not None:
        arrangement.arrange(space)


def queue(space: Space) -> None:
    """Queue that; one that waits already is enough, and none runs beside another."""
    lock = f"graph:{space.pk}"
    jobs.defer(arrange, lock=lock, queueing_lock=lock, space_id=str(space.pk))
