"""Days as a space counts them: in its own time zone, whatever zone the server is in."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from memoryhub.spaces.models import Space


def beginning(space: Space, day: date) -> datetime:
    """When the day begins in the space, in UTC; days are as long as clocks there make them."""
    return datetime.combine(day, time.min, tzinfo=ZoneInfo(space.time_zone)).astimezone(UTC)


def end(space: Space, day: date) -> datetime:
    """When the day is over in the space, in UTC."""
    return beginning(space, day + timedelta(days=1))


def before(space: Space, now: datetime, days: int) -> datetime:
    """The beginning of the day that was so many days before the present one."""
    return beginning(space, now.astimezone(ZoneInfo(space.time_zone)).date() - timedelta(days=days))
