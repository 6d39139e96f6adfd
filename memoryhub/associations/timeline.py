"""When the nodes of a map were made: bins of equal length, at most sixty, that begin where days and hours do."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import numpy as np

from memoryhub.associations.graph.inputs import Bytes, Flags, Floats, Ints

MOST_BINS = 60
MINUTE, HOUR, DAY = 60, 3_600, 86_400
WITHIN_A_DAY = (MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR)


@dataclass(frozen=True, slots=True)
class Timeline:
    """Bin i holds what was made from `edges[i]` on and before `edges[i + 1]`, in whole seconds since the epoch; `bin`
    has the bin of every node. Nothing has no bins.
    """

    edges: Ints
    bin: Bytes

    def counts(self, mask: Flags) -> Ints:
        """How many of the nodes in the mask lie in each bin."""
        return np.bincount(self.bin[mask], minlength=max(len(self.edges) - 1, 0))


def timeline_of(created: Floats, time_zone: str) -> Timeline:
    """Bins over all that was made (seconds since the epoch); the first begins with a day, or a part of one, there."""
    if not len(created):
        return Timeline(np.zeros(0, np.int64), np.zeros(0, np.uint8))
    first, last = float(created.min()), float(created.max())
    origin = _midnight(first, time_zone)
    step = _step(first - origin, last - origin)
    start = origin + int((first - origin) // step) * step
    count = int((last - start) // step) + 1
    edges = start + step * np.arange(count + 1, dtype=np.int64)
    return Timeline(edges, ((created - start) // step).astype(np.uint8))


def _midnight(moment: float, time_zone: str) -> int:
    """The beginning of that day there."""
    zone = ZoneInfo(time_zone)
    day = datetime.fromtimestamp(moment, UTC).astimezone(zone).date()
    return int(datetime.combine(day, time.min, tzinfo=zone).timestamp())


def _step(first: float, last: float) -> int:
    """The shortest length of which sixty bins reach over a span, both ends in seconds since a midnight."""
    for step in WITHIN_A_DAY:
        if last // step - first // step < MOST_BINS:
            return step
    return DAY * math.ceil((last // DAY + 1) / MOST_BINS)
