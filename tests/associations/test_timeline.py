"""Bins of creation: few, equal, and beginning where days and hours begin."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from memoryhub.associations.timeline import DAY, HOUR, MINUTE, MOST_BINS, timeline_of

NOON = datetime(2026, 11, 30, 12, 7, 30, tzinfo=UTC).timestamp()
MIDNIGHT = int(datetime(2026, 11, 30, tzinfo=UTC).timestamp())


def test_nothing_has_no_bins() -> None:
    line = timeline_of(np.zeros(0), "UTC")
    assert line.edges.tolist() == []
    assert line.counts(np.zeros(0, np.bool_)).tolist() == []


def test_one_node_has_one_bin_round_its_minute() -> None:
    line = timeline_of(np.array([NOON]), "UTC")
    assert line.edges.tolist() == [NOON - 30, NOON + 30]
    assert line.bin.tolist() == [0]


def test_days_begin_at_midnight_of_the_space() -> None:
    made = NOON + DAY * np.array([0.0, 0.0, 1.0, 39.0])
    line = timeline_of(made, "Asia/Seoul")
    assert line.edges[:2].tolist() == [MIDNIGHT - 9 * HOUR, MIDNIGHT + 15 * HOUR]
    assert len(line.edges) == 41
    assert line.bin.tolist() == [0, 0, 1, 39]
    assert line.counts(np.array([True, False, True, False])).tolist() == [1, 1] + [0] * 38


@pytest.mark.parametrize(
    ("span", "step"),
    [(30 * MINUTE, MINUTE), (12 * HOUR, 15 * MINUTE), (3 * DAY, 3 * HOUR), (59 * DAY, DAY), (400 * DAY, 7 * DAY)],
)
def test_the_shortest_length_is_taken_of_which_few_reach(span: int, step: int) -> None:
    line = timeline_of(np.array([NOON, NOON + span]), "UTC")
    assert np.diff(line.edges).tolist() == [step] * (len(line.edges) - 1)
    assert len(line.edges) - 1 <= MOST_BINS
    assert (line.edges[0] - MIDNIGHT) % min(step, DAY) == 0


def test_an_edge_belongs_to_the_bin_it_begins() -> None:
    line = timeline_of(np.array([MIDNIGHT, MIDNIGHT + DAY - 0.000001, MIDNIGHT + DAY, MIDNIGHT + 40 * DAY]), "UTC")
    assert line.bin.tolist() == [0, 0, 1, 40]
