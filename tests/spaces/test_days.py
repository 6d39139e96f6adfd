"""Days as a space counts them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from memoryhub.spaces import days
from memoryhub.spaces.models import Space


@pytest.mark.parametrize(
    ("zone", "begins", "ends"),
    [
        ("UTC", "2026-12-01T00:00Z", "2026-12-02T00:00Z"),
        ("Asia/Tokyo", "2026-11-30T15:00Z", "2026-12-01T15:00Z"),
        ("America/Los_Angeles", "2026-12-01T08:00Z", "2026-12-02T08:00Z"),
    ],
)
def test_a_day_begins_and_ends_where_the_space_is(zone: str, begins: str, ends: str) -> None:
    space, day = Space(time_zone=zone), date(2026, 12, 1)
    assert days.beginning(space, day) == datetime.fromisoformat(begins)
    assert days.end(space, day) == datetime.fromisoformat(ends)


def test_a_day_is_as_long_as_clocks_there_make_it() -> None:
    berlin = Space(time_zone="Europe/Berlin")
    spring = date(2026, 3, 29)
    assert (days.end(berlin, spring) - days.beginning(berlin, spring)).total_seconds() == 23 * 3600


@pytest.mark.parametrize(("zone", "before"), [("UTC", "2026-11-28T00:00Z"), ("Asia/Tokyo", "2026-11-28T15:00Z")])
def test_days_are_counted_from_the_present_one_of_the_space(zone: str, before: str) -> None:
    now = datetime(2026, 11, 30, 20, tzinfo=UTC)  # the first of December in Tokyo
    assert days.before(Space(time_zone=zone), now, 2) == datetime.fromisoformat(before)
