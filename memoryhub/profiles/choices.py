"""A process's own copy of which memories make a half or a bucket: ids alone, never a text.

What is kept is the choice and its order, for which a whole space has to be looked at. The memories themselves are read
each time, and only while they are current, so that nothing that was forgotten lies here or is served from here.
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

MOST_KEPT = 2_000
# How deep memories sit changes with every recall, without a word in the ledger: their order is looked at again.
FRESH = timedelta(hours=1)
Ends = Sequence[tuple[uuid.UUID, datetime | None]]


@dataclass(frozen=True, slots=True)
class _Choice:
    """`ids` in order, made at `revision`; right from `since` on and before `until`, when the first of them ends."""

    ids: tuple[uuid.UUID, ...]
    revision: int
    since: datetime
    until: datetime

    def holds(self, revision: int, now: datetime) -> bool:
        return self.revision == revision and self.since <= now < self.until


_kept: OrderedDict[Hashable, _Choice] = OrderedDict()
_lock = threading.Lock()


def kept(name: Hashable, *, revision: int, now: datetime, choose: Callable[[], Ends]) -> tuple[uuid.UUID, ...]:
    """The ids that `choose` gives (each with when it ends), or gave at this revision before one of them has ended.

    The revision was read before this is called, so that what is chosen is never older than it.
    """
    with _lock:
        found = _kept.get(name)
    if found is None or not found.holds(revision, now):
        found = _made(choose(), revision, now)
    with _lock:
        _kept[name] = found
        _kept.move_to_end(name)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return found.ids


def _made(chosen: Ends, revision: int, now: datetime) -> _Choice:
    until = min([now + FRESH, *(ends for _, ends in chosen if ends is not None)])
    return _Choice(tuple(memory_id for memory_id, _ in chosen), revision, now, until)
