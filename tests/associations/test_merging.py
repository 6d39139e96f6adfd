"""Near in meaning is not the same."""

from __future__ import annotations

import pytest

from memoryhub.associations.merging import may_merge


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("thursday", "friday"),
        ("monday", "星期二"),
        ("周四", "星期五"),
        ("january", "february"),
        ("two approvals", "three approvals"),
        ("version 2", "version 3"),
        ("north gate", "south gate"),
        ("friday", "weekend"),
    ],
)
def test_other_days_months_numbers_and_directions_stay_apart(one: str, other: str) -> None:
    assert not may_merge(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("monday", "星期一"),
        ("deploy", "deployment"),
        ("two approvals", "2 approvals"),
        ("fruit", "水果"),
        ("周五", "星期五"),
    ],
)
def test_other_words_for_the_same_may_merge(one: str, other: str) -> None:
    assert may_merge(one, other)
