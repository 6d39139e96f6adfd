"""A process's own copy of which memories make a half or a bucket: ids and what they cost, never a text.

What is kept is the choice and its order, for which a whole space has to be looked at, and the price of each, so that
no more are read than have a place in the budget. The memories themselves are read each time, and only while they are
current, so that nothing that was forgotten lies here or is served from here.
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from memoryhub.profiles.budget import cost

MOST_KEPT = 2_000
# How deep memories sit changes with every recall, without a word in the ledger: their order is looked at again.
FRESH = timedelta(hours=1)
Found = Sequence[tuple[uuid.UUID, datetime | None, str]]


class Choice(NamedTuple):
    """A version, by its id, and the tokens that its line takes."""

    pk: uuid.UUID
    price: int


@dataclass(frozen=True, slots=True)
class _Kept:
    """`choices` in order, made at `revision`; right from `since` on and before `until`, when the first of them ends."""

    choices: tuple[Choice, ...]
    revision: int
    since: datetime
    until: datetime

    def holds(self, revision: int, now: datetime) -> bool:
        return self.revision == revision and self.since <= now < self.until


_kept: OrderedDict[Hashable, _Kept] = OrderedDict()
_lock = threading.Lock()


def kept(name: Hashable, *, revision: int, now: datetime, choose: Callable[[], Found]) -> tuple[Choice, ...]:
    """What `choose` gives (id, when it ends, text), or gave at this revision before one of them has ended.

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
    return found.choices


def _made(chosen: Found, revision: int, now: datetime) -> _Kept:
    until = min([now + FRESH, *(ends for _, ends, _ in chosen if ends is not None)])
    return _Kept(tuple(Choice(pk, cost(text)) for pk, _, text in chosen), revision, now, until)
