"""One deed done to many memories: one batch of the ledger, with one undo.

Up to `AT_ONCE` are done in one transaction while somebody waits; more by a job (`bulk_tasks`), slice by slice. What has
changed since it was chosen is left as it is. What a deed would do is told by `bulk_plan`.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from memoryhub.associations import giving
from memoryhub.core import clock, errors, locks
from memoryhub.ledger import selectors as ledger
from memoryhub.ledger.actor import Actor
from memoryhub.ledger.unit import service
from memoryhub.memories import chains, states, verbs
from memoryhub.memories import services as memories
from memoryhub.review import services as review
from memoryhub.review import verbs as review_verbs
from memoryhub.spaces.access import Capability
from memoryhub.spaces.models import Space

# Chains that are locked at once. With their undo they stay below what open pages are told entry by entry (live.feeds):
# beyond that a page is made anew, and the notice with its undo would be gone.
AT_ONCE = 200
MOST = 20_000  # one undo takes all of them back in one transaction
SERVED = frozenset({states.CURRENT})
WAITING = frozenset({states.PENDING})


@dataclass(frozen=True, slots=True)
class Order:
    """A deed by its name, what it is done with (as JSON can say it), by whom, where, and as which batch."""

    deed: str
    actor: Actor
    space: Space
    batch: uuid.UUID
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def whose(self) -> Mapping[str, Any]:
        """What every service is called with."""
        return {"actor": self.actor, "space": self.space, "batch": self.batch}


Ids = Collection[uuid.UUID]


@dataclass(frozen=True, slots=True)
class Deed:
    """`act(order, ids)` gives those it was done to, and is called with what `ready` makes of the order before the
    transaction. `takes` are the states of memories it can be done to; a deed on relations takes none."""

    needs: Capability
    verb: str
    takes: frozenset[str]
    act: Callable[[Order, Ids], Sized]
    ready: Callable[[Order], Order] = lambda order: order


def _forget(order: Order, ids: Ids) -> Sized:
    return memories.forget(memory_ids=ids, **order.whose, **order.values).root_ids


def _end(order: Order, ids: Ids) -> Sized:
    end = datetime.fromisoformat(order.values["forget_after"])
    return memories.adjust(memory_ids=ids, forget_after=end, **order.whose)


def _mark(order: Order, ids: Ids) -> Sized:
    return memories.adjust(memory_ids=ids, is_static=order.values["is_static"], **order.whose)


def _worded(order: Order) -> Order:
    return replace(order, values={"wording": giving.prepare(order.space, **order.values)})


def _give(order: Order, ids: Ids) -> Sized:
    return giving.give(memory_ids=ids, wording=order.values["wording"], **order.whose)


def _take(order: Order, ids: Ids) -> Sized:
    return giving.take(memory_ids=ids, key_id=uuid.UUID(order.values["key"]), **order.whose)


def _cut(order: Order, ids: Ids) -> Sized:
    return memories.sever_many(relation_ids=ids, **order.whose)


def _approve(order: Order, ids: Ids) -> Sized:
    return review.approve_memories(memory_ids=ids, **order.whose)


def _reject(order: Order, ids: Ids) -> Sized:
    return review.decline_memories(memory_ids=ids, reason=order.values["reason"], **order.whose)


DEEDS: Mapping[str, Deed] = {
    "forget": Deed(Capability.WRITE, verbs.FORGOTTEN, SERVED | WAITING, _forget),
    "end": Deed(Capability.WRITE, verbs.ADJUSTED, SERVED, _end),
    "mark": Deed(Capability.WRITE, verbs.ADJUSTED, SERVED, _mark),
    "give": Deed(Capability.WRITE, giving.GIVEN, SERVED | WAITING, _give, _worded),
    "take": Deed(Capability.WRITE, giving.TAKEN, SERVED | WAITING, _take),
    "cut": Deed(Capability.WRITE, verbs.SEVERED, frozenset(), _cut),
    "approve": Deed(Capability.REVIEW, review_verbs.APPROVED, WAITING, _approve),
    "reject": Deed(Capability.REVIEW, review_verbs.REJECTED, WAITING, _reject),
}


def check_size(count: int) -> None:
    """`errors.InvalidInput` for more than one deed can be done to."""
    if count > MOST:
        raise errors.InvalidInput("nodes", f"One deed is done to {MOST} at most.")


def carry_out(order: Order, subjects: Sequence[uuid.UUID]) -> int:
    """Do it to these versions (or relations), at most `AT_ONCE`, in one transaction; returns to how many it was done.

    One that is no longer the version that was chosen, or in no state any more that the deed takes, is left as it is.
    Nothing is done once the batch has been taken back.
    """
    if len(subjects) > AT_ONCE:
        raise ValueError(f"more than {AT_ONCE} are a matter of a job")
    return _carry_out(DEEDS[order.deed].ready(order), subjects)


@service
def _carry_out(order: Order, subjects: Sequence[uuid.UUID]) -> int:
    deed = DEEDS[order.deed]
    locks.names([f"undo:{order.batch}"])  # as `ledger.undo` has it, so that neither comes between
    if _is_undone(order):
        return 0
    still = _still(order.space, subjects, deed.takes) if deed.takes else subjects
    return len(deed.act(order, still)) if still else 0


def _is_undone(order: Order) -> bool:
    first = ledger.entries_of(order.space.pk).filter(batch=order.batch).first()
    return first is not None and bool(ledger.undone_ids(order.space.pk, [first.pk]))


def _still(space: Space, version_ids: Sequence[uuid.UUID], takes: frozenset[str]) -> list[uuid.UUID]:
    """Those that are the latest of their chains, in one of these states; locked, with what was inferred from them."""
    roots = set(chains.roots_of(space, version_ids).values())
    latest = chains.lock(space, chains.with_derived(space, roots))
    wanted, now = set(version_ids), clock.now()
    return [row.pk for _, row in sorted(latest.items()) if row.pk in wanted and states.shown(row, now) in takes]
